import type { Measure } from '@rise/contract';
import { measuresIn } from '../model/read-expressions.ts';
import type { BoundDataset } from './bound-dataset.ts';
import { periodsOf } from './plan-clock.ts';
import { flattenTerms, overOf } from './plan-measure.ts';
import type { PlanField } from './plan.ts';

/** The measures of rows that a measure is made of. */
function ofRows({ from }: Pick<BoundDataset, 'from'>, measure: Measure): string[] {
  const inner = (name: string) => ofRows({ from }, from.measures.get(name)!);
  switch (measure.kind) {
    case 'combine':
      return flattenTerms(from, measure.terms).map(({ atom }) => atom);
    case 'ratio':
      return [...measure.numerator, ...measure.denominator].flatMap((term) => inner(term.measure));
    case 'derived':
      return measuresIn(from.expressions.values.get(measure.name)!).flatMap(inner);
    default:
      return [measure.name];
  }
}

/**
 * Where a measure, or one that it is made of, stands on days: those fields of a query that are periods of its date.
 * Null where it adds up over time. `fields` are those of each fact.
 */
export function standsOn(
  bound: BoundDataset,
  measure: Measure,
  fields: readonly (readonly PlanField[])[],
): { periods: string[] } | null {
  const standing = ofRows(bound, measure).flatMap((name) => {
    const over = overOf(bound.from.measures.get(name)!);
    return over ? [{ fact: bound.factOf(name), time: over.time }] : [];
  });
  if (standing.length === 0) return null;
  const periods = standing.flatMap(({ fact, time }) =>
    periodsOf(fact.clocks.add(time).day, fields[bound.facts.indexOf(fact)]!).map(({ name }) => name),
  );
  return { periods: [...new Set(periods)] };
}
