import { z } from 'zod';
import { defineRoute } from './define-route.ts';
import { ICONS } from './icons.ts';
import { localizedText } from './text.ts';

/** The sets of results, in the order in which they are shown; one without results is left out. */
export const SEARCH_SETS = ['pages', 'reports', 'data', 'documentation', 'announcements', 'people'] as const;
export type SearchSetId = (typeof SEARCH_SETS)[number];

/** Fewer characters find too much to be of use; nobody means more. */
export const SEARCH_LENGTH = { least: 2, most: 200 } as const;
/** Results of a set. */
export const MOST_RESULTS = 5;

export const searchResult = z.object({
  /** Tells the results of a set apart. */
  id: z.string(),
  /** In the reader's language, like the detail. */
  title: z.string(),
  detail: z.string().nullable(),
  /** A path of the portal, an https address or a mailto: address; null where there is nothing to open. */
  link: z.string().nullable(),
  icon: z.enum(ICONS).nullable(),
  /** Parts of the title to mark, as [start, end) in UTF-16 units, in order, apart from each other. */
  highlights: z.array(z.tuple([z.int().min(0), z.int().min(1)])),
});
export type SearchResult = z.infer<typeof searchResult>;

export const searchSet = z.object({
  id: z.enum(SEARCH_SETS),
  label: localizedText,
  /** The best first. */
  results: z.array(searchResult).min(1).max(MOST_RESULTS),
});
export type SearchSet = z.infer<typeof searchSet>;

export const searchRoutes = {
  'POST /api/common/search': defineRoute({
    summary: 'Find what the caller may open: pages, reports, data, documentation, announcements, people',
    permission: 'shell.use',
    tenant: 'tenant',
    audit: { action: 'search.run', when: 'denied' },
    input: {
      body: z.strictObject({
        query: z
          .string()
          .trim()
          .min(SEARCH_LENGTH.least, `Write at least ${SEARCH_LENGTH.least} characters`)
          .max(SEARCH_LENGTH.most, `Write at most ${SEARCH_LENGTH.most} characters`),
      }),
    },
    output: z.array(searchSet),
    errors: [],
  }),
} as const;
