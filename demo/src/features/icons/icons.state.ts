import type { SearchParams } from '@rise/ui/search-params';

/** Sizes offered by the catalog, in pixels. */
export const SIZES = [16, 20, 24, 32, 40, 48, 64] as const;
export type IconSize = (typeof SIZES)[number];

/** The catalog's state in the address: `?q=arrow&size=32&icon=arrow-left`. */
export interface CatalogState {
  search: string;
  /** Null: the set's default size. */
  size: IconSize | null;
  /** Name of the chosen icon; may be unknown. */
  icon: string | null;
}

const LONGEST = 100;

export function readCatalog(params: SearchParams): CatalogState {
  return {
    search: (params['q'] ?? '').slice(0, LONGEST),
    size: SIZES.find((size) => String(size) === params['size']) ?? null,
    icon: params['icon'] || null,
  };
}

/** Search parameters of a state, without default values. */
export const writeCatalog = ({ search, size, icon }: CatalogState) => ({
  q: search || null,
  size: size === null ? null : String(size),
  icon,
});
