import { sql } from 'kysely';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import type { Statement } from '../dialects/statement.ts';
import type { RowListPlan } from '../plan/plan.ts';
import { keySql, shownSql } from './fragments/field.ts';
import { fromSql } from './fragments/source.ts';
import { computedJoins } from './grouping/passing-groups.ts';

const comma = sql.raw(',\n    ');

/** The rows as a table: these columns of each, or each combination of them once. */
function selectRows({ facts, columns, distinct }: RowListPlan, values: readonly Sql[], dialect: Dialect): Sql {
  const fact = facts[0]!;
  // Snapshot dates are those of the periods that are columns.
  const periods = new Set(columns.map(({ name }) => name));
  return sql`SELECT${sql.raw(distinct ? ' DISTINCT' : '')}
    ${sql.join(values, comma)}
  ${fromSql(fact.source, [fact.filter], dialect, computedJoins(fact, [], periods, 'filter', dialect))}`;
}

const keysOf = ({ facts }: RowListPlan, dialect: Dialect): Sql[] =>
  facts[0]!.fields.map((field) => sql`${keySql(field, dialect)} AS ${sql.id(field.name)}`);

/** The requested order, then all columns: rows that are equal in them are the same to a reader. */
function orderSql({ order, columns, ties }: RowListPlan): Sql {
  const requested = new Set(order.map(({ field }) => field));
  const others = columns.filter(({ name }) => ties && !requested.has(name));
  const terms = [...order, ...others.map(({ name: field }) => ({ field, direction: 'asc' }))].map(
    ({ field, direction }) =>
      sql`${sql.id('rows', field)} ${sql.raw(direction === 'desc' ? 'DESC' : 'ASC')} NULLS LAST`,
  );
  return terms.length === 0 ? sql.raw('') : sql`\nORDER BY ${sql.join(terms)}`;
}

/** A page of rows: one row more than `limit`, to detect truncation. */
export function rowListSql(plan: RowListPlan, dialect: Dialect): Statement {
  const shown = plan.columns.map(({ name }, place) => {
    const field = plan.facts[0]!.fields[place]!;
    return sql`${shownSql(field, sql.id('rows', name), dialect)} AS ${sql.id(name)}`;
  });
  return dialect.compile(sql`SELECT
    ${sql.join(shown, comma)}
FROM (
  ${selectRows(plan, keysOf(plan, dialect), dialect)}
) AS "rows"${orderSql(plan)}
${dialect.page(plan.limit + 1, plan.offset)}`);
}

/** The number of rows on all pages. */
export function rowCountSql(plan: RowListPlan, dialect: Dialect): Statement {
  const values = plan.distinct ? keysOf(plan, dialect) : [sql`1 AS "one"`];
  return dialect.compile(sql`SELECT COUNT(*) AS "count"
FROM (
  ${selectRows(plan, values, dialect)}
) AS "rows"`);
}
