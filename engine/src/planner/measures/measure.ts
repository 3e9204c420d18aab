import type { Measure, ResultColumn } from '@rise/contract';
import type { Expression } from '../../expression/tree.ts';
import { rowGrain } from '../../model/row-grain.ts';
import { measuresIn } from '../../model/read-expressions.ts';
import { localTime } from '../../plan/calendar.ts';
import type { BoundDataset, BoundFact } from '../binding/bound-dataset.ts';
import { amountsOf, checkedBy, convertedBy } from './amounts.ts';
import type { Amounts } from './amounts.ts';
import { countAmong, distinctOrNull, onDates, onlyOnDates, whereDelivered } from './delivered.ts';
import { planOverKnownDays } from './last-known.ts';
import { flattenTerms } from './parts.ts';
import { snapshotDayCount, onSnapshotDate } from '../binding/snapshot-dates.ts';
import type { BaseAggregate, PlanMeasure, PlanTerm, Spread } from '../../plan/measures.ts';
import type { PlanExpression } from '../../plan/predicates.ts';
import { lastKnownOf, overOf, pointInTime } from '../../model/measures.ts';
import { planWeighted } from './weighted.ts';

/** Aggregates that a repeated value would change. */
type RepeatableAggregate = { name: string; value: PlanExpression; where: PlanExpression | null } & (
  | { kind: 'sum' | 'filled' }
  | { kind: 'quantile'; share: number }
  | (Spread & { kind: 'spread' })
);

/** The key of the joined table that a value belongs to; null if it belongs to the rows of the fact. */
function joinedKey({ from }: BoundFact, value: Expression): PlanExpression[] | null {
  const grain = rowGrain(from.dataset, value);
  return grain.kind === 'joined' ? [...grain.key] : null;
}

/** A value of a row; a time as it is presented, in the tenant's time zone. */
function presentedTime({ calendar }: BoundDataset, measure: Measure, value: PlanExpression): PlanExpression {
  if (pointInTime(measure) !== 'timestamp') return value;
  return localTime(value, calendar);
}

/** What is computed from single values. */
function statisticOf(measure: Extract<Measure, { kind: 'median' | 'percentile' | 'variance' | 'stddev' }>) {
  switch (measure.kind) {
    case 'median':
      return { kind: 'quantile', share: 0.5 } as const;
    case 'percentile':
      return { kind: 'quantile', share: measure.share } as const;
    case 'variance':
    case 'stddev':
      return { kind: 'spread', root: measure.kind === 'stddev', population: measure.population } as const;
  }
}

/** Decimal places to which a figure is truncated; null if it is not. */
function cutOf({ format: { decimals, truncate, unit } }: Measure): number | null {
  return truncate ? decimals + (unit === 'percent' ? 2 : 0) : null;
}

/** The bound condition of a measure over rows. */
function conditionOf(bound: BoundDataset, name: string): PlanExpression | null {
  const condition = bound.from.expressions.conditions.get(name);
  return condition ? bound.factOf(name).bind(condition) : null;
}

const one = (aggregate: string): PlanTerm[] => [{ aggregate, factor: '1' }];

/**
 * Plans one measure and collects the aggregates it needs from each fact. A figure of amounts that cannot be added up has
 * no value.
 */
export function planMeasure(bound: BoundDataset, measure: Measure): PlanMeasure {
  const amounts: Amounts[] = [];
  return checkedBy(planFigure(bound, measure, amounts), amounts);
}

