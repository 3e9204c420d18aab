import type { Model } from '@rise/contract';
import { typeOf } from '../expression/check.ts';
import type { Names } from '../expression/check.ts';
import { parseExpression } from '../expression/parse.ts';
import { signatureOf } from '../expression/functions.ts';
import type { ArgumentType, Signature } from '../expression/functions.ts';
import { ExpressionError } from '../expression/tokens.ts';
import { mapParts, partsOf } from '../expression/tree.ts';
import type { Expression, ValueType } from '../expression/tree.ts';
import { nameFinder, namesOf } from './declared-names.ts';
import { tablesByName } from './joins.ts';

/** Whether a column of a warehouse's table has times, as far as a model says so. */
export type IsTime = (table: string, column: string) => boolean;

const keyOf = (table: string, column: string) => `${table}.${column}`.toLowerCase();

/** Columns that are a dimension of the type timestamp, in any dataset of the model. */
export function declaredTimes({ datasets }: Pick<Model, 'datasets'>): IsTime {
  const times = new Set<string>();
  for (const dataset of datasets) {
    const tableOf = tablesByName(dataset);
    const find = nameFinder(namesOf(dataset));
    for (const { type, column, expression } of dataset.dimensions) {
      if (type !== 'timestamp') continue;
      const name = column ?? columnIn(expression);
      if (name) times.add(keyOf(tableOf(find(name.table ?? dataset.table)), name.column));
    }
  }
  return (table, column) => times.has(keyOf(table, column));
}

/** The column that an expression is; null if it is a formula, or none that can be read. */
function columnIn(text: string | undefined): { table: string | null; column: string } | null {
  if (text === undefined || !/^[\w."]+$/.test(text)) return null;
  try {
    const expression = parseExpression(text);
    return expression.kind === 'name' ? { table: expression.table, column: expression.name } : null;
  } catch {
    // Syntax errors are reported where expressions are parsed.
    return null;
  }
}

/** Types of a dataset's columns as a model declares them: times, or unknown. */
export const declaredTypes = (isTime: IsTime, tableOf: (name: string) => string): Names => ({
  column: (table, name) => (table !== null && isTime(tableOf(table), name) ? 'timestamp' : 'unknown'),
  parameter: () => 'unknown',
});

function typeIn(expression: Expression, names: Names): ValueType {
  try {
    return typeOf(expression, names);
  } catch (error) {
    // Types that do not match are reported where a model is checked.
    if (error instanceof ExpressionError) return 'unknown';
    throw error;
  }
}

/** What a function or conversion needs of each part of an expression; null where it needs no day or time. */
function needs(expression: Expression): ('date' | 'time' | null)[] {
  if (expression.kind === 'cast') return [expression.type === 'date' ? 'date' : null];
  const signature: Signature | null = expression.kind === 'call' ? signatureOf(expression.function) : null;
  if (!signature) return [];
  const last = signature.arguments.length - 1;
  return partsOf(expression).map((_, index) => {
    const needed: ArgumentType = signature.arguments[Math.min(index, last)]!;
    return needed === 'date' || needed === 'time' ? needed : null;
  });
}

const COMPARISONS = new Set(['=', '<>', '<', '<=', '>', '>=']);

/** Whether an expression compares its parts with each other. */
const isComparison = (expression: Expression): boolean =>
  expression.kind === 'in' ||
  expression.kind === 'between' ||
  (expression.kind === 'binary' && COMPARISONS.has(expression.operator));

/** Parts of an expression whose local time counts: those of which a day or time of day is taken, or compared with one. */
function localParts(expression: Expression, names: Names): Set<Expression> {
  const parts = partsOf(expression);
  const needed = needs(expression);
  const local = parts.filter(
    (part, index) => needed[index] === 'time' || (needed[index] === 'date' && typeIn(part, names) === 'timestamp'),
  );
  if (!isComparison(expression)) return new Set(local);
  const types = parts.map((part) => typeIn(part, names));
  return new Set(types.includes('date') ? parts.filter((_, index) => types[index] === 'timestamp') : []);
}

/**
 * The expression with the local time wherever a day or time of day is taken of a time, or compared with one, as
 * dimensions of the type timestamp have it.
 */
export function withLocalTimes(
  expression: Expression,
  names: Names,
  toLocal: (time: Expression) => Expression,
): Expression {
  const map = (item: Expression): Expression => {
    const local = localParts(item, names);
    return mapParts(item, (part) => (local.has(part) ? toLocal(map(part)) : map(part)));
  };
  return map(expression);
}

/** The first part whose local time counts and that the model does not know as a time; null if there is none. */
export function unknownTime(expression: Expression, declared: Names, actual: Names): Expression | null {
  for (const part of localParts(expression, actual))
    if (!needs(expression).includes('time') && typeIn(part, declared) !== 'timestamp') return part;
  for (const part of partsOf(expression)) {
    const found = unknownTime(part, declared, actual);
    if (found) return found;
  }
  return null;
}

/** Whether a condition depends on a time zone. */
export function dependsOnZone(expression: Expression, names: Names): boolean {
  return localParts(expression, names).size > 0 || partsOf(expression).some((part) => dependsOnZone(part, names));
}
