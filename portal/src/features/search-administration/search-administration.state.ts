import { LOGGED_SEARCHES, type LoggedSearches } from '@rise/contract/search-words';
import type { SearchParams } from '@rise/ui/search-params';

export const VIEWS = ['index', 'synonyms', 'curation', 'log', 'trial'] as const;
export type View = (typeof VIEWS)[number];

/** What is shown, as stored in the address: `?view=synonyms&q=member&page=2`, `?view=log&of=all`. */
export interface SearchAdministrationState {
  view: View;
  /** Within synonyms. */
  search: string;
  of: LoggedSearches;
  page: number;
}

export function readSearchAdministrationState(params: SearchParams): SearchAdministrationState {
  return {
    view: VIEWS.find((view) => view === params.view) ?? 'index',
    search: (params.q ?? '').slice(0, 100),
    of: LOGGED_SEARCHES.find((of) => of === params.of) ?? 'without-results',
    page: /^[1-9]\d{0,4}$/.test(params.page ?? '') ? Number(params.page) : 1,
  };
}

/** Defaults are omitted. */
export function writeSearchAdministrationState(state: SearchAdministrationState): Record<string, string> {
  const { view, search, of, page } = state;
  return {
    ...(view !== 'index' && { view }),
    ...(search !== '' && { q: search }),
    ...(of !== 'without-results' && { of }),
    ...(page > 1 && { page: String(page) }),
  };
}
