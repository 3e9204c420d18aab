/** Result sets, in display order; empty ones are omitted. `tenants` are those to enter, outside any tenant. */
export const SEARCH_SETS = ['pages', 'tenants', 'reports', 'data', 'documentation', 'announcements', 'people'] as const;
export type SearchSetId = (typeof SEARCH_SETS)[number];

/** Shorter queries match too much to be useful. */
export const SEARCH_LENGTH = { least: 2, most: 200 } as const;

/** Sets whose results can be pinned and hidden. */
export const CURATED_SETS = ['pages', 'reports', 'data', 'documentation'] as const;
export type CuratedSet = (typeof CURATED_SETS)[number];

/** The longest word or phrase of a synonym, and term of a pinned result, in characters. */
export const LONGEST_TERM = 100;
/** Rules of each kind in an installation: each search reads them. */
export const MOST_RULES = { synonyms: 2000, pins: 500, hidden: 200 } as const;

/** Rows of a page of the lists of synonyms and searches. */
export const SEARCH_PAGE = 50;

/** Days for which searches are logged. */
export const SEARCH_LOG_DAYS = 90;
export const LOGGED_SEARCHES = ['without-results', 'without-clicks', 'all'] as const;
export type LoggedSearches = (typeof LOGGED_SEARCHES)[number];

/** Fields of an entry in which a word can be found, by weight. */
export const SEARCH_FIELDS = ['title', 'keywords', 'detail', 'body'] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];
/** `word`: as it is written. `beginning`: a word begins with it. `form`: another form of it. `inside`: part of a word. `similar`: a typo. */
export const SEARCH_MATCHES = ['word', 'beginning', 'form', 'inside', 'similar'] as const;
export type SearchMatchKind = (typeof SEARCH_MATCHES)[number];
/** Why results are in their order: first those that are pinned, then by how well their names match. */
export const SEARCH_RANKS = ['pinned', 'name', 'name-beginning', 'all-words', 'text'] as const;
export type SearchRank = (typeof SEARCH_RANKS)[number];
