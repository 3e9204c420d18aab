import type { SearchParams } from '@rise/ui/search-params';

const COLUMNS = ['title', 'purpose', 'updatedAt'] as const;
export type ReportColumn = (typeof COLUMNS)[number];
export interface ReportSort {
  id: ReportColumn;
  direction: 'asc' | 'desc';
}

/** State of the list, as stored in the address: `?q=score&sort=-updatedAt`. */
export interface ReportListState {
  search: string;
  sort: ReportSort;
}

export const DEFAULT_SORT: ReportSort = { id: 'title', direction: 'asc' };
const MAX_LENGTH = 200;

export function readListState(params: SearchParams): ReportListState {
  const input = params.sort ?? '';
  const id = COLUMNS.find((column) => column === input.replace(/^-/, ''));
  return {
    search: (params.q ?? '').slice(0, MAX_LENGTH),
    sort: id ? { id, direction: input.startsWith('-') ? 'desc' : 'asc' } : DEFAULT_SORT,
  };
}

/** Writes a state as parameters of the address; defaults are omitted. */
export function writeListState({ search, sort }: ReportListState): Record<string, string> {
  const written: Record<string, string> = {};
  if (search) written.q = search;
  if (sort.id !== DEFAULT_SORT.id || sort.direction !== DEFAULT_SORT.direction)
    written.sort = `${sort.direction === 'desc' ? '-' : ''}${sort.id}`;
  return written;
}
