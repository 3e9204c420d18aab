import { columnOf } from '@rise/contract';
import type { Condition, Dimension, During, ErrorDetail, Filter, TimeGrain } from '@rise/contract';
import type { CompiledFact } from '../model/compile-model.ts';
import { suggestName } from '../model/suggest-name.ts';
import { isDay } from '../model/parameter-value.ts';
import type { Bound } from './bound.ts';
import { addDays, daysOf, periodExpression } from './calendar.ts';
import type { PlanExpression, PlanField, PlanPredicate, PlanValue } from './plan.ts';

type Fail = (field: string, message: string) => void;
const NOTHING: PlanPredicate = { kind: 'any', of: [] };

/** What a dimension computes; a time as it is told where the tenant is. */
function valueOf({ from, bind, calendar }: Bound, dimension: Dimension): PlanExpression {
  const value = bind(from.expressions.values.get(dimension.name)!);
  if (dimension.type !== 'timestamp') return value;
  const zone: PlanExpression = { kind: 'text', value: calendar.timeZone, at: 0 };
  return { kind: 'call', function: 'local_time', arguments: [value, zone], at: 0 };
}

/** A date or time cut to periods. */
export function planPeriods(bound: Bound, dimension: Dimension, grain: TimeGrain): PlanField {
  const value = valueOf(bound, dimension);
  return {
    name: columnOf({ field: dimension.name, grain, fill: false }),
    type: grain === 'hour' ? 'timestamp' : 'date',
    value:
      grain === 'hour'
        ? { kind: 'call', function: 'start_of_hour', arguments: [value], at: 0 }
        : periodExpression(value, grain, bound.calendar),
    bands: null,
  };
}

export function planField(bound: Bound, dimension: Dimension): PlanField {
  return {
    name: dimension.name,
    type: dimension.type,
    value: valueOf(bound, dimension),
    bands: dimension.bands?.map(({ value, from }) => ({ value, from })) ?? null,
  };
}

/** Looks a dimension up, or says what is nearest to it. */
export function findDimension(from: CompiledFact, name: string, path: string, fail: Fail): Dimension | null {
  const dimension = from.dimensions.get(name);
  if (dimension) return dimension;
  const alone = from.unshared.get(name);
  if (alone !== undefined) {
    const message = `'${name}' is a dimension of '${alone}' that the facts of '${from.name}' do not share. Ask '${alone}' for it, or add it to the shared dimensions.`;
    fail(path, message);
    return null;
  }
  const known = from.measures.has(name)
    ? ` '${name}' is a measure; only dimensions can stand here.`
    : suggestName(name, from.dimensions.keys());
  fail(path, `There is no dimension '${name}' in '${from.name}'.${known}`);
  return null;
}

/** A day, or a time of a day to the minute or second. */
function isTime(text: string): boolean {
  const [day = '', time] = text.split('T');
  return isDay(day) && (time === undefined || /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(time));
}

/** The value in the dimension's own type, or null where it cannot be one. Text from an address is taken for what it spells. */
function typedValue(type: PlanField['type'], value: PlanValue): PlanValue | null {
  switch (type) {
    case 'string':
      return String(value);
    case 'integer': {
      const whole = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
      return typeof whole === 'number' && Number.isSafeInteger(whole) ? whole : null;
    }
    case 'date':
      return typeof value === 'string' && isDay(value) ? value : null;
    case 'timestamp':
      return typeof value === 'string' && isTime(value) ? value : null;
    case 'boolean':
      if (typeof value === 'boolean') return value;
      return value === 'true' ? true : value === 'false' ? false : null;
  }
}

const WANTED = {
  string: 'a text',
  integer: 'a whole number',
  date: "a day as 'YYYY-MM-DD'",
  timestamp: "a time as 'YYYY-MM-DDTHH:MM'",
  boolean: 'true or false',
} as const;

function bandRange(field: PlanField, value: PlanValue): PlanPredicate | null {
  const bands = field.bands ?? [];
  const index = bands.findIndex((band) => band.value === value);
  if (index < 0) return null;
  return { kind: 'range', value: field.value, from: bands[index]!.from, to: bands[index + 1]?.from ?? null };
}

/** The predicate that keeps the rows whose field has one of the values. Reports values that cannot be. */
export function planIn(field: PlanField, values: readonly PlanValue[], path: string, fail: Fail): PlanPredicate {
  if (field.bands) {
    const ranges = values.map((value, index) => {
      const range = bandRange(field, value);
      if (!range) {
        const known = field.bands!.map((band) => `'${band.value}'`).join(', ');
        fail(`${path}.${index}`, `'${String(value)}' is not a band of '${field.name}'. Its bands are ${known}.`);
      }
      return range ?? NOTHING;
    });
    return ranges.length === 1 ? ranges[0]! : { kind: 'any', of: ranges };
  }
  const typed = values.map((value, index) => {
    const fitting = typedValue(field.type, value);
    if (fitting === null) fail(`${path}.${index}`, `'${field.name}' compares with ${WANTED[field.type]}.`);
    return fitting ?? value;
  });
  return typed.length === 0 ? NOTHING : { kind: 'in', field, values: typed };
}

