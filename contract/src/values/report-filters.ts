import { tilesOf, type Paged } from './report-pages.ts';

/** What a filter of a whole report needs to know of a tile. */
interface FilteringTile {
  readonly kind: string;
  readonly dataset?: string | undefined;
  readonly category?: unknown;
  readonly dimensions?: readonly unknown[] | undefined;
}

interface FilteredDocument extends Paged<FilteringTile> {
  readonly peers: readonly string[];
  readonly filters: readonly string[];
}

/**
 * Dimensions whose members are the marks of charts and the rows of tables: a reader filters the report by selecting one,
 * whether or not the report offers a filter of it.
 */
export function markFields(document: FilteredDocument): string[] {
  const offered = new Set([...document.peers, ...document.filters]);
  const fields = tilesOf(document).flatMap(({ kind, dataset, category, dimensions = [] }) => {
    if (dataset !== undefined) return [];
    const [first, ...others] = kind === 'chart' ? [category] : kind === 'table' ? dimensions : [];
    return typeof first === 'string' && others.length === 0 && !offered.has(first) ? [first] : [];
  });
  return [...new Set(fields)];
}

/** All dimensions that a reader can filter a report by: those that it offers first. */
export const filterFields = (document: FilteredDocument): string[] => [
  ...document.peers,
  ...document.filters,
  ...markFields(document),
];
