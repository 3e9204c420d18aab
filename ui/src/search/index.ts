export type { SearchAction, SearchResult, SearchSet, SearchState, SearchStatus } from './search-model.ts';
export { SearchTools } from './search-tools.tsx';
export type { SearchFinder } from './use-search.ts';