/** What measures over rows are aggregated from; `amounts` receives those in several currencies. */
function rowsOf(bound: BoundDataset, amounts: Amounts[]) {
  const { from } = bound;
  const whereOf = (of: string) => onDates(bound, of, conditionOf(bound, of));
  /** The value of a row, in the currency that it is converted to. */
  const valueOf = (of: string) => {
    const value = bound.factOf(of).bind(from.expressions.values.get(of)!);
    const own = amountsOf(bound, of, { value, where: whereOf(of) });
    if (own) amounts.push(own);
    return convertedBy(value, own);
  };
  const keyOf = (of: string) => joinedKey(bound.factOf(of), from.expressions.values.get(of)!);
  /** Once for each row of the table that the value belongs to. */
  const ofRows = (of: string, aggregate: RepeatableAggregate): BaseAggregate => {
    const by = keyOf(of);
    if (!by) return aggregate;
    const { name: own, value, where, ...take } = aggregate;
    return { name: own, kind: 'nested', by, of: { name: own, kind: 'max', value, where }, take };
  };
  const aggregateOf = (of: string): BaseAggregate => {
    const { kind } = from.measures.get(of)!;
    const where = whereOf(of);
    if (whereDelivered(bound, of)) {
      if (kind === 'count') return countAmong(bound, of, conditionOf(bound, of)!);
      if (kind === 'count_distinct') return distinctOrNull(of, valueOf(of), where);
    }
    if (kind === 'count') return { name: of, kind, where };
    if (kind === 'count_distinct') return { name: of, kind: 'distinct', value: valueOf(of), where };
    return ofRows(of, { name: of, kind: 'sum', value: valueOf(of), where });
  };
  return { whereOf, valueOf, keyOf, ofRows, aggregateOf };
}

/** Plans one measure; `amounts` receives those in several currencies, which the figure has to be checked for. */
function planFigure(bound: BoundDataset, measure: Measure, amounts: Amounts[]): PlanMeasure {
  const { from } = bound;
  const { name } = measure;
  const cutAt = cutOf(measure);
  const { whereOf, valueOf, keyOf, ofRows, aggregateOf } = rowsOf(bound, amounts);
  const add = (of: string, aggregate: BaseAggregate) => bound.factOf(of).aggregates.add(aggregate);
  const note = (terms: PlanTerm[]) => {
    for (const { aggregate } of terms) add(aggregate, aggregateOf(aggregate));
    return terms;
  };
  const plain = (of: BaseAggregate): PlanMeasure => ({ name, kind: 'plain', aggregate: add(name, of) });
  const distinct = () => ({ name, kind: 'distinct', value: valueOf(name), where: whereOf(name) }) as const;
  const over = overOf(measure);
  const lastKnown = lastKnownOf(measure);
  if (lastKnown && measure.kind !== 'count_distinct' && lastKnown.take !== 'last' && lastKnown.take !== 'first')
    return planOverKnownDays(bound.factOf(name), lastKnown, {
      name,
      value: measure.kind === 'count' ? null : valueOf(name),
      where: whereOf(name),
    });
  if (over && over.take !== 'last' && over.take !== 'first')
    return planOverDays(bound.factOf(name), measure.kind === 'count_distinct' ? distinct() : aggregateOf(name), {
      time: over.time,
      take: over.take,
      among: whereDelivered(bound, name),
      cutAt,
    });
  switch (measure.kind) {
    case 'sum':
    case 'count':
    case 'average_balance':
      return { name, kind: 'linear', terms: note(one(name)) };
    case 'combine':
      return { name, kind: 'linear', terms: note(flattenTerms(from, measure.terms)) };
    case 'ratio': {
      const numerator = note(flattenTerms(from, measure.numerator));
      return {
        name,
        kind: 'ratio',
        numerator,
        denominator: note(flattenTerms(from, measure.denominator)),
        months: measure.annualise ? noteMonths(bound, numerator[0]!.aggregate) : null,
        cutAt,
      };
    }
    case 'average': {
      const [value, where] = [valueOf(name), whereOf(name)];
      const sum = add(name, ofRows(name, { name: `${name} sum`, kind: 'sum', value, where }));
      const values = add(name, ofRows(name, { name: `${name} values`, kind: 'filled', value, where }));
      return { name, kind: 'ratio', numerator: one(sum), denominator: one(values), months: null, cutAt };
    }
    case 'count_distinct':
      return whereDelivered(bound, name) ? onlyOnDates(bound, distinct()) : plain(distinct());
    case 'min':
    case 'max':
      return plain({
        name,
        kind: measure.kind,
        value: presentedTime(bound, measure, valueOf(name)),
        where: whereOf(name),
      });
    case 'median':
    case 'percentile':
    case 'variance':
    case 'stddev': {
      const [value, where] = [valueOf(name), whereOf(name)];
      return plain(
        value.kind === 'weighted'
          ? planWeighted(measure, value, { by: keyOf(name), where })
          : ofRows(name, { name, ...statisticOf(measure), value, where }),
      );
    }
    case 'derived': {
      const value = bound.facts[0]!.bindFigures(from.expressions.values.get(name)!);
      const of = measuresIn(value).map((measure) => planFigure(bound, from.measures.get(measure)!, amounts));
      return { name, kind: 'derived', value, of };
    }
  }
}

