/**
 * Libraries that every screen needs, for `codeSplitting.groups`: in files that stay in the browser's cache when our own
 * code changes. Few files, since each is compressed separately.
 */
export const vendors = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'router', test: /node_modules\/@tanstack\/(react-router|router-core|history|react-store|store)\// },
  { name: 'data', test: /node_modules\/(@tanstack\/(react-query|query-core)|i18next|react-i18next)\// },
  {
    name: 'components',
    test: /node_modules\/(@floating-ui|@mantine\/core\/esm\/(core|components\/(Button|CloseButton|Floating|FocusTrap|Input|Loader|Menu|Overlay|Popover|Portal|Tooltip|Transition|UnstyledButton)))\//,
  },
];
