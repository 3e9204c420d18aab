/**
 * The components' own texts. `{name}` is a placeholder. Texts with a count have a form for each plural category:
 * `results_one`, `results_other`.
 */
export const englishTexts = {
  skipToContent: 'Skip to content',
  mainNavigation: 'Main navigation',
  openNavigation: 'Show navigation',
  closeNavigation: 'Hide navigation',
  widenNavigation: 'Expand the navigation',
  narrowNavigation: 'Collapse the navigation',
  copyright: '© {year} Rise',
  home: 'Home',
  loading: 'Loading',
  close: 'Close',
  clear: 'Clear',
  clearAll: 'Clear filters',
  search: 'Search',
  retry: 'Try again',
  more: 'More',
  moreTools: 'More tools',
  moreToolsWith: 'More tools: {news}',
  back: 'Back',
  opensInNewTab: 'opens in a new tab',

  enterFullscreen: 'Full screen',
  exitFullscreen: 'Exit full screen',
  settings: 'Display settings',
  assistant: 'Ask RiseIQ',
  chat: 'Chat',
  announcements: 'Announcements',
  announcementPreview: 'This is a preview — close this banner to reopen the announcement form to publish',
  closeAnnouncement: 'Close announcement',
  viewMore: 'View more',
  viewLess: 'View less',
  userMenu: '{name}’s account',
  status: 'Status',
  statusOnline: 'Online',
  statusAway: 'Away',
  statusBusy: 'Busy',
  statusInvisible: 'Invisible',
  tenant: 'Organization',
  scheme: 'Appearance',
  schemeLight: 'Light',
  schemeDark: 'Dark',
  schemeAuto: 'Match system',
  theme: 'Color',
  themeDefault: 'Indigo',
  themeTeal: 'Teal',
  themeRose: 'Rose',
  themePurple: 'Purple',
  themeAmber: 'Amber',

  errorTitle: 'This could not be loaded',
  errorText: 'The server did not respond as expected. Your data is safe; try again in a moment.',
  requestId: 'Reference number {id}',
  copyReference: 'Copy reference number',
  copied: 'Copied',
  emptyTitle: 'Nothing to show',
  notFoundTitle: 'We can’t find this page',
  notFoundText:
    'The page may have moved, or your account may not include it. Check the address, or go to the start page.',
  forbiddenTitle: 'Your account does not include this page',
  forbiddenText: 'If you need it, ask an administrator of your organization.',
  failureTitle: 'Something went wrong on our side',
  failureText: 'The page could not be shown. Try again; if it happens again, contact support.',
  stale: 'Updating',

  note: 'Note',
  toneGood: 'Good',
  toneWarning: 'Warning',
  toneBad: 'Bad',
  toneNeutral: 'Neutral',
  aboutNumber: 'About this number',
  aboutNumberOf: 'About this number: {title}',
  peerMedian: 'Peer median',
  percentile: 'Percentile {percentile}',
  percentileOf: 'Percentile {percentile} of {count}',
  rankOf: '{rank} of {count}',
  higherIsBetter: 'higher is better',
  lowerIsBetter: 'lower is better',
  noPeers: 'No peers to compare with',
  missing: 'Not reported',
  caveat: 'Note',
  increase: 'up',
  decrease: 'down',
  unchanged: 'unchanged',
  percentagePoints: 'pp',
  bandFrom: 'from {value}',
  bandBelow: 'below {value}',
  bandHere: '{title} is here: {value}',

  tileMenu: 'Options for {title}',
  total: 'Total',
  sort: 'Sort by',
  sortAscending: 'Sort ascending',
  sortDescending: 'Sort descending',
  sortBy: 'Sort by {title}',
  scrollTable: '{title}, scrolls horizontally',
  noRows: 'No rows',
  noRowsText: 'No rows match the filters. Remove a filter to see more.',

  confirmTitle: 'Confirm action',
  confirmMessage: 'Are you sure you want to confirm this action?',
  confirm: 'Confirm',
  cancel: 'Cancel',

  searchHint: 'Type to search',
  searching: 'Searching',
  nothingFound: 'Nothing found for “{query}”',
  searchFailed: 'The search failed. Try again.',
  filterAny: 'Any',
  filterSelected: '{count} selected',
  filterSearch: 'Find a value',
  filterNoMatch: 'No matching values',
  removeFilter: 'Remove filter {label}',
  filters: 'Filters',

  chartTable: 'View as table',
  chartLoading: 'Loading the chart',
  chartFailed: 'The chart could not be drawn',
  rank: 'Rank',
  name: 'Name',
  value: 'Value',
  range: 'Range',
  members: 'Members',
  share: 'Share',
  median: 'Median {value}',
  belowValue: 'below {value}',
  fromValue: '{value} and more',
  valueRange: '{lower} to {upper}',
  incompletePeriod: 'Incomplete period',
  rightAxis: '{name} (right axis)',
  topAxis: '{name} (top axis)',
  noData: 'No data',
  change: 'Change',
  ofFirstStep: '{share} of first step',
  ofPreviousStep: '{share} of previous step',
  shareOfFirst: 'Share of first step',
  minimum: 'Minimum',
  lowerQuartile: 'Lower quartile',
  medianLabel: 'Median',
  upperQuartile: 'Upper quartile',
  maximum: 'Maximum',
  target: 'Target',
  ofTarget: '{share} of target',
} satisfies Record<string, string>;

export type UiTexts = Record<keyof typeof englishTexts, string>;

/** Fills the placeholders of a text. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** The keys of texts with plural forms, without their endings. */
export type PluralKey<Texts> = keyof Texts extends infer Key
  ? Key extends `${infer Stem}_other`
    ? Stem
    : never
  : never;

/** The form of a text for `count`, with the count written as the locale does. */
export function fillCount<Texts extends Record<string, string>>(
  texts: Texts,
  key: PluralKey<Texts>,
  count: number,
  locale: string,
  values: Record<string, string | number> = {},
): string {
  const text = texts[`${key}_${new Intl.PluralRules(locale).select(count)}`] ?? texts[`${key}_other`]!;
  return fill(text, { count: new Intl.NumberFormat(locale).format(count), ...values });
}