/** The months of the income that a measure sums: of its snapshot date, where it has one. */
function noteMonths(bound: BoundDataset, of: string): string {
  const { aggregates, from, snapshotDates, id } = bound.factOf(of);
  const over = overOf(bound.from.measures.get(of)!);
  const where = over ? onSnapshotDate(snapshotDates.add(over.time), over.take, null) : null;
  // Named per fact, since each fact has its own months.
  const name = `${id}: months of income${over ? `, ${over.take}` : ''}`;
  // Validation has ensured that annualized income has a date.
  return aggregates.add({ name, kind: 'months', column: { ...from.dataset.asOf! }, where });
}

/**
 * The minimum or maximum of daily values, or their sum ÷ the number of days with data. That number is the same for all
 * groups, so the averages of groups add up to the overall average. `among` restricts the days.
 */
function planOverDays(
  { aggregates, snapshotDates }: BoundFact,
  aggregate: BaseAggregate,
  {
    time,
    take,
    among,
    cutAt,
  }: { time: string; take: 'average' | 'min' | 'max'; among: PlanExpression | null; cutAt: number | null },
): PlanMeasure {
  const { name } = aggregate;
  const dates = snapshotDates.add(time, among);
  // Days without a key are left out.
  const day: PlanExpression = among
    ? { kind: 'case', of: null, when: [{ when: among, value: dates.day }], else: null, at: 0 }
    : dates.day;
  const daily = (kind: 'sum' | 'min' | 'max'): string =>
    aggregates.add({ name, kind: 'nested', by: [day], of: { ...aggregate, name: 'figure' }, take: { kind } });
  if (take !== 'average') return { name, kind: 'plain', aggregate: daily(take) };
  const sum = aggregate.kind === 'distinct' ? daily('sum') : aggregates.add({ ...aggregate, name: `${name} sum` });
  const days = aggregates.add({ name: dates.name, kind: 'max', value: snapshotDayCount(dates), where: null });
  return { name, kind: 'ratio', numerator: one(sum), denominator: one(days), months: null, cutAt };
}

const TYPES = {
  sum: 'decimal',
  average_balance: 'decimal',
  combine: 'decimal',
  min: 'decimal',
  max: 'decimal',
  count: 'integer',
  count_distinct: 'integer',
  ratio: 'number',
  average: 'number',
  median: 'number',
  percentile: 'number',
  variance: 'number',
  stddev: 'number',
  derived: 'number',
} as const satisfies Record<Measure['kind'], ResultColumn['type']>;

/** Types in results: ratios, quantiles and deviations are doubles, counts integers, everything else exact decimals. */
export function measureColumn(measure: Measure): ResultColumn {
  const { name, title, label, kind, format } = measure;
  const type = pointInTime(measure) ?? (overOf(measure)?.take === 'average' ? 'number' : TYPES[kind]);
  return { name, title: label ?? title, role: 'measure', type, format };
}
