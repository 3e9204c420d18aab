import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { SEARCH_LENGTH, SEARCH_SETS } from './values/search-words.ts';
import { ICONS } from './values/icons.ts';

export { SEARCH_LENGTH, SEARCH_SETS, type SearchSetId } from './values/search-words.ts';

/** Results per set. */
export const MOST_RESULTS = 5;

export const searchResult = z.object({
  /** Unique within its set. */
  id: z.string(),
  /** In the reader's language, as is the detail. */
  title: z.string(),
  detail: z.string().nullable(),
  /** A portal path, an https: or a mailto: URL; null where there is nothing to open. */
  link: z.string().nullable(),
  icon: z.enum(ICONS).nullable(),
  /** Ranges of the title to highlight, as [start, end) in UTF-16 units, sorted and disjoint. */
  highlights: z.array(z.tuple([z.int().min(0), z.int().min(1)])),
});
export type SearchResult = z.infer<typeof searchResult>;

export const searchSet = z.object({
  id: z.enum(SEARCH_SETS),
  /** In the reader's language. */
  label: z.string(),
  /** Best match first. */
  results: z.array(searchResult).min(1).max(MOST_RESULTS),
});
export type SearchSet = z.infer<typeof searchSet>;

/** A query as it is sent: trimmed. */
export const searchText = z
  .string()
  .trim()
  .min(SEARCH_LENGTH.least, `Write at least ${SEARCH_LENGTH.least} characters`)
  .max(SEARCH_LENGTH.most, `Write at most ${SEARCH_LENGTH.most} characters`);

export const searchRoutes = {
  'POST /api/common/search': defineRoute({
    summary:
      'Search everything the caller may open: pages, reports, data, documentation, announcements, people; outside a tenant, also the tenants to enter',
    permission: 'shell.use',
    tenant: 'none',
    readOnly: true,
    audit: { action: 'search.run', when: 'denied' },
    input: {
      body: z.strictObject({
        query: searchText,
      }),
    },
    output: z.array(searchSet),
    errors: [],
  }),
  'POST /api/common/search/outcome': defineRoute({
    summary:
      'Tell how a search ended: which result was opened, if any. Logged without the person and the tenant, for global administrators',
    permission: 'shell.use',
    tenant: 'none',
    audit: { action: 'search.report', when: 'denied' },
    input: {
      body: z.strictObject({
        query: searchText,
        /** Null where none was opened. One that the search does not find is not counted. */
        opened: z.strictObject({ set: z.enum(SEARCH_SETS), id: z.string().min(1).max(300) }).nullable(),
      }),
    },
    output: z.null(),
    errors: [],
  }),
} as const;
