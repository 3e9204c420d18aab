import { columnNamed, conjuncts, allOf, textOf } from '../../expression/build.ts';
import { columnsIn } from '../../expression/columns.ts';
import { walk } from '../../expression/tree.ts';
import { knownDays, knownWithin } from '../../plan/known-values.ts';
import type { PlanFact, StoredValues } from '../../plan/plan.ts';
import type { BaseAggregate } from '../../plan/measures.ts';
import { conjunctionOf } from '../../plan/predicates.ts';
import type { PlanExpression, PlanPredicate } from '../../plan/predicates.ts';
import { columnsOf } from '../../plan/references.ts';

/**
 * A figure of known values that increases and decreases add up to: of the first or last day of a period, or of all of
 * its days, each value as often as there are days on which it is known. `input` is what a row adds; null for the number
 * of the period's days.
 */
export interface AddedFigure {
  name: string;
  take: 'first' | 'last' | 'days';
  input: SumOrCount | null;
}

type SumOrCount = { name: string; where: PlanExpression | null } & (
  | { kind: 'sum' | 'filled'; value: PlanExpression }
  | { kind: 'count' }
);
const isSumOrCount = (aggregate: BaseAggregate): aggregate is BaseAggregate & SumOrCount =>
  aggregate.kind === 'sum' || aggregate.kind === 'filled' || aggregate.kind === 'count';

interface Added {
  figures: AddedFigure[];
  /** The fact's filter without the condition that a value is known in the period. */
  rest: PlanPredicate | null;
}

/**
 * The figures of a fact of stored known values; null unless each of them is a sum or count of exact numbers, and
 * everything else about a row is the same in all periods.
 */
export function addedFigures(
  fact: PlanFact,
  aggregates: readonly BaseAggregate[],
  rows: 'filter' | 'around',
): Added | null {
  const { source, snapshotDates, passing } = fact;
  const [dates, ...others] = snapshotDates;
  const stored = source.known?.stored;
  if (!stored || !dates || others.length > 0 || passing) return null;
  const at = { table: source.table, dates: dates.name, stored };
  const rest = withoutKnown(fact[rows], at);
  if (rest === undefined || columnsOf(rest).some(({ table }) => table === dates.name)) return null;
  const figures = aggregates.map((aggregate) => figureOf(aggregate, at));
  return figures.every((figure) => figure !== null) ? { figures, rest } : null;
}

interface At {
  table: string;
  /** Name of the as-of dates. */
  dates: string;
  stored: StoredValues;
}

const firstOf = ({ dates }: At) => columnNamed(dates, 'first');
const lastOf = ({ dates }: At) => columnNamed(dates, 'last');

/** The rest of a filter; undefined if it does not have the condition. */
function withoutKnown(filter: PlanPredicate | null, at: At): PlanPredicate | null | undefined {
  const known = textOf(knownWithin(at.table, firstOf(at), lastOf(at)));
  const isKnown = (item: PlanPredicate) => item.kind === 'holds' && textOf(item.condition) === known;
  if (filter?.kind !== 'all') return filter && isKnown(filter) ? null : undefined;
  const of = filter.of.filter((item) => !isKnown(item));
  return of.length < filter.of.length ? conjunctionOf(of) : undefined;
}

function figureOf(aggregate: BaseAggregate, at: At): AddedFigure | null {
  const { name } = aggregate;
  if (aggregate.kind === 'max') {
    const isDays = !aggregate.where && textOf(aggregate.value) === textOf(columnNamed(at.dates, 'days'));
    return isDays ? { name, take: 'days', input: null } : null;
  }
  if (!isSumOrCount(aggregate)) return null;
  const overDays = aggregate.kind === 'sum' ? perDay(aggregate.value, at) : null;
  if (overDays) {
    const where = withoutAll(aggregate.where, knownWithin(at.table, firstOf(at), lastOf(at)));
    return where && addedInput('days', { name, kind: 'sum', value: overDays, where: allOf(where) }, at);
  }
  for (const take of ['last', 'first'] as const) {
    const day = columnNamed(at.dates, take);
    const where = withoutAll(aggregate.where, knownWithin(at.table, day, day));
    if (where) return addedInput(take, { ...aggregate, where: allOf(where) }, at);
  }
  return null;
}

/** The conditions that are not among others; null unless it has all of these. */
function withoutAll(where: PlanExpression | null, others: PlanExpression): PlanExpression[] | null {
  const texts = new Set(conjuncts(others).map(textOf));
  const conditions = conjuncts(where);
  const rest = conditions.filter((item) => !texts.has(textOf(item)));
  return conditions.length - rest.length === texts.size ? rest : null;
}

/** What a value times the days on which it is known is computed of, or 1 for these days alone; null for other values. */
function perDay(value: PlanExpression, at: At): PlanExpression | null {
  const days = textOf(knownDays(at.table, firstOf(at), lastOf(at)));
  if (textOf(value) === days) return { kind: 'number', value: '1', at: 0 };
  const isWeighted = value.kind === 'binary' && value.operator === '*' && textOf(value.right) === days;
  return isWeighted ? value.left : null;
}

/** The figure, if a row's input is the same in all periods, and exact where it is added up. */
function addedInput(take: AddedFigure['take'], input: SumOrCount, at: At): AddedFigure | null {
  const read = [...('value' in input ? [input.value] : []), ...(input.where ? [input.where] : [])];
  if (read.some((item) => hasRate(item) || columnsIn(item).some(({ table }) => table === at.dates))) return null;
  return input.kind !== 'sum' || isExact(input.value, at) ? { name: input.name, take, input } : null;
}

/** Rates are those of the dates. */
function hasRate(value: PlanExpression): boolean {
  let found = false;
  walk(value, (item) => {
    found ||= item.kind === 'rate';
  });
  return found;
}

/** Whether sums of the value are exact, and at most as long as those of its columns. */
function isExact(value: PlanExpression, at: At): boolean {
  const all = (items: readonly PlanExpression[]) => items.every((item) => isExact(item, at));
  switch (value.kind) {
    case 'name':
      return value.table === at.table && !at.stored.inexact.includes(value.name);
    case 'number':
    case 'null':
      return true;
    case 'negative':
      return isExact(value.of, at);
    case 'binary':
      return (value.operator === '+' || value.operator === '-') && all([value.left, value.right]);
    case 'case':
      return all([...value.when.map((item) => item.value), ...(value.else ? [value.else] : [])]);
    case 'call':
      return value.function === 'coalesce' && all(value.arguments);
    default:
      return false;
  }
}
