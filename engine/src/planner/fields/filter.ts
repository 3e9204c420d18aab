import type { Condition, Dimension, During, ErrorDetail, FieldComparison, Filter } from '@rise/contract';
import type { Fail } from '../../errors.ts';
import type { CompiledFact } from '../../model/compiled-model.ts';
import { suggestName } from '../../expression/suggest-name.ts';
import { isDay, isDayWithTime } from '../../expression/days.ts';
import type { Bound } from '../binding/bound.ts';
import { addDays, daysOf } from '../../plan/calendar.ts';
import { plainDecimal } from '../../plan/exact-decimal.ts';
import type { PlanField, PlanPredicate, PlanValue } from '../../plan/predicates.ts';
import { planField } from '../binding/fields.ts';

const NOTHING: PlanPredicate = { kind: 'any', of: [] };

/** Finds a dimension, or reports the name with the nearest match. */
export function findDimension(from: CompiledFact, name: string, path: string, fail: Fail): Dimension | null {
  const dimension = from.dimensions.get(name);
  if (dimension) return dimension;
  const alone = from.unshared.get(name);
  if (alone !== undefined) {
    const message = `'${name}' is a dimension of '${alone}' that the facts of '${from.name}' do not share. Query '${alone}' instead, or add it to the shared dimensions.`;
    fail(path, message);
    return null;
  }
  const instead = from.unlisted?.get(name);
  if (instead !== undefined) {
    fail(path, instead);
    return null;
  }
  const known = from.measures.has(name)
    ? ` '${name}' is a measure; only dimensions can be used here.`
    : suggestName(name, from.dimensions.keys());
  fail(path, `There is no dimension '${name}' in '${from.name}'.${known}`);
  return null;
}

/** A day, or a day and time with minutes or seconds. */
const isTime = (text: string): boolean => isDay(text) || isDayWithTime(text) || isDayWithTime(`${text}:00`);

const MAX_INTEGER = 2n ** 63n - 1n;

/** A whole number of 64 bits: as a number, or as its digits where a double would lose some. */
function wholeNumber(value: PlanValue): PlanValue | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null;
  if (typeof value !== 'string' || !/^-?\d{1,19}$/.test(value)) return null;
  if (Number.isSafeInteger(Number(value))) return Number(value);
  const digits = BigInt(value);
  return digits <= MAX_INTEGER && digits >= -MAX_INTEGER ? String(digits) : null;
}

/** A decimal of up to 18 digits before the point and ten after it, without needless zeros. */
function exactNumber(value: PlanValue): PlanValue | null {
  const text = String(value);
  return /^-?\d{1,18}(\.\d{1,10})?$/.test(text) ? plainDecimal(text) : null;
}

/** Converts a value to the dimension's type; null if it cannot be converted. Values from a URL arrive as text. */
function typedValue(type: PlanField['type'], value: PlanValue): PlanValue | null {
  switch (type) {
    case 'string':
      return String(value);
    case 'integer':
      return wholeNumber(value);
    case 'decimal':
      return exactNumber(value);
    case 'date':
      return typeof value === 'string' && isDay(value) ? value : null;
    case 'timestamp':
      return typeof value === 'string' && isTime(value) ? value : null;
    case 'boolean':
      if (typeof value === 'boolean') return value;
      return value === 'true' ? true : value === 'false' ? false : null;
  }
}

const VALUE_PHRASES = {
  string: 'a text',
  integer: 'a whole number',
  decimal: "a number as '0.25', with at most ten decimal places",
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

/** A predicate for rows whose field has one of the values. Reports values of the wrong type. */
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
    if (field.type === 'timestamp' && fitting !== null && isDay(String(value)))
      fail(`${path}.${index}`, `'${field.name}' is a time. For all of a day take 'during', for its first moment '${String(value)}T00:00'.`); // prettier-ignore
    if (fitting === null) fail(`${path}.${index}`, `'${field.name}' compares with ${VALUE_PHRASES[field.type]}.`);
    return fitting ?? value;
  });
  return typed.length === 0 ? NOTHING : { kind: 'in', field, values: typed };
}

