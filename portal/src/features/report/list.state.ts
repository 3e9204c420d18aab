import { tilesOf } from '@rise/contract/report-pages';
import type { Report, RowListQuery, Tile } from '@rise/contract';
import type { SearchParams } from '@rise/ui/search-params';

/** What the reader chose in a list of rows. */
export interface ListChoice {
  /** Absent: the order of the report. */
  sort?: { id: string; direction: 'asc' | 'desc' };
  /** Absent: the first. */
  page?: number;
}

export type ListChoices = Record<string, ListChoice>;

type RowsTile = Extract<Tile, { kind: 'rows' }>;

/** Pages beyond this are not offered by the server. */
const MAX_OFFSET = 10_000_000;

const sortParam = (tile: string): string => `sort.${tile}`;
const pageParam = (tile: string): string => `page.${tile}`;

function sortOf(text: string | undefined, { columns }: RowsTile): Pick<ListChoice, 'sort'> {
  const id = text?.replace(/^-/, '');
  if (id === undefined || !columns.includes(id)) return {};
  return { sort: { id, direction: text!.startsWith('-') ? 'desc' : 'asc' } };
}

function pageNumber(text: string | undefined, { pageSize }: RowsTile): Pick<ListChoice, 'page'> {
  const page = /^\d{1,8}$/.test(text ?? '') ? Number(text) : 1;
  return page > 1 && (page - 1) * pageSize <= MAX_OFFSET ? { page } : {};
}

/** Reads the choices in the lists of a report from an address: an order as `name` or `-name`, and a page from 1. */
export function readLists(params: SearchParams, { document }: Report): ListChoices {
  const lists = tilesOf(document).flatMap((tile): [string, ListChoice][] => {
    if (tile.kind !== 'rows') return [];
    const choice = {
      ...sortOf(params[sortParam(tile.id)], tile),
      ...pageNumber(params[pageParam(tile.id)], tile),
    };
    return Object.keys(choice).length > 0 ? [[tile.id, choice]] : [];
  });
  return Object.fromEntries(lists);
}

/** The inverse of `readLists`. */
export function writeLists(lists: ListChoices = {}): Record<string, string> {
  const written: Record<string, string> = {};
  for (const [tile, { sort, page = 1 }] of Object.entries(lists)) {
    if (sort) written[sortParam(tile)] = `${sort.direction === 'desc' ? '-' : ''}${sort.id}`;
    if (page > 1) written[pageParam(tile)] = String(page);
  }
  return written;
}

/** The first page of each list: other rows have other pages. */
export function onFirstPages(lists: ListChoices = {}): ListChoices {
  return Object.fromEntries(Object.entries(lists).map(([tile, { page: _page, ...rest }]) => [tile, rest]));
}

/** The query for a page; null for the first one in the report's order, which the run has. */
export function pageOf(first: RowListQuery, { sort, page = 1 }: ListChoice): RowListQuery | null {
  if (!sort && page === 1) return null;
  return {
    ...first,
    ...(sort && { order: [{ field: sort.id, direction: sort.direction }] }),
    offset: (page - 1) * first.limit,
  };
}
