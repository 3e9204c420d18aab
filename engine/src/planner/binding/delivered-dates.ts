import type { Measure } from '@rise/contract';
import type { Expression } from '../../expression/tree.ts';
import { bothDates, eitherDates } from '../../model/coverage.ts';
import type { DeliveredDates } from '../../model/coverage.ts';
import { measuresIn } from '../../model/read-expressions.ts';
import type { BoundDataset } from './bound-dataset.ts';

/** The value and the condition of a measure over rows. */
export function expressionsOfMeasure({ from }: BoundDataset, name: string): Expression[] {
  const { values, conditions } = from.expressions;
  return [values.get(name), conditions.get(name)].filter((item) => item !== undefined);
}

/** The snapshot dates for which all that a measure over rows needs was delivered; null for all dates. */
export function deliveredDates(bound: BoundDataset, name: string): DeliveredDates {
  const { coverage } = bound.factOf(name);
  if (!coverage) return null;
  return expressionsOfMeasure(bound, name).map(coverage.of).reduce<DeliveredDates>(bothDates, null);
}

/**
 * The snapshot dates on which a measure has a value: a sum of measures where one of its parts has, a ratio where both
 * of its sums have.
 */
export function availableDates(bound: BoundDataset, measure: Measure): DeliveredDates {
  const { measures, expressions } = bound.from;
  const of = (name: string) => availableDates(bound, measures.get(name)!);
  const sum = (terms: readonly { measure: string }[]) => terms.map((term) => of(term.measure)).reduce(eitherDates);
  switch (measure.kind) {
    case 'combine':
      return sum(measure.terms);
    case 'ratio':
      return bothDates(sum(measure.numerator), sum(measure.denominator));
    case 'derived':
      return measuresIn(expressions.values.get(measure.name)!).map(of).reduce<DeliveredDates>(bothDates, null);
    default:
      return deliveredDates(bound, measure.name);
  }
}
