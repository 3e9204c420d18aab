import { tilesOf } from '@rise/contract';
import type { Filter, ReportDocument, ReportState, Tile } from '@rise/contract';
import type { Fields, SubjectValues } from './choices.ts';

type Minimum = NonNullable<Extract<Tile, { kind: 'ranking' }>['minimum']>;

export function minimumsOf(document: ReportDocument): { tile: string; minimum: Minimum }[] {
  return tilesOf(document).flatMap((tile) =>
    tile.kind === 'ranking' && tile.minimum ? [{ tile: tile.id, minimum: tile.minimum }] : [],
  );
}

const bucketsOf = (fields: Fields, field: string) => (fields.dimension(field)?.bands ?? []).map(({ value }) => value);

/** Minimums that the document does not offer. */
export function minimumIssues(document: ReportDocument, { minimums = {} }: ReportState, fields: Fields) {
  const offered = new Map(minimumsOf(document).map(({ tile, minimum }) => [tile, minimum]));
  return Object.entries(minimums).flatMap(([tile, value]) => {
    const field = `minimums.${tile}`;
    const minimum = offered.get(tile);
    if (!minimum) return [{ field, message: 'This report has no ranking with a minimum under that id.' }];
    const buckets = bucketsOf(fields, minimum.field);
    return buckets.includes(value) ? [] : [{ field, message: `Use one of ${buckets.join(', ')}.` }];
  });
}

/**
 * The bucket that each ranking starts from: the reader's, or the document's, lowered to the subject's own. `chosen` are
 * all filters of the run, those of the default peers included; one on the same dimension replaces the minimum.
 */
export function resolveMinimums(
  document: ReportDocument,
  state: ReportState,
  chosen: Readonly<Record<string, readonly string[]>>,
  fields: Fields,
  own: SubjectValues | null,
): Record<string, string> {
  const resolved = minimumsOf(document).flatMap(({ tile, minimum }) => {
    const buckets = bucketsOf(fields, minimum.field);
    if (buckets.length === 0 || (chosen[minimum.field] ?? []).length > 0) return [];
    const places = [minimum.from, ...(own?.get(minimum.field) ?? [])].map((value) => buckets.indexOf(value));
    const usual = buckets[Math.max(0, Math.min(...places))]!;
    return [[tile, state.minimums?.[tile] ?? usual] as const];
  });
  return Object.fromEntries(resolved);
}

/** The condition of each minimum; the first bucket needs none. */
export function minimumFilters(
  document: ReportDocument,
  minimums: Readonly<Record<string, string>>,
  fields: Fields,
): Record<string, Filter> {
  const filters = minimumsOf(document).flatMap(({ tile, minimum: { field } }) => {
    const buckets = bucketsOf(fields, field);
    const from = buckets.indexOf(minimums[tile] ?? '');
    return from > 0 ? [[tile, { field, op: 'in' as const, values: buckets.slice(from) }] as const] : [];
  });
  return Object.fromEntries(filters);
}
