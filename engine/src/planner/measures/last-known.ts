import type { LastKnown } from '../../model/measures.ts';
import type { PlanMeasure } from '../../plan/measures.ts';
import type { PlanExpression } from '../../plan/predicates.ts';
import type { BoundFact } from '../binding/bound-dataset.ts';
import { binary, columnNamed } from '../../expression/build.ts';
import { knownDays, knownWithin } from '../../plan/known-values.ts';

/** Restricts a measure to the values known on the first or last day of a period, or on some day of it. */
export function whereKnown(fact: BoundFact, { time, take }: LastKnown, where: PlanExpression | null): PlanExpression {
  const { table } = fact.from.dataset;
  const dates = fact.snapshotDates.add(time).name;
  const [first, last] = [columnNamed(dates, 'first'), columnNamed(dates, 'last')];
  const known = knownWithin(table, take === 'last' ? last : first, take === 'first' ? first : last);
  return where ? binary(known, 'and', where) : known;
}

/**
 * The average over the days of a period: each value times the number of days on which it is known, ÷ the days of the
 * period, which are the same for all groups. Or the sum of each key's least or greatest value.
 */
export function planOverKnownDays(
  fact: BoundFact,
  { time, take, per }: LastKnown,
  { name, value, where }: { name: string; value: PlanExpression | null; where: PlanExpression | null },
): PlanMeasure {
  const { aggregates, from, home } = fact;
  fact.overDays.add(name);
  const dates = fact.snapshotDates.add(time).name;
  if (take !== 'average') {
    const by = per.map((key) => home.rule(home.from.expressions.values.get(key)!, 'system'));
    const of = { name, kind: take === 'min' ? ('min' as const) : ('max' as const), value: value!, where };
    return { name, kind: 'plain', aggregate: aggregates.add({ name, kind: 'nested', by, of, take: { kind: 'sum' } }) };
  }
  const [first, last] = [columnNamed(dates, 'first'), columnNamed(dates, 'last')];
  const known = knownDays(from.dataset.table, first, last);
  const weighted = value ? binary(value, '*', known) : known;
  const sum = aggregates.add({ name: `${name} sum`, kind: 'sum', value: weighted, where });
  const days = aggregates.add({ name: `${name} days`, kind: 'max', value: columnNamed(dates, 'days'), where: null });
  const one = (aggregate: string) => [{ aggregate, factor: '1' }];
  return { name, kind: 'ratio', numerator: one(sum), denominator: one(days), months: null, cutAt: null };
}
