import { stringifySearch } from '@rise/ui/search-params';
import { useAddress } from '@rise/shell/routing';
import { useMemo } from 'react';

export const LIST = '/apps/ecommerce/inventory';
export const SIZES = [5, 10, 25, 100] as const;
const USUAL_SIZE = 25;
export const SORTS = ['name', 'sku', 'price', 'stock', 'active'] as const;
export type Sort = (typeof SORTS)[number];

/** The filters, by their names in the address and in the call. */
export const FILTERS = ['category', 'brand', 'vendor', 'tag', 'active', 'stock'] as const;
export type FilterName = (typeof FILTERS)[number];

/** Removes them from the address. */
export const NO_FILTERS = Object.fromEntries(FILTERS.map((name) => [name, null]));

/** What the list shows, from the address. Pages count from 1. */
export interface ListAddress {
  readonly query: string;
  readonly filters: Readonly<Partial<Record<FilterName, string>>>;
  readonly sort: Sort;
  readonly order: 'asc' | 'desc';
  readonly size: number;
  readonly page: number;
  readonly hrefOf: (page: number) => string;
}

export const isNarrowed = ({ query, filters }: ListAddress): boolean =>
  query.trim() !== '' || Object.keys(filters).length > 0;

export function useListAddress(): ListAddress {
  const { search } = useAddress();
  return useMemo(
    () => ({
      query: search['q'] ?? '',
      filters: Object.fromEntries(FILTERS.filter((name) => search[name]).map((name) => [name, search[name]!])),
      sort: SORTS.find((name) => name === search['sort']) ?? 'name',
      order: search['order'] === 'desc' ? 'desc' : 'asc',
      size: SIZES.find((size) => String(size) === search['size']) ?? USUAL_SIZE,
      page: Math.max(Math.trunc(Number(search['page'] ?? 1)) || 1, 1),
      hrefOf: (page) => `${LIST}${stringifySearch({ ...search, page: page > 1 ? page : null })}`,
    }),
    [search],
  );
}

/** The query of the call; it counts pages from 0. */
export const callQuery = ({ query, filters, sort, order, size, page }: ListAddress) => ({
  ...(query.trim() !== '' && { search: query, searchIn: 'all' as const }),
  ...filters,
  sort,
  order,
  page: page - 1,
  size,
});
