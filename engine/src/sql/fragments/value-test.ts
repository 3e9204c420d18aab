import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { ComparisonOperator, TestedType, ValueTest } from '../../expression/tree.ts';
import { parseDecimal } from '../../plan/exact-decimal.ts';

const COMPARISONS = {
  '=': sql.raw('='),
  '<>': sql.raw('<>'),
  '<': sql.raw('<'),
  '<=': sql.raw('<='),
  '>': sql.raw('>'),
  '>=': sql.raw('>='),
} as const;
export const OPERATORS = { gt: sql.raw('>'), gte: sql.raw('>='), lt: sql.raw('<'), lte: sql.raw('<=') };

export function boundValue(value: string | number | boolean, type: TestedType, dialect: Dialect): Sql {
  return type === 'decimal' ? exactValue(String(value)) : dialect.cast(sql`${value}`, type);
}

/** An exact number in as many places as it has, which every engine compares with a column of more or fewer. */
function exactValue(text: string): Sql {
  const { digits, scale } = parseDecimal(text);
  const places = Math.max(String(digits).replace('-', '').length, scale);
  return sql`CAST(${text} AS ${sql.raw(`DECIMAL(${places}, ${scale})`)})`;
}

/** A value in a type. An exact number keeps the decimal places of its column. */
export const typedValue = (value: Sql, type: TestedType, dialect: Dialect): Sql =>
  type === 'decimal' ? value : dialect.cast(value, type);

/** Compares two values of dimensions of one type. */
export const comparedSql = (
  left: Sql,
  operator: ComparisonOperator,
  right: Sql,
  { type, dialect }: { type: TestedType; dialect: Dialect },
): Sql => sql`${typedValue(left, type, dialect)} ${COMPARISONS[operator]} ${typedValue(right, type, dialect)}`;

/** Whether a value is one of others of its type. */
export function oneOfSql(target: Sql, values: readonly Sql[], type: TestedType | 'number'): Sql {
  if (values.length === 1) return sql`${target} = ${values[0]!}`;
  if (type !== 'decimal') return sql`${target} IN (${sql.join(values)})`;
  // Some engines convert the numbers of a list to the column's decimal places.
  const equal = values.map((value) => sql`${target} = ${value}`);
  return sql`(${sql.join(equal, sql.raw(' OR '))})`;
}

/** Whether a value of a dimension passes a test; every value of the test is a bind parameter. A range is of numbers. */
export function valueTestSql(test: ValueTest, of: Sql, type: TestedType, dialect: Dialect): Sql {
  switch (test.kind) {
    case 'in': {
      const target = typedValue(of, type, dialect);
      const bound = test.values.map((value) => boundValue(value, type, dialect));
      return oneOfSql(target, bound, type);
    }
    case 'compare':
      return sql`${typedValue(of, type, dialect)} ${OPERATORS[test.op]} ${boundValue(test.value, type, dialect)}`;
    case 'text': {
      const target = dialect.cast(of, 'string');
      const part = sql`${test.value}`;
      if (test.op === 'contains') return dialect.contains(target, part);
      if (test.op === 'startsWith') return dialect.startsWith(target, part);
      const reversed = (text: Sql) => dialect.call('reverse', [dialect.cast(text, 'string')]);
      return dialect.startsWith(reversed(target), reversed(part));
    }
    case 'range': {
      const sides: Sql[] = [sql`${of} IS NOT NULL`];
      if (test.from !== null) sides.push(sql`${of} >= ${dialect.toDouble(sql`${test.from}`)}`);
      if (test.to !== null) sides.push(sql`${of} < ${dialect.toDouble(sql`${test.to}`)}`);
      return sql`(${sql.join(sides, sql.raw(' AND '))})`;
    }
  }
}
