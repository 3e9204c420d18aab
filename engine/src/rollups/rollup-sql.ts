import { sql } from 'kysely';
import type { Dialect } from '../dialects/dialect.ts';
import { TENANT_COLUMN } from '../dialects/dialect.ts';
import type { RollupKey, RollupPlan } from './rollup.ts';
import { expressionSql } from '../sql/fragments/expression.ts';
import { keySql } from '../sql/fragments/field.ts';
import { baseAggregateSql, fromSql } from '../sql/fragments/source.ts';
import type { Statement } from '../dialects/statement.ts';

/** The number of rows a rollup would have, and the number of rows it aggregates. */
export function rollupSizeSql({ source, keys }: RollupPlan, dialect: Dialect): Statement {
  const columns = keys.map((key) => keyColumn(key, dialect));
  const places = sql.join(keys.map((_, index) => sql.raw(String(index + 1))));
  return dialect.compile(sql`SELECT COUNT(*) AS "rows", SUM("of") AS "all" FROM (SELECT
    ${sql.join([...columns, sql`COUNT(*) AS "of"`], sql.raw(',\n    '))}
  ${fromSql(source, [], dialect)}
  GROUP BY ${places}) AS "groups"`);
}

function keyColumn({ column: name, type, value, bands }: RollupKey, dialect: Dialect) {
  const key = bands ? keySql({ name, type, value, bands }, dialect) : expressionSql(value, dialect);
  return sql`${key} AS ${sql.id(name)}`;
}

/** The rows of a rollup, sorted by tenant and keys. */
export function rollupSql({ source, keys, parts }: RollupPlan, dialect: Dialect): Statement {
  const columns = keys.map((key) => keyColumn(key, dialect));
  const places = sql.join([sql.raw('1'), ...keys.map((_, index) => sql.raw(String(index + 2)))]);
  return dialect.compile(sql`SELECT
    ${sql.join(
      [
        sql`${dialect.cast(sql`${source.tenant}`, 'string')} AS ${sql.id(TENANT_COLUMN)}`,
        ...columns,
        ...parts.map((part) => baseAggregateSql(part, dialect)),
      ],
      sql.raw(',\n    '),
    )}
  ${fromSql(source, [], dialect)}
  GROUP BY ${places}
  ORDER BY ${places}`);
}
