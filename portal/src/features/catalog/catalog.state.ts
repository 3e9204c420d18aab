import type { SearchParams } from '@rise/ui/search-params';

export const CATALOG_KINDS = ['measures', 'dimensions'] as const;
export type CatalogKind = (typeof CATALOG_KINDS)[number];

/** State of the catalog, as stored in the address: `?show=dimensions&dataset=loans&q=rate&about=loans.rate`. */
export interface CatalogState {
  kind: CatalogKind;
  /** Name of the only dataset shown; null: all. */
  dataset: string | null;
  search: string;
  /** The member whose details are open, as `<dataset>.<name>`. */
  about: string | null;
}

const MAX_LENGTH = 200;
const short = (text: string | undefined) => (text ?? '').slice(0, MAX_LENGTH);

export function readCatalogState(params: SearchParams): CatalogState {
  return {
    kind: CATALOG_KINDS.find((kind) => kind === params.show) ?? 'measures',
    dataset: short(params.dataset) || null,
    search: short(params.q),
    about: short(params.about) || null,
  };
}

/** Writes a state as parameters of the address; defaults are omitted. */
export function writeCatalogState({ kind, dataset, search, about }: CatalogState): Record<string, string> {
  return {
    ...(kind !== 'measures' && { show: kind }),
    ...(dataset !== null && { dataset }),
    ...(search !== '' && { q: search }),
    ...(about !== null && { about }),
  };
}
