import { aggregate, sum, withoutNulls } from './aggregate.ts';
import type { VisibleRow, Value } from './aggregate.ts';
import { passes } from './conditions.ts';
import type { CustomMeasures } from './query.ts';
import type { GeneratedWarehouse } from './generate-warehouse.ts';
import { areMixed } from './conversion.ts';
import { converted, daysOf } from './groups.ts';
import type { FactGroup, Group } from './groups.ts';
import { knownFigure } from './known-values.ts';
import { isJoinedFigure } from './row-measure.ts';
import { measuresOf } from './measures.ts';
import type { DerivedMeasure, RowMeasure } from './row-measure.ts';

function rowFigure(measure: RowMeasure, fact: FactGroup, counts: (row: VisibleRow) => boolean): number | null {
  const group = converted(measure, fact);
  if (measure.known !== undefined)
    return knownFigure(
      measure,
      group.days,
      group.known.filter(({ row }) => counts(row)),
    );
  const { own, snapshotRows } = group;
  const where = (row: VisibleRow) => counts(row) && satisfies(row, measure);
  if (measure.over === null) return aggregate(measure, own.filter(where));
  const days = daysOf(snapshotRows);
  const on = (day: string | undefined) => own.filter((row) => row.day !== null && row.day === day);
  const figures = days.filter((day) => on(day).length > 0).map((day) => aggregate(measure, on(day).filter(where)));
  switch (measure.over) {
    case 'last':
    case 'first':
      return aggregate(measure, on(measure.over === 'last' ? days.at(-1) : days[0]).filter(where));
    case 'average': {
      const total = sum(withoutNulls(figures));
      return total === null || own.length === 0 || days.length === 0 ? null : total / days.length;
    }
    case 'min':
    case 'max': {
      if (figures.some(Number.isNaN)) return Number.NaN;
      const ordered = withoutNulls(figures).toSorted((one, other) => one - other);
      return (measure.over === 'min' ? ordered[0] : ordered.at(-1)) ?? null;
    }
  }
}

/** Whether a row satisfies the measure's own condition. */
const satisfies = (row: VisibleRow, { where }: RowMeasure) =>
  where === null || (where === 'flag' ? row.flag === true : row.number !== null && row.number >= 3);

/** What the amounts behind a measure that are not converted are in; null where a row does not say it. */
function currenciesBehind(measures: Measures, name: string, group: Group, counts: Counts): (string | null)[] {
  const measure = measures.get(name)!;
  if ('filtered' in measure)
    return currenciesBehind(measures, measure.filtered.of, group, (row) => passes(row, measure.filtered.filter));
  if (!('row' in measure))
    return partsOf(measure.generated).flatMap((part) => currenciesBehind(measures, part, group, counts));
  const { amounts, over } = measure.row;
  if (amounts?.in !== 'row' || amounts.at !== null) return [];
  const { own, snapshotRows } = group.facts[measure.fact]!;
  const last = daysOf(snapshotRows).at(-1);
  return own.flatMap((row) =>
    row.money !== null && counts(row) && satisfies(row, measure.row) && (over === null || row.day === last)
      ? [row.currency as string | null]
      : [],
  );
}

/** Amounts that cannot be added up have no figure. */
export const isKnown = (value: number | null): value is number => value !== null && !Number.isNaN(value);
/** A figure as a result has it. */
export const displayed = (value: Value): Value => (Number.isNaN(value) ? null : value);

export type Measures = Map<string, MapValue<ReturnType<typeof measuresOf>> | { filtered: CustomMeasures['filtered'] }>;
type MapValue<T> = T extends Map<string, infer V> ? V : never;

/** The measures of a warehouse and of a query. */
export function measuresWith(warehouse: GeneratedWarehouse, custom: CustomMeasures | null): Measures {
  const all: Measures = measuresOf(warehouse);
  if (!custom) return all;
  return new Map(all)
    .set('filtered', { filtered: custom.filtered })
    .set('formula', { fact: null, generated: { kind: 'derived', ...custom.formula } });
}

