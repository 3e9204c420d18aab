import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { ROLES } from './protocol/roles.ts';
import { searchText } from './search.ts';
import {
  CURATED_SETS,
  LOGGED_SEARCHES,
  LONGEST_TERM,
  SEARCH_FIELDS,
  SEARCH_MATCHES,
  SEARCH_RANKS,
  SEARCH_SETS,
} from './values/search-words.ts';
import { LANGUAGES } from './values/text.ts';
import { visibleLine } from './values/visible-text.ts';

const rebuild = z.object({
  id: z.uuid(),
  state: z.enum(['running', 'done', 'canceled']),
  requestedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** Tenants whose entries were rebuilt since it was requested, and all of them; of an ended one, at its end. */
  rebuilt: z.int(),
  total: z.int(),
});
export type SearchRebuild = z.infer<typeof rebuild>;

const searchIndex = z.object({
  /** By name. */
  tenants: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      reports: z.int(),
      data: z.int(),
      people: z.int(),
      /** When its entries were last built as a whole; null before the first time. */
      indexedAt: z.iso.datetime().nullable(),
      /** When one of them was last written: each change writes its own. Null where there are none. */
      changedAt: z.iso.datetime().nullable(),
      /** Whether they were built by the rules of this version of Rise. */
      isCurrent: z.boolean(),
    }),
  ),
  /** Searched in memory, as of the start of the server. */
  shared: z.object({ pages: z.int(), documentation: z.int() }),
  /** The one that runs, or the last; null before the first. */
  rebuild: rebuild.nullable(),
});
export type SearchIndex = z.infer<typeof searchIndex>;

const term = (what: string) =>
  z
    .string()
    .overwrite(visibleLine)
    .min(1, `Write ${what}.`)
    .max(LONGEST_TERM, `Use at most ${LONGEST_TERM} characters.`);

const synonymFields = {
  /** Whose word endings apply: “members” is also found by a synonym of “member”. */
  language: z.enum(LANGUAGES),
  from: term('the word or phrase that people search for'),
  /** Searched for as well. */
  to: term('what it means'),
  /** Whether a search for `to` also searches for `from`. */
  isTwoWay: z.boolean(),
};
const newSynonym = z.strictObject(synonymFields);
export type NewSearchSynonym = z.infer<typeof newSynonym>;
const synonym = z.object({ id: z.uuid(), ...synonymFields, from: z.string(), to: z.string() });
export type SearchSynonym = z.infer<typeof synonym>;
const synonyms = z.object({ synonyms: z.array(synonym), total: z.int() });
export type SearchSynonyms = z.infer<typeof synonyms>;

/** A result that a rule names. */
const curated = {
  set: z.enum(CURATED_SETS),
  entry: z.string().min(1).max(300),
};
/** Null where the caller may not open it: it is in an organization in which the caller is not, or no longer exists. */
const listed = { set: curated.set, entry: z.string().nullable(), title: z.string().nullable() };

const newPin = z.strictObject({ term: term('the term that shows it first'), ...curated });
export type NewSearchPin = z.infer<typeof newPin>;
const pin = z.object({ id: z.uuid(), term: z.string(), ...listed });
export type SearchPin = z.infer<typeof pin>;
const newHidden = z.strictObject(curated);
export type NewHiddenEntry = z.infer<typeof newHidden>;
const hidden = z.object({ id: z.uuid(), ...listed });
export type HiddenEntry = z.infer<typeof hidden>;
const curation = z.object({ pins: z.array(pin), hidden: z.array(hidden) });
export type SearchCuration = z.infer<typeof curation>;

/** Searches for the same words, summed up. */
const loggedSearch = z.object({
  /** As last written, with addresses, long numbers and names of people masked. */
  text: z.string(),
  roles: z.array(z.enum(ROLES)),
  searches: z.int(),
  /** After how many of them a result was opened. */
  opened: z.int(),
  /** The most results that one of them had. */
  results: z.int(),
  lastAt: z.iso.datetime(),
});
export type LoggedSearch = z.infer<typeof loggedSearch>;
const log = z.object({ searches: z.array(loggedSearch), total: z.int() });
export type SearchLogPage = z.infer<typeof log>;

const match = z.object({
  /** Of the question, or of what a synonym made of it; folded. */
  word: z.string(),
  field: z.enum(SEARCH_FIELDS),
  kind: z.enum(SEARCH_MATCHES),
});
export type SearchMatch = z.infer<typeof match>;

const explained = z.object({
  id: z.string(),
  title: z.string(),
  /** One per word: its best. */
  matches: z.array(match),
  rank: z.enum(SEARCH_RANKS),
  /**
   * Within a rank, the larger first: for entries of tenants the smaller their names are, for others the score of their
   * text. Only comparable within a set. Null for what is pinned.
   */
  weight: z.number().nullable(),
  /** Whether only its name in another language matches so well: those in the reader's own come first. */
  isForeign: z.boolean(),
  /** The synonym that found it, as “from → to”; null where the question itself did. */
  synonym: z.string().nullable(),
});
export type ExplainedResult = z.infer<typeof explained>;

