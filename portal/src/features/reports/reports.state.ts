import type { SearchParams } from '@rise/ui/search-params';
import type { ReportPlace } from '../../reports/places.rules.ts';

const COLUMNS = ['title', 'workspace', 'purpose', 'updatedAt'] as const;
export type ReportColumn = (typeof COLUMNS)[number];
export interface ReportSort {
  id: ReportColumn;
  direction: 'asc' | 'desc';
}

/** State of the list, as stored in the address: `?workspace=<id>&q=score&sort=-updatedAt`, or `?archived=1`. */
export interface ReportListState {
  place: ReportPlace;
  search: string;
  sort: ReportSort;
}

export const DEFAULT_SORT: ReportSort = { id: 'title', direction: 'asc' };
const MAX_LENGTH = 200;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function readListState(params: SearchParams): ReportListState {
  const input = params.sort ?? '';
  const id = COLUMNS.find((column) => column === input.replace(/^-/, ''));
  return {
    place: readPlace(params),
    search: (params.q ?? '').slice(0, MAX_LENGTH),
    sort: id ? { id, direction: input.startsWith('-') ? 'desc' : 'asc' } : DEFAULT_SORT,
  };
}

function readPlace({ workspace, archived }: SearchParams): ReportPlace {
  if (archived === '1') return 'archived';
  return workspace !== undefined && ID.test(workspace) ? { workspace } : 'all';
}

/** Writes a state as parameters of the address; defaults are omitted. */
export function writeListState({ place, search, sort }: ReportListState): Record<string, string> {
  const written: Record<string, string> = {};
  if (place === 'archived') written.archived = '1';
  else if (place !== 'all') written.workspace = place.workspace;
  if (search) written.q = search;
  if (sort.id !== DEFAULT_SORT.id || sort.direction !== DEFAULT_SORT.direction)
    written.sort = `${sort.direction === 'desc' ? '-' : ''}${sort.id}`;
  return written;
}