/** Which rows of the group count, besides a measure's own condition. */
type Counts = (row: VisibleRow) => boolean;
/** A measure of a group, from the rows of it that count. */
export function figureOf(measures: Measures, name: string, group: Group, counts: Counts = () => true): number | null {
  const measure = measures.get(name)!;
  if (areMixed(currenciesBehind(measures, name, group, counts))) return Number.NaN;
  if ('filtered' in measure)
    return figureOf(measures, measure.filtered.of, group, (row) => passes(row, measure.filtered.filter));
  return 'row' in measure
    ? rowFigure(measure.row, group.facts[measure.fact]!, counts)
    : derivedFigure(measures, measure.generated, group, counts);
}
function derivedFigure(
  measures: Measures,
  derivedMeasure: DerivedMeasure,
  group: Group,
  counts: Counts,
): number | null {
  const inner = (name: string) => figureOf(measures, name, group, counts);
  switch (derivedMeasure.kind) {
    case 'ratio': {
      const [top, bottom] = [inner(derivedMeasure.top), inner(derivedMeasure.bottom)];
      if (Number.isNaN(top) || Number.isNaN(bottom)) return Number.NaN;
      return top === null || bottom === null || bottom === 0 ? null : top / bottom;
    }
    case 'derived': {
      const [left, right] = [inner(derivedMeasure.left), inner(derivedMeasure.right)];
      if (Number.isNaN(left) || Number.isNaN(right)) return Number.NaN;
      return left === null || right === null ? null : left - right;
    }
    case 'combine': {
      const parts = derivedMeasure.terms.map(({ measure, factor }) => ({ value: inner(measure), factor }));
      return parts.every(({ value }) => value === null)
        ? null
        : parts.reduce((all, { value, factor }) => all + (value ?? 0) * factor, 0);
    }
  }
}

/** The row measures that a measure is computed from, with their facts. */
export function rowMeasuresBehind(measures: Measures, name: string): { fact: number; row: RowMeasure }[] {
  const measure = measures.get(name)!;
  if ('filtered' in measure) return rowMeasuresBehind(measures, measure.filtered.of);
  if ('row' in measure) return [measure];
  return partsOf(measure.generated).flatMap((part) => rowMeasuresBehind(measures, part));
}

/** The measures that a measure is directly computed from. */
function partsOf(generated: DerivedMeasure): string[] {
  switch (generated.kind) {
    case 'ratio':
      return [generated.top, generated.bottom];
    case 'derived':
      return [generated.left, generated.right];
    case 'combine':
      return generated.terms.map((term) => term.measure);
  }
}

/** Whether the engine allows this calculation of the measure. */
export function isCalculationAllowed(
  warehouse: GeneratedWarehouse,
  custom: CustomMeasures | null,
  kind: 'share' | 'to_date' | 'moving',
  name: string,
  periods: boolean,
): boolean {
  const measures = measuresWith(warehouse, custom);
  const rows = rowMeasuresBehind(measures, name).map(({ row }) => row);
  if (kind === 'moving') return rows.every(({ of }) => of !== 'day');
  if (kind === 'to_date')
    return rows.every(
      ({ kind, of, over }) =>
        over === null && !isJoinedFigure(of) && ['count', 'sum', 'average', 'count_distinct'].includes(kind),
    );
  const found = measures.get(name)!;
  if ('filtered' in found) return isCalculationAllowed(warehouse, custom, kind, found.filtered.of, periods);
  const measure = found;
  const linear =
    'row' in measure
      ? ['count', 'sum'].includes(measure.row.kind) && !isJoinedFigure(measure.row.of)
      : measure.generated.kind === 'combine';
  const daily = 'row' in measure && ['average', 'min', 'max'].includes(measure.row.over ?? '');
  return linear && !daily && (!periods || rows.every(({ over }) => over === null));
}
