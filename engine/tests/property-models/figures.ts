import { aggregate, sum, there } from './aggregate.ts';
import type { Seen } from './aggregate.ts';
import { passes } from './conditions.ts';
import type { CustomMeasures } from './generate-query.ts';
import type { GeneratedWarehouse } from './generate-warehouse.ts';
import { knownFigure } from './known-values.ts';
import type { KnownRow } from './known-values.ts';
import { isJoinedFigure, measuresOf } from './measures.ts';
import type { DerivedMeasure, RowMeasure } from './measures.ts';

/** The rows of a group in each fact, the rows that determine the snapshot dates, and what is known on which days. */
export interface Group {
  facts: { own: Seen[]; everyone: Seen[]; days: string[]; known: KnownRow[] }[];
}

function rowFigure(measure: RowMeasure, group: Group['facts'][number], counts: (row: Seen) => boolean): number | null {
  if (measure.known !== undefined)
    return knownFigure(
      measure,
      group.days,
      group.known.filter(({ row }) => counts(row)),
    );
  const { own, everyone } = group;
  const where = (row: Seen) =>
    counts(row) &&
    (measure.where === null || (measure.where === 'flag' ? row.flag === true : row.number !== null && row.number >= 3));
  if (measure.over === null) return aggregate(measure, own.filter(where));
  const days = [...new Set(there(everyone.map((row) => row.day as string | null)))].toSorted();
  const on = (day: string | undefined) => own.filter((row) => row.day !== null && row.day === day);
  const figures = days.filter((day) => on(day).length > 0).map((day) => aggregate(measure, on(day).filter(where)));
  switch (measure.over) {
    case 'last':
    case 'first':
      return aggregate(measure, on(measure.over === 'last' ? days.at(-1) : days[0]).filter(where));
    case 'average': {
      const total = sum(there(figures));
      return total === null || own.length === 0 || days.length === 0 ? null : total / days.length;
    }
    case 'min':
    case 'max': {
      const ordered = there(figures).toSorted((one, other) => one - other);
      return (measure.over === 'min' ? ordered[0] : ordered.at(-1)) ?? null;
    }
  }
}

export type Measures = Map<string, MapValue<ReturnType<typeof measuresOf>> | { filtered: CustomMeasures['filtered'] }>;
type MapValue<T> = T extends Map<string, infer V> ? V : never;

/** The measures of a warehouse and of a query. */
export function measuresWith(world: GeneratedWarehouse, custom: CustomMeasures | null): Measures {
  const all: Measures = measuresOf(world);
  if (!custom) return all;
  return all
    .set('filtered', { filtered: custom.filtered })
    .set('formula', { fact: null, generated: { kind: 'derived', ...custom.formula } });
}

/** Which rows of the group count, besides a measure's own condition. */
type Counts = (row: Seen) => boolean;
/** A measure of a group, from the rows of it that count. */
export function figureOf(measures: Measures, name: string, group: Group, counts: Counts = () => true): number | null {
  const measure = measures.get(name)!;
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
      return top === null || bottom === null || bottom === 0 ? null : top / bottom;
    }
    case 'derived': {
      const [left, right] = [inner(derivedMeasure.left), inner(derivedMeasure.right)];
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
export function behind(measures: Measures, name: string): { fact: number; row: RowMeasure }[] {
  const measure = measures.get(name)!;
  if ('filtered' in measure) return behind(measures, measure.filtered.of);
  if ('row' in measure) return [measure];
  const { generated: derivedMeasure } = measure;
  const parts =
    derivedMeasure.kind === 'ratio'
      ? [derivedMeasure.top, derivedMeasure.bottom]
      : derivedMeasure.kind === 'derived'
        ? [derivedMeasure.left, derivedMeasure.right]
        : derivedMeasure.terms.map((term) => term.measure);
  return parts.flatMap((part) => behind(measures, part));
}

/** Whether the engine allows this calculation of the measure. */
export function allows(
  world: GeneratedWarehouse,
  custom: CustomMeasures | null,
  kind: 'share' | 'to_date' | 'moving',
  name: string,
  periods: boolean,
): boolean {
  const measures = measuresWith(world, custom);
  const rows = behind(measures, name).map(({ row }) => row);
  if (kind === 'moving') return rows.every(({ of }) => of !== 'day');
  if (kind === 'to_date')
    return rows.every(
      ({ kind, of, over }) =>
        over === null && !isJoinedFigure(of) && ['count', 'sum', 'average', 'count_distinct'].includes(kind),
    );
  const found = measures.get(name)!;
  if ('filtered' in found) return allows(world, custom, kind, found.filtered.of, periods);
  const measure = found;
  const linear =
    'row' in measure
      ? ['count', 'sum'].includes(measure.row.kind) && !isJoinedFigure(measure.row.of)
      : measure.generated.kind === 'combine';
  const daily = 'row' in measure && ['average', 'min', 'max'].includes(measure.row.over ?? '');
  return linear && !daily && (!periods || rows.every(({ over }) => over === null));
}
