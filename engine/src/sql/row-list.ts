import { sql } from 'kysely';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import type { Statement } from '../dialects/statement.ts';
import { walk } from '../expression/tree.ts';
import type { RowListPlan } from '../plan/plan.ts';
import type { PlanExpression, PlanField } from '../plan/predicates.ts';
import { expressionSql } from './fragments/expression.ts';
import { keySql, shownSql, typedSql } from './fragments/field.ts';
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

const keysOf = (plan: RowListPlan, dialect: Dialect): Sql[] =>
  plan.facts[0]!.fields.map((field) => {
    const key = isAttempted(plan, field) ? attemptedSql(field, dialect) : keySql(field, dialect);
    return sql`${key} AS ${sql.id(field.name)}`;
  });

/** Whether a field's values are lists of one, or null where they cannot be computed. */
const isAttempted = ({ attempted }: RowListPlan, { type, bands }: PlanField): boolean =>
  attempted === true && bands === null && (type === 'integer' || type === 'decimal');

/** Fields of which each row says whether it is without a value because this cannot be computed. */
export const attemptedFields = (plan: RowListPlan): PlanField[] =>
  plan.facts[0]!.fields.filter((field) => isAttempted(plan, field));

/** A field's value as a list. Conditions that look up labels cannot be attempted, and are computed as they are. */
function attemptedSql({ value, type }: PlanField, dialect: Dialect): Sql {
  const attempt = (of: PlanExpression): Sql => {
    if (of.kind === 'case' && of.of === null && of.else === null && looksUp(of)) {
      const when = of.when.map((item) => sql` WHEN ${expressionSql(item.when, dialect)} THEN ${attempt(item.value)}`);
      return sql`(CASE${sql.join(when, sql.raw(''))} ELSE ${attempt({ kind: 'null', at: 0 })} END)`;
    }
    return dialect.attempt!(typedSql({ value: of, type }, dialect));
  };
  return attempt(value);
}

function looksUp(expression: PlanExpression): boolean {
  let found = false;
  walk(expression, ({ kind }) => (found ||= kind === 'lookup'));
  return found;
}

/** A field of "rows". */
const valueOf = (plan: RowListPlan, field: PlanField): Sql =>
  isAttempted(plan, field) ? sql`${sql.id('rows', field.name)}[1]` : sql.id('rows', field.name);

/** The requested order, then all columns: rows that are equal in them are the same to a reader. */
function orderSql(plan: RowListPlan): Sql {
  const { order, columns, ties } = plan;
  const fields = new Map(plan.facts[0]!.fields.map((field) => [field.name, field]));
  const requested = new Set(order.map(({ field }) => field));
  const others = columns.filter(({ name }) => ties && !requested.has(name));
  const terms = [...order, ...others.map(({ name: field }) => ({ field, direction: 'asc' }))].map(
    ({ field, direction }) =>
      sql`${valueOf(plan, fields.get(field)!)} ${sql.raw(direction === 'desc' ? 'DESC' : 'ASC')} NULLS LAST`,
  );
  return terms.length === 0 ? sql.raw('') : sql`\nORDER BY ${sql.join(terms)}`;
}

/** A page of rows: one row more than `limit`, to detect truncation. */
export function rowListSql(plan: RowListPlan, dialect: Dialect): Statement {
  const shown = plan.columns.map(({ name }, place) => {
    const field = plan.facts[0]!.fields[place]!;
    return sql`${shownSql(field, valueOf(plan, field), dialect)} AS ${sql.id(name)}`;
  });
  const failed = attemptedFields(plan).map(
    ({ name }, place) =>
      sql`CASE WHEN ${sql.id('rows', name)} IS NULL THEN 1 ELSE 0 END AS ${sql.id(`failed ${place}`)}`,
  );
  return dialect.compile(sql`SELECT
    ${sql.join([...shown, ...failed], comma)}
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
