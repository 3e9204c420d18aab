import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { AggregatePlan, PlanField } from '../../plan/plan.ts';
import { aroundTables } from './around.ts';
import { filledAround, filledParts } from './filled-periods.ts';
import { calculationSql, lookupJoins } from './calculation.ts';
import { shownSql } from '../fragments/field.ts';
import { subtotalsSql, pivotSql } from './subtotals.ts';
import { havingClause, withPassingGroups } from '../grouping/having.ts';
import { hasLevels } from '../grouping/levels.ts';
import { shownMeasureSql } from '../fragments/measure.ts';
import { orderTerms } from './order.ts';
import { partsSql } from '../grouping/parts.ts';
import type { Statement } from '../../dialects/statement.ts';

const comma = sql.raw(',\n    ');
const keyOf = (field: PlanField) => sql.id('parts', field.name);

function orderSql(plan: AggregatePlan): Sql {
  const terms = orderTerms(plan);
  return terms.length === 0 ? sql.raw('') : sql`\nORDER BY ${sql.join(terms)}`;
}

/** Calculations compare rows with each other, so the grand total has none. */
function calculationsSql(plan: AggregatePlan, fields: readonly PlanField[], dialect: Dialect): Sql[] {
  const typeOf = new Map(plan.columns.map((column) => [column.name, column.type]));
  return plan.calculations.map((calculation, index) => {
    const value =
      fields.length < plan.fields.length || fields.length === 0
        ? sql.raw('NULL')
        : calculationSql(plan, calculation, index, dialect, typeOf.get(calculation.name)!);
    return sql`${value} AS ${sql.id(calculation.name)}`;
  });
}

function selectSql(plan: AggregatePlan, fields: readonly PlanField[], dialect: Dialect): Sql {
  const shown = plan.fields.map((field) => {
    const value = fields.includes(field) ? shownSql(field, keyOf(field), dialect) : sql.raw('NULL');
    return sql`${value} AS ${sql.id(field.name)}`;
  });
  const typeOf = new Map(plan.columns.map((column) => [column.name, column.type]));
  // Grand total only: rows with levels are written in subtotals.ts.
  const levels = plan.columns.filter(({ role }) => role === 'level').map(({ name }) => sql`'all' AS ${sql.id(name)}`);
  const measures = plan.measures.map(
    (measure) =>
      sql`${shownMeasureSql(measure, 'parts', dialect, typeOf.get(measure.name)!)} AS ${sql.id(measure.name)}`,
  );
  const isTotal = fields.length < plan.fields.length;
  const passing = isTotal ? withPassingGroups(plan, plan, dialect) : { tables: [], plan };
  const isFilled = plan.fill !== null && fields.length > 0;
  const tables = isFilled
    ? filledParts(plan, dialect)
    : [
        ...passing.tables,
        sql`"parts" AS (
  ${partsSql(passing.plan.facts, fields, 'filter', dialect)}
)`,
      ];
  const looking = plan.around !== null && fields.length === plan.fields.length;
  if (looking)
    tables.push(
      ...aroundTables(plan, dialect, (of) =>
        isFilled ? filledAround(of, dialect) : partsSql(of.facts, fields, 'around', dialect),
      ),
    );
  return sql`WITH ${sql.join(tables)}
SELECT
    ${sql.join([...shown, ...levels, ...measures, ...calculationsSql(plan, fields, dialect)], comma)}
FROM "parts"${sql.join(looking ? lookupJoins(plan, dialect) : [], sql.raw(''))}${isTotal ? sql.raw('') : havingClause(plan, dialect)}`;
}

/** The dialect for a statement in which sources can be the groups of other plans. */
export function nestingGroups(dialect: Dialect): Dialect {
  const nesting: Dialect = { ...dialect, groups: (plan) => selectSql(plan, plan.fields, nesting) };
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
    sql`${selectSql(plan, plan.fields, dialect)}${orderSql(plan)}\n${dialect.page(plan.limit + 1, plan.offset)}`,
  );
}

/**
 * The grand total: the same base aggregates without dimensions, so that a ratio's total is computed from summed parts.
 */
export function totalsSql(plan: AggregatePlan, dialect: Dialect): Statement | null {
  if (!plan.totals || plan.pivot) return null;
  return dialect.compile(selectSql(plan, [], dialect));
}