/** Selects rows whose key is missing: null, or in no bucket. */
export function planNone(field: PlanField): PlanPredicate {
  if (!field.bands) return { kind: 'null', field };
  const bands = field.bands.map(({ value }) => value);
  return { kind: 'not', of: planIn(field, bands, '', () => {}) };
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
    case 'startsWith':
    case 'endsWith': {
      if (field.type !== 'string' || field.bands) {
        fail(`${path}.op`, `'${op}' needs a text dimension; '${field.name}' is not one. Use 'in'.`);
        return NOTHING;
      }
      if (values.length === 0) fail(`${path}.values`, `'${op}' needs at least one text.`);
      const item = values.map((value): PlanPredicate => ({ kind: 'text', field, op, value: String(value) }));
      return item.length === 1 ? item[0]! : { kind: 'any', of: item };
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
        fail(
          `${path}.values`,
          `'${op}' compares '${field.name}' with exactly one value: ${VALUE_PHRASES[field.type]}.`,
        );
        return NOTHING;
      }
      return { kind: 'compare', field, op, value };
    }
  }
}

const COMPARISONS = { eq: '=', ne: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

function planFieldComparison(bound: Bound, comparison: FieldComparison, path: string, fail: Fail): PlanPredicate {
  const { op } = comparison;
  const one = findDimension(bound.from, comparison.field, `${path}.field`, fail);
  const another = findDimension(bound.from, comparison.otherField, `${path}.otherField`, fail);
  if (!one || !another) return NOTHING;
  const banded = [one, another].find(({ bands }) => bands);
  if (banded) fail(path, `'${banded.name}' has bands, which are not compared with each other. Filter each by 'in'.`);
  if (one.type !== another.type)
    fail(
      `${path}.otherField`,
      `'${one.name}' is of the type ${one.type}, '${another.name}' of the type ${another.type}. Compare two dimensions of one type.`,
    );
  if (one.type === 'boolean' && op !== 'eq' && op !== 'ne')
    fail(`${path}.op`, `'${one.name}' has no order to compare by. Use 'eq' or 'ne'.`);
  const [field, other] = [planField(bound, one), planField(bound, another)];
  return { kind: 'fields', field, op: COMPARISONS[op], other };
}

/** A date range becomes two comparisons; for a timestamp the end is before the next day. */
function planDuring(bound: Bound, { field: name, during }: During, path: string, fail: Fail): PlanPredicate {
  const dimension = findDimension(bound.from, name, `${path}.field`, fail);
  if (!dimension) return NOTHING;
  if (dimension.type !== 'date' && dimension.type !== 'timestamp') {
    fail(`${path}.field`, `'${name}' is not a date, and 'during' needs one. Use 'in'.`);
    return NOTHING;
  }
  const { from, to } = daysOf(during, bound);
  for (const [key, value] of [
    ['since', from],
    ['until', to],
  ] as const)
    if (value !== null && !isDay(value)) fail(`${path}.during.${key}`, `'${value}' is not a day of the calendar.`);
  if (from !== null && to !== null && from > to)
    fail(`${path}.during`, 'The range ends before it starts. Swap its dates.');
  const field = planField(bound, dimension);
  const sides: PlanPredicate[] = [];
  if (from !== null) sides.push({ kind: 'compare', field, op: 'gte', value: from });
  if (to !== null && isDay(to)) sides.push({ kind: 'compare', field, op: 'lt', value: addDays(to, 1) });
  return { kind: 'all', of: sides };
}

const MAX_DEPTH = 20;

/** Translates a filter into predicates over columns. Reports each issue with its path. */
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
      of: filter.all.map((item, index) => planFilter(bound, item, `${path}.all.${index}`, details, depth + 1)),
    };
  }
  if ('any' in filter) {
    return {
      kind: 'any',
      of: filter.any.map((item, index) => planFilter(bound, item, `${path}.any.${index}`, details, depth + 1)),
    };
  }
  if ('not' in filter) return { kind: 'not', of: planFilter(bound, filter.not, `${path}.not`, details, depth + 1) };
  if ('during' in filter) return planDuring(bound, filter, path, fail);
  if ('otherField' in filter) return planFieldComparison(bound, filter, path, fail);
  return planCondition(bound, filter, path, fail);
}
