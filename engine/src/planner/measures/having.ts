import { columnOf } from '@rise/contract';
import type { AggregateQuery, ErrorDetail, Having, Measure, MeasureCondition } from '@rise/contract';
import { QueryError } from '../../errors.ts';
import { isDay, isDayWithTime } from '../../expression/days.ts';
import { parseDecimal, plainDecimal } from '../../plan/exact-decimal.ts';
import type { PlanFact } from '../../plan/plan.ts';
import type { PlanGroupCondition, PlanHaving } from '../../plan/measures.ts';
import type { BoundDataset } from '../binding/bound-dataset.ts';
import { findMeasure } from '../fields/look-up.ts';
import { pointInTime } from '../../model/measures.ts';
import { notComparable } from './amounts.ts';
import { measureColumn, planMeasure } from './measure.ts';

const NOTHING: PlanGroupCondition = { kind: 'any', of: [] };
const MAX_DEPTH = 20;
/** Digits of an exact decimal on every engine. */
const MAX_DIGITS = 38;

interface Context {
  bound: BoundDataset;
  query: AggregateQuery;
  details: ErrorDetail[];
}

/** A plain decimal; null for a text or number that is none. */
function decimalOf(value: string | number): string | null {
  const text = plainDecimal(String(value));
  if (text === null) return null;
  const { digits, scale } = parseDecimal(text);
  const length = Math.max(String(digits).replace('-', '').length, scale);
  return length <= MAX_DIGITS ? text : null;
}

const A_NUMBER = `compares with a number of at most ${MAX_DIGITS} digits, such as '0.07'.`;
const NEEDED = {
  decimal: A_NUMBER,
  number: A_NUMBER,
  date: "compares with a day, such as '2025-12-31'.",
  timestamp: "compares with a time, such as '2025-12-31T17:30:00'.",
};

/** A day or time of the calendar; null for any other value. */
function pointOf(value: string | number, type: 'date' | 'timestamp'): string | null {
  const text = String(value);
  return (type === 'date' ? isDay(text) : isDayWithTime(text)) ? text : null;
}

function planComparison(
  { op, values }: MeasureCondition & { op: Extract<PlanGroupCondition, { kind: 'compare' }>['op'] },
  measure: Measure,
  path: string,
  { bound, details }: Context,
): PlanGroupCondition {
  const { name } = measure;
  const type = pointInTime(measure) ?? (measureColumn(measure).type === 'number' ? 'number' : 'decimal');
  const several = op === 'in' || op === 'notIn';
  if (several ? values.length === 0 : values.length !== 1) {
    const message = `'${op}' compares '${name}' with ${several ? 'at least one value' : 'exactly one value'}.`;
    details.push({ field: `${path}.values`, message });
  }
  const compared = values.map((value, index) => {
    const written = type === 'date' || type === 'timestamp' ? pointOf(value, type) : decimalOf(value);
    if (written === null) details.push({ field: `${path}.values.${index}`, message: `'${name}' ${NEEDED[type]}` });
    return written ?? '0';
  });
  const planned = planMeasure(bound, measure);
  const issue = notComparable(planned);
  if (issue !== null) details.push({ field: `${path}.measure`, message: issue });
  return { kind: 'compare', measure: planned, type, op, values: compared };
}

function planCondition(condition: MeasureCondition, path: string, context: Context): PlanGroupCondition {
  const { bound, query, details } = context;
  const { measure: name, op, values } = condition;
  const calculation = query.calculations.find((item) => item.name === name);
  if (calculation && !bound.from.measures.has(name)) {
    const message = `'${name}' is a calculation, which compares the groups that pass. Filter by a measure such as '${calculation.measure}', or keep the best members with 'top'.`;
    details.push({ field: `${path}.measure`, message });
    return NOTHING;
  }
  const measure = findMeasure(bound.from, name, `${path}.measure`, details);
  if (!measure) return NOTHING;
  if (op !== 'isNull' && op !== 'isNotNull') return planComparison({ ...condition, op }, measure, path, context);
  if (values.length > 0) details.push({ field: `${path}.values`, message: `'${op}' takes no values. Leave them out.` });
  const none: PlanGroupCondition = { kind: 'null', measure: planMeasure(bound, measure) };
  return op === 'isNull' ? none : { kind: 'not', of: none };
}

function planTree(tree: Having, path: string, context: Context, depth = 0): PlanGroupCondition {
  if (depth > MAX_DEPTH) {
    const message = `The condition nests deeper than ${MAX_DEPTH} levels. Flatten it.`;
    context.details.push({ field: path, message });
    return NOTHING;
  }
  const inner = (item: Having, at: string) => planTree(item, `${path}.${at}`, context, depth + 1);
  if ('all' in tree) return { kind: 'all', of: tree.all.map((item, index) => inner(item, `all.${index}`)) };
  if ('any' in tree) return { kind: 'any', of: tree.any.map((item, index) => inner(item, `any.${index}`)) };
  if ('not' in tree) return { kind: 'not', of: inner(tree.not, 'not') };
  return planCondition(tree, path, context);
}

/** Plans the condition on measures, and collects the aggregates that it needs. Null if there is none. */
export function planHaving(bound: BoundDataset, query: AggregateQuery, details: ErrorDetail[]): PlanHaving | null {
  const { having, dimensions } = query;
  if (!having) return null;
  const fail = (field: string, message: string) => void details.push({ field, message });
  if (dimensions.length === 0)
    fail('having', 'Without dimensions there is only one group. Add a dimension, or leave the condition out.');
  const filled = dimensions.findIndex((request) => typeof request !== 'string' && request.fill);
  if (filled >= 0)
    fail(
      `dimensions.${filled}.fill`,
      'A period that does not pass would look like one without data. Leave fill or the condition on measures out.',
    );
  return { fields: dimensions.map(columnOf), condition: planTree(having, 'having', { bound, query, details }) };
}

/** Periods of last known values: a row is in the groups of every period in which its value is known. */
export const knownPeriods = ({ snapshotDates }: PlanFact): string[] =>
  snapshotDates.flatMap(({ calendar }) => calendar?.map(({ name }) => name) ?? []);

/** A total over several periods has last known values of one day, which is not in the groups of all periods. */
export function rejectTotalsOfKnownPeriods(
  sets: readonly (readonly string[])[],
  { having, facts }: { having: PlanHaving | null; facts: readonly PlanFact[] },
): void {
  if (!having) return;
  const periods = facts.flatMap(knownPeriods);
  const lost = periods.find((name) => sets.some((set) => !set.includes(name)));
  if (lost === undefined) return;
  const message = `Last known values of several periods have no total over those that pass. Keep '${lost}' in every row: leave out totals, subtotals, pivots and top members over it, or the condition on measures.`;
  throw new QueryError([{ field: 'having', message }]);
}
