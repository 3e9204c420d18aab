import { allOf } from '../../expression/build.ts';
import type { DeliveredDates } from '../../model/coverage.ts';
import { lastKnownOf, overOf } from '../../model/measures.ts';
import type { BaseAggregate, PlanMeasure } from '../../plan/measures.ts';
import type { PlanExpression } from '../../plan/predicates.ts';
import type { BoundDataset } from '../binding/bound-dataset.ts';
import { deliveredDates } from '../binding/delivered-dates.ts';
import { onSnapshotDate } from '../binding/snapshot-dates.ts';
import { whereKnown } from './last-known.ts';

const NEVER: PlanExpression = { kind: 'boolean', value: false, at: 0 };
const ONE: PlanExpression = { kind: 'number', value: '1', at: 0 };
const NONE: PlanExpression = { kind: 'number', value: '0', at: 0 };

/** Whether a day is one of these dates. */
export function isOneOf(day: PlanExpression, dates: NonNullable<DeliveredDates>): PlanExpression {
  if (dates.length === 0) return NEVER;
  return { kind: 'in', of: day, list: dates.map((value) => ({ kind: 'day', value, at: 0 })), negated: false, at: 0 };
}

/**
 * Restricts a measure over rows to the snapshot dates for which its columns were delivered; null for all rows. On other
 * dates its condition or a default in its formula could make a figure of nothing.
 */
export function whereDelivered(bound: BoundDataset, name: string): PlanExpression | null {
  const delivered = deliveredDates(bound, name);
  if (delivered === null) return null;
  if (delivered.length === 0) return NEVER;
  const fact = bound.factOf(name);
  const measure = bound.from.measures.get(name)!;
  const over = overOf(measure);
  if (!over || lastKnownOf(measure) || over.time !== fact.from.dataset.snapshots) return null;
  return isOneOf(fact.snapshotDates.add(over.time).day, delivered);
}

/** A condition in rows of the measure's dates, as far as its columns were delivered for them. */
export function onDates(bound: BoundDataset, name: string, condition: PlanExpression | null): PlanExpression | null {
  const fact = bound.factOf(name);
  const where = allOf([condition, whereDelivered(bound, name)].filter((item) => item !== null));
  const measure = bound.from.measures.get(name)!;
  const lastKnown = lastKnownOf(measure);
  if (lastKnown) return whereKnown(fact, lastKnown, where);
  const over = overOf(measure);
  return over ? onSnapshotDate(fact.snapshotDates.add(over.time), over.take, where) : where;
}

/** Counts the rows that satisfy a condition: 0 if none does, null on dates without the columns. */
export const countAmong = (bound: BoundDataset, name: string, condition: PlanExpression): BaseAggregate => ({
  name,
  kind: 'sum',
  value: { kind: 'case', of: null, when: [{ when: condition, value: ONE }], else: NONE, at: 0 },
  where: onDates(bound, name, null),
});

/** Counts distinct values as a part of a ratio: null if there is none. */
export const distinctOrNull = (name: string, value: PlanExpression, where: PlanExpression | null): BaseAggregate => ({
  name,
  kind: 'nested',
  by: [value],
  of: { name, kind: 'max', value: ONE, where },
  take: { kind: 'sum' },
});

/** A measure of one aggregate that has a value only where there are rows of dates with its columns. */
export function onlyOnDates(bound: BoundDataset, aggregate: BaseAggregate): PlanMeasure {
  const { name } = aggregate;
  const { aggregates } = bound.factOf(name);
  const values = aggregates.add({ ...aggregate, name: `${name} values` });
  const rows = aggregates.add({ name: `${name} rows`, kind: 'sum', value: ONE, where: onDates(bound, name, null) });
  const named = (of: string): PlanExpression => ({ kind: 'name', table: null, name: of, at: 0 });
  const hasRows: PlanExpression = { kind: 'missing', of: named('rows'), negated: true, at: 0 };
  return {
    name,
    kind: 'derived',
    value: { kind: 'case', of: null, when: [{ when: hasRows, value: named('value') }], else: null, at: 0 },
    of: [
      { name: 'value', kind: 'plain', aggregate: values },
      { name: 'rows', kind: 'linear', terms: [{ aggregate: rows, factor: '1' }] },
    ],
  };
}
