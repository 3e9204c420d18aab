import type { SearchParams } from '@rise/ui/search-params';

/** Edges in pixels at which the catalogue draws. */
export const SIZES = [16, 20, 24, 32, 40, 48, 64] as const;
export type IconSize = (typeof SIZES)[number];

/** What the catalogue shows, as it stands in the address: `?q=arrow&size=32&icon=arrow-left`. */
export interface CatalogState {
  search: string;
  /** Null: as large as the set is meant to be shown. */
  size: IconSize | null;
  /** Name of the chosen icon, or of one that there is not. */
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

/** What the address is to say of a state; what is as usual is left out. */
export const writeCatalog = ({ search, size, icon }: CatalogState) => ({
  q: search || null,
  size: size === null ? null : String(size),
  icon,
});
