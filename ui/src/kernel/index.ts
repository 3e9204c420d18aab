export { logError, logWarning } from './log.ts';
export { type Observable, observable, useObservable } from './observable.ts';
export { parseSearch, type SearchParams, stringifySearch } from './search-params.ts';
