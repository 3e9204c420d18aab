import type { SearchParams } from '@rise/ui/search-params';

export const SQL_PANELS = ['history', 'queries', 'save'] as const;
export type SqlPanel = (typeof SQL_PANELS)[number];

/** State of the page, as stored in the address: `?tab=<id>&panel=history&q=rate`. */
export interface SqlState {
  /** Id of the open tab; null: the first one. */
  tab: string | null;
  panel: SqlPanel | null;
  /** What is searched in the panel. */
  search: string;
}

export function readSqlState(params: SearchParams): SqlState {
  return {
    tab: params.tab ?? null,
    panel: SQL_PANELS.find((panel) => panel === params.panel) ?? null,
    search: (params.q ?? '').slice(0, 200),
  };
}

/** Writes a state as parameters of the address; defaults are omitted. */
export function writeSqlState({ tab, panel, search }: SqlState): Record<string, string> {
  return {
    ...(tab !== null && { tab }),
    ...(panel !== null && { panel }),
    ...(panel !== null && search !== '' && { q: search }),
  };
}
