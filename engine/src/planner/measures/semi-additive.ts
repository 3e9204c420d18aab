import type { Measure } from '@rise/contract';
import type { BoundDataset } from '../binding/bound-dataset.ts';
import { periodsOf } from '../sources/snapshot-dates.ts';
import { rowMeasuresBehind } from './parts.ts';
import { overOf } from '../../model/measures.ts';
import type { PlanField } from '../../plan/predicates.ts';

/**
 * For a semi-additive measure, or one computed from such: the query's fields that are periods of its date. Null if it
 * is additive over time. `fields` has one list per fact.
 */
export function snapshotPeriodsOf(
  bound: BoundDataset,
  measure: Measure,
  fields: readonly (readonly PlanField[])[],
): { periods: string[] } | null {
  const standing = rowMeasuresBehind(bound, measure).flatMap((name) => {
    const over = overOf(bound.from.measures.get(name)!);
    return over ? [{ fact: bound.factOf(name), time: over.time }] : [];
  });
  if (standing.length === 0) return null;
  const periods = standing.flatMap(({ fact, time }) =>
    periodsOf(fact.snapshotDates.add(time).day, fields[bound.facts.indexOf(fact)]!).map(({ name }) => name),
  );
  return { periods: [...new Set(periods)] };
}