const trial = z.object({
  /** The question in other words, by synonyms. */
  expansions: z.array(z.object({ text: z.string(), synonym: z.string() })),
  sets: z.array(
    z.object({
      id: z.enum(SEARCH_SETS),
      label: z.string(),
      isCurated: z.boolean(),
      results: z.array(explained),
    }),
  ),
  /** Whether reports and data of an organization were searched: only where the caller is in one. */
  isInTenant: z.boolean(),
});
export type SearchTrial = z.infer<typeof trial>;

const administration = { permission: 'global.administer', tenant: 'global' } as const;
const read = { ...administration, audit: { action: 'search.administer', when: 'denied' } } as const;
const byId = z.strictObject({ id: z.uuid() });
const page = z.coerce.number().int().min(1).max(100_000).default(1);

export const searchAdministrationRoutes = {
  'GET /api/v1/global/search/index': defineRoute({
    ...read,
    summary: 'Read what is indexed for each tenant and how fresh it is; numbers only',
    input: {},
    output: searchIndex,
    errors: [],
  }),
  'POST /api/v1/global/search/rebuilds': defineRoute({
    ...administration,
    summary:
      'Rebuild the entries of all tenants in the background; each tenant’s are searched as they were until they are complete',
    audit: { action: 'search.rebuild', when: 'always' },
    input: {},
    output: searchIndex,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/global/search/rebuilds/:id/cancel': defineRoute({
    ...administration,
    summary: 'Cancel a rebuild; tenants that are done stay rebuilt, the others stay as they are',
    audit: { action: 'search.rebuild-cancel', when: 'always' },
    input: { params: byId },
    output: searchIndex,
    errors: ['CONFLICT'],
  }),
  'GET /api/v1/global/search/synonyms': defineRoute({
    ...read,
    summary: 'List synonyms in alphabetical order',
    input: { query: z.strictObject({ search: z.string().max(LONGEST_TERM).default(''), page }) },
    output: synonyms,
    errors: [],
  }),
  'POST /api/v1/global/search/synonyms': defineRoute({
    ...administration,
    summary: 'Add a synonym, effective with the next search',
    audit: { action: 'search.synonym-create', when: 'always' },
    input: { body: newSynonym },
    output: synonym,
    errors: ['CONFLICT'],
  }),
  'PUT /api/v1/global/search/synonyms/:id': defineRoute({
    ...administration,
    summary: 'Change a synonym',
    audit: { action: 'search.synonym-update', when: 'always' },
    input: { params: byId, body: newSynonym },
    output: synonym,
    errors: ['CONFLICT'],
  }),
  'DELETE /api/v1/global/search/synonyms/:id': defineRoute({
    ...administration,
    summary: 'Delete a synonym',
    audit: { action: 'search.synonym-delete', when: 'always' },
    input: { params: byId },
    output: z.null(),
    errors: [],
  }),
  'GET /api/v1/global/search/curation': defineRoute({
    ...read,
    summary: 'List pinned results and hidden entries; those that the caller may not open without saying what they are',
    input: {},
    output: curation,
    errors: [],
  }),
  'POST /api/v1/global/search/pins': defineRoute({
    ...administration,
    summary: 'Show a result first for a term, to those who may open it',
    audit: { action: 'search.pin', when: 'always' },
    input: { body: newPin },
    output: curation,
    errors: ['CONFLICT'],
  }),
  'DELETE /api/v1/global/search/pins/:id': defineRoute({
    ...administration,
    summary: 'Show a result in its own place again',
    audit: { action: 'search.unpin', when: 'always' },
    input: { params: byId },
    output: curation,
    errors: [],
  }),
  'POST /api/v1/global/search/hidden': defineRoute({
    ...administration,
    summary: 'Hide an entry from everyone’s search',
    audit: { action: 'search.hide', when: 'always' },
    input: { body: newHidden },
    output: curation,
    errors: ['CONFLICT'],
  }),
  'DELETE /api/v1/global/search/hidden/:id': defineRoute({
    ...administration,
    summary: 'Let the search find an entry again',
    audit: { action: 'search.unhide', when: 'always' },
    input: { params: byId },
    output: curation,
    errors: [],
  }),
  'GET /api/v1/global/search/log': defineRoute({
    ...read,
    summary: 'List what was searched for in the last 90 days, most often first; without persons and tenants',
    input: { query: z.strictObject({ of: z.enum(LOGGED_SEARCHES).default('without-results'), page }) },
    output: log,
    errors: [],
  }),
  'POST /api/v1/global/search/trial': defineRoute({
    ...administration,
    summary: 'Search as someone with a role, and explain the order; never more than the caller may find too',
    readOnly: true,
    audit: { action: 'search.administer', when: 'denied' },
    input: { body: z.strictObject({ query: searchText, role: z.enum(ROLES), language: z.enum(LANGUAGES) }) },
    output: trial,
    errors: [],
  }),
} as const;