function planCondition(bound: Bound, condition: Condition, path: string, fail: Fail): PlanPredicate {
  const dimension = findDimension(bound.from, condition.field, `${path}.field`, fail);
  if (!dimension) return NOTHING;
  const field = planField(bound, dimension);
  const { op, values } = condition;
  switch (op) {
    case 'in':
      return planIn(field, values, `${path}.values`, fail);
    case 'notIn':
      return { kind: 'not', of: planIn(field, values, `${path}.values`, fail) };
    case 'isNull':
    case 'isNotNull': {
      if (values.length > 0) fail(`${path}.values`, `'${op}' takes no values. Leave them out.`);
      const none: PlanPredicate = { kind: 'null', field };
      return op === 'isNull' ? none : { kind: 'not', of: none };
    }
    case 'contains':
    case 'startsWith': {
      if (field.type !== 'string' || field.bands) {
        fail(`${path}.op`, `'${op}' needs a text dimension; '${field.name}' is not one. Use 'in'.`);
        return NOTHING;
      }
      if (values.length === 0) fail(`${path}.values`, `'${op}' needs at least one text.`);
      const each = values.map((value): PlanPredicate => ({ kind: 'text', field, op, value: String(value) }));
      return each.length === 1 ? each[0]! : { kind: 'any', of: each };
    }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte': {
      if (field.bands || field.type === 'boolean') {
        fail(`${path}.op`, `'${field.name}' has no order to compare by. Use 'in'.`);
        return NOTHING;
      }
      const value = values.length === 1 ? typedValue(field.type, values[0]!) : null;
      if (value === null) {
        fail(`${path}.values`, `'${op}' compares '${field.name}' with exactly one value: ${WANTED[field.type]}.`);
        return NOTHING;
      }
      return { kind: 'compare', field, op, value };
    }
  }
}

/** A range of days is two comparisons; a time lies in it until the next day begins. */
function planDuring(bound: Bound, { field: name, during }: During, path: string, fail: Fail): PlanPredicate {
  const dimension = findDimension(bound.from, name, `${path}.field`, fail);
  if (!dimension) return NOTHING;
  if (dimension.type !== 'date' && dimension.type !== 'timestamp') {
    fail(`${path}.field`, `'${name}' is not a date, and only dates lie in periods. Use 'in'.`);
    return NOTHING;
  }
  const { from, to } = daysOf(during, bound);
  for (const [key, value] of [
    ['since', from],
    ['until', to],
  ] as const)
    if (value !== null && !isDay(value)) fail(`${path}.during.${key}`, `'${value}' is not a day of the calendar.`);
  if (from !== null && to !== null && from > to)
    fail(`${path}.during`, 'The range ends before it begins. Exchange its days.');
  const field = planField(bound, dimension);
  const sides: PlanPredicate[] = [];
  if (from !== null) sides.push({ kind: 'compare', field, op: 'gte', value: from });
  if (to !== null && isDay(to)) sides.push({ kind: 'compare', field, op: 'lt', value: addDays(to, 1) });
  return { kind: 'all', of: sides };
}

const MAX_DEPTH = 20;

/** Turns a filter into predicates over columns; problems go to `fail` with the path of what is wrong. */
export function planFilter(
  bound: Bound,
  filter: Filter,
  path: string,
  details: ErrorDetail[],
  depth = 0,
): PlanPredicate {
  const fail: Fail = (field, message) => details.push({ field, message });
  if (depth > MAX_DEPTH) {
    fail(path, `The filter nests deeper than ${MAX_DEPTH} levels. Flatten it.`);
    return NOTHING;
  }
  if ('all' in filter) {
    return {
      kind: 'all',
      of: filter.all.map((each, index) => planFilter(bound, each, `${path}.all.${index}`, details, depth + 1)),
    };
  }
  if ('any' in filter) {
    return {
      kind: 'any',
      of: filter.any.map((each, index) => planFilter(bound, each, `${path}.any.${index}`, details, depth + 1)),
    };
  }
  if ('not' in filter) return { kind: 'not', of: planFilter(bound, filter.not, `${path}.not`, details, depth + 1) };
  if ('during' in filter) return planDuring(bound, filter, path, fail);
  return planCondition(bound, filter, path, fail);
}
