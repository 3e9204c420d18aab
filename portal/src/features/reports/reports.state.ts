import type { SearchParams } from '@rise/ui/kernel';

const COLUMNS = ['title', 'purpose', 'updatedAt'] as const;
export type ReportColumn = (typeof COLUMNS)[number];
export interface ReportSort {
  id: ReportColumn;
  direction: 'asc' | 'desc';
}

/** What the list shows, as it stands in the address: `?q=score&sort=-updatedAt`. */
export interface ReportListState {
  search: string;
  sort: ReportSort;
}

export const DEFAULT_SORT: ReportSort = { id: 'title', direction: 'asc' };
const LONGEST = 200;

export function readListState(params: SearchParams): ReportListState {
  const given = params.sort ?? '';
  const id = COLUMNS.find((column) => column === given.replace(/^-/, ''));
  return {
    search: (params.q ?? '').slice(0, LONGEST),
    sort: id ? { id, direction: given.startsWith('-') ? 'desc' : 'asc' } : DEFAULT_SORT,
  };
}

/** The address of a state; what is as usual is left out. */
export function writeListState({ search, sort }: ReportListState): Record<string, string> {
  const written: Record<string, string> = {};
  if (search) written.q = search;
  if (sort.id !== DEFAULT_SORT.id || sort.direction !== DEFAULT_SORT.direction)
    written.sort = `${sort.direction === 'desc' ? '-' : ''}${sort.id}`;
  return written;
}
