import { configure, getConfig } from '@testing-library/react';

const { getElementError } = getConfig();

/** What `waitFor` sets while it tries: missing in the library's types, as it is for its own use. */
type Tries = { _disableExpensiveErrorDiagnostics?: boolean };

/** Named so that `waitFor` shows the place of its call rather than this one. */
const brief = (message: string | null) =>
  Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' });

// `waitFor` prints the document when it gives up; printing it at each try takes longer than the tries themselves.
configure({
  getElementError: (message, container) =>
    (getConfig() as Tries)._disableExpensiveErrorDiagnostics ? brief(message) : getElementError(message, container),
});
