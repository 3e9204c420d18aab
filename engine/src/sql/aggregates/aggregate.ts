import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { AggregatePlan } from '../../plan/plan.ts';
import type { PlanField } from '../../plan/predicates.ts';
import { aroundTables } from './around.ts';
import { filledAround, filledParts } from './filled-periods.ts';
import { calculationSql } from './calculation.ts';
import { lookupJoins } from './lookups.ts';
import { shownSql } from '../fragments/field.ts';
import { subtotalsSql, pivotSql } from './subtotals.ts';
import { measuresSql, totalSql } from './total.ts';
import { havingClause } from '../grouping/having.ts';
import { hasLevels } from '../grouping/levels.ts';
import { orderTerms } from './order.ts';
import { partsSql } from '../grouping/parts.ts';
import type { Statement } from '../../dialects/statement.ts';

const comma = sql.raw(',\n    ');
const keyOf = (field: PlanField) => sql.id('parts', field.name);

function orderSql(plan: AggregatePlan): Sql {
  const terms = orderTerms(plan);
  return terms.length === 0 ? sql.raw('') : sql`\nORDER BY ${sql.join(terms)}`;
}

/** Without dimensions there is nothing that calculations could compare. */
function calculationsSql(plan: AggregatePlan, dialect: Dialect): Sql[] {
  const typeOf = new Map(plan.columns.map((column) => [column.name, column.type]));
  return plan.calculations.map((calculation, index) => {
    const value =
      plan.fields.length === 0
        ? sql.raw('NULL')
        : calculationSql(plan, calculation, index, dialect, typeOf.get(calculation.name)!);
    return sql`${value} AS ${sql.id(calculation.name)}`;
  });
}

function selectSql(plan: AggregatePlan, dialect: Dialect): Sql {
  const { fields } = plan;
  const shown = fields.map((field) => sql`${shownSql(field, keyOf(field), dialect)} AS ${sql.id(field.name)}`);
  const tables = plan.fill
    ? filledParts(plan, dialect)
    : [
        sql`"parts" AS (
  ${partsSql(plan.facts, fields, 'filter', dialect)}
)`,
      ];
  const looking = plan.around !== null;
  if (looking)
    tables.push(
      ...aroundTables(plan, dialect, (of) =>
        plan.fill ? filledAround(of, dialect) : partsSql(of.facts, fields, 'around', dialect),
      ),
    );
  return sql`WITH ${sql.join(tables)}
SELECT
    ${sql.join([...shown, ...measuresSql(plan, dialect), ...calculationsSql(plan, dialect)], comma)}
FROM "parts"${sql.join(looking ? lookupJoins(plan, dialect) : [], sql.raw(''))}${havingClause(plan, dialect)}`;
}

/** The dialect for a statement in which sources can be the groups of other plans. */
export function nestingGroups(dialect: Dialect): Dialect {
  const nesting: Dialect = { ...dialect, groups: (plan) => selectSql(plan, nesting) };
  return nesting;
}

/**
 * Rows grouped by the dimensions: base aggregates first, ratios computed from them. Selects one row more than `limit`,
 * to detect truncation.
 */
export function aggregateSql(plan: AggregatePlan, dialect: Dialect): Statement {
  if (plan.pivot) return dialect.compile(pivotSql(plan, dialect));
  if (hasLevels(plan)) return dialect.compile(subtotalsSql(plan, dialect));
  return dialect.compile(
    sql`${selectSql(plan, dialect)}${orderSql(plan)}\n${dialect.page(plan.limit + 1, plan.offset)}`,
  );
}

/** The grand total in a statement of its own; null if there is none, or if it is among the rows. */
export function totalsSql(plan: AggregatePlan, dialect: Dialect): Statement | null {
  if (!plan.totals || plan.pivot) return null;
  return dialect.compile(plan.fields.length === 0 ? selectSql(plan, dialect) : totalSql(plan, dialect));
}
