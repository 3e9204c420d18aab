import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import { parseDecimal } from '../../plan/exact-decimal.ts';
import type { BaseAggregate } from '../../plan/measures.ts';
import { aggregateOf } from './source.ts';

type NestedAggregate = BaseAggregate & { kind: 'nested' };

/** Columns of a step: the weight of all values up to a row's own, equal ones included, and that of all. */
const upTo = (name: string) => `${name} up to`;
const inAll = (name: string) => `${name} in all`;

/**
 * The rows of a step with the cumulated weights that its weighted quantiles need. `value` is the column that they are
 * ordered by, `keys` are those of the groups.
 */
export function withCumulatedWeights(
  rows: Sql,
  { outer, keys, value }: { outer: readonly NestedAggregate[]; keys: readonly Sql[]; value: Sql },
): Sql {
  const names = outer.flatMap(({ name, take }) => (take.kind === 'weighted' ? [name] : []));
  if (names.length === 0) return rows;
  const groups = keys.length === 0 ? sql.raw('') : sql`PARTITION BY ${sql.join(keys)} `;
  const columns = names.flatMap((name) => [
    sql`SUM(${sql.id(name)}) OVER (${groups}ORDER BY ${value}) AS ${sql.id(upTo(name))}`,
    sql`SUM(${sql.id(name)}) OVER (${groups}) AS ${sql.id(inAll(name))}`,
  ]);
  return sql`(SELECT "weights".*, ${sql.join(columns)} FROM ${rows} AS "weights")`;
}

/** The second step of an aggregate, over the rows of the first. `value` is the last of the columns it grouped by. */
export function outerAggregateSql({ name, take }: NestedAggregate, value: Sql, dialect: Dialect): Sql {
  if (take.kind !== 'weighted') return aggregateOf(take, sql.id(name), dialect);
  // In whole numbers, so that decimals are compared exactly.
  const { digits, scale } = parseDecimal(take.share);
  const [reached, required] = [
    sql`${sql.id(upTo(name))} * ${dialect.number(`1${'0'.repeat(scale)}`)}`,
    sql`${sql.id(inAll(name))} * ${dialect.number(String(digits))}`,
  ];
  const least = (sign: '>=' | '>') =>
    sql`MIN(CASE WHEN ${reached} ${sql.raw(sign)} ${required} THEN ${dialect.toDouble(value)} END)`;
  return sql`((${least('>=')} + COALESCE(${least('>')}, ${least('>=')})) / 2)`;
}
