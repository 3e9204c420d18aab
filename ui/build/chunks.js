/**
 * Files of the first screen, for `codeSplitting.groups`: the libraries that every screen needs, in files that stay in
 * the browser's cache when our own code changes, and one of our own code. Few files, since each is compressed separately.
 *
 * @type {import('vite').Rolldown.CodeSplittingGroup[]}
 */
export const chunks = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  {
    name: 'data',
    test: /node_modules\/(@tanstack\/(react-router|router-core|history|react-store|store|react-query|query-core)|i18next|react-i18next)\//,
  },
  {
    name: 'components',
    test: /node_modules\/(@floating-ui|@mantine\/core\/esm\/(core|components\/(Button|CloseButton|Floating|FocusTrap|Input|Loader|Menu|Overlay|Popover|Portal|Tooltip|Transition|UnstyledButton)))\//,
  },
  { name: 'app', tags: ['$initial'] },
];
