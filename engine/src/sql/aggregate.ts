import { sql } from 'kysely';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import type { AggregatePlan, PlanField } from '../plan/plan.ts';
import { calculationSql, lookupJoins, lookupTables } from './calculation.ts';
import { shownSql } from './field.ts';
import { levelledSql, pivotSql } from './levelled.ts';
import { hasLevels } from './levels.ts';
import { shownMeasureSql } from './measure.ts';
import { orderTerms } from './order.ts';
import { partsSql } from './parts.ts';
import type { Statement } from './statement.ts';

const comma = sql.raw(',\n    ');
const keyOf = (field: PlanField) => sql.id('parts', field.name);

function orderSql(plan: AggregatePlan): Sql {
  const terms = orderTerms(plan);
  return terms.length === 0 ? sql.raw('') : sql`\nORDER BY ${sql.join(terms)}`;
}

/** Calculations compare rows with each other: over everything there is nothing to compare but the whole with itself. */
function calculationsSql(plan: AggregatePlan, fields: readonly PlanField[], dialect: Dialect): Sql[] {
  const typeOf = new Map(plan.columns.map((column) => [column.name, column.type]));
  return plan.calculations.map((each, index) => {
    const value =
      fields.length < plan.fields.length || fields.length === 0
        ? sql.raw('NULL')
        : calculationSql(plan, each, index, dialect, typeOf.get(each.name)!);
    return sql`${value} AS ${sql.id(each.name)}`;
  });
}

function selectSql(plan: AggregatePlan, fields: readonly PlanField[], dialect: Dialect): Sql {
  const shown = plan.fields.map((field) => {
    const value = fields.includes(field) ? shownSql(field, keyOf(field), dialect) : sql.raw('NULL');
    return sql`${value} AS ${sql.id(field.name)}`;
  });
  const typeOf = new Map(plan.columns.map((column) => [column.name, column.type]));
  // Only over everything: rows with levels are written elsewhere.
  const levels = plan.columns.filter(({ role }) => role === 'level').map(({ name }) => sql`'all' AS ${sql.id(name)}`);
  const measures = plan.measures.map(
    (each) => sql`${shownMeasureSql(each, 'parts', dialect, typeOf.get(each.name)!)} AS ${sql.id(each.name)}`,
  );
  const tables = [
    sql`"parts" AS (
  ${partsSql(plan.facts, fields, 'filter', dialect)}
)`,
  ];
  const looking = plan.around !== null && fields.length === plan.fields.length;
  if (looking) {
    tables.push(sql`"around" AS (
  ${partsSql(plan.facts, fields, 'around', dialect)}
)`);
    tables.push(...lookupTables(plan, dialect));
  }
  return sql`WITH ${sql.join(tables)}
SELECT
    ${sql.join([...shown, ...levels, ...measures, ...calculationsSql(plan, fields, dialect)], comma)}
FROM "parts"${sql.join(looking ? lookupJoins(plan, dialect) : [], sql.raw(''))}`;
}

/** Rows by the dimensions: parts are added up once, ratios divided outside. Asks for one row more than `limit`. */
export function aggregateSql(plan: AggregatePlan, dialect: Dialect): Statement {
  if (plan.pivot) return dialect.compile(pivotSql(plan, dialect));
  if (hasLevels(plan)) return dialect.compile(levelledSql(plan, dialect));
  return dialect.compile(
    sql`${selectSql(plan, plan.fields, dialect)}${orderSql(plan)}\n${dialect.page(plan.limit + 1, plan.offset)}`,
  );
}

/** The row over everything: the same parts without the dimensions, so a ratio's total comes from its parts. */
export function totalsSql(plan: AggregatePlan, dialect: Dialect): Statement | null {
  if (!plan.totals || plan.pivot) return null;
  return dialect.compile(selectSql(plan, [], dialect));
}
