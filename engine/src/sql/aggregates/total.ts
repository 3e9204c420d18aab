import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { AggregatePlan } from '../../plan/plan.ts';
import type { PlanCalculation } from '../../plan/measures.ts';
import { calculationSql } from './calculation.ts';
import { lookupJoins } from './lookups.ts';
import { tablesSql } from './one-pass.ts';
import { measureSql, shownMeasureSql } from '../fragments/measure.ts';
import { withPassingGroups } from '../grouping/having.ts';
import { KIND, kindOf } from '../grouping/levels.ts';
import { partsSql } from '../grouping/parts.ts';

const comma = sql.raw(',\n    ');

/** The measures of rows of "parts", under their names. */
export function measuresSql(plan: AggregatePlan, dialect: Dialect): Sql[] {
  const typeOf = new Map(plan.columns.map((column) => [column.name, column.type]));
  return plan.measures.map(
    (measure) =>
      sql`${shownMeasureSql(measure, 'parts', dialect, typeOf.get(measure.name)!)} AS ${sql.id(measure.name)}`,
  );
}

/** The total by its one period and without, where calculations look up others; null if they do not, or it has several. */
function totalOfPeriod(plan: AggregatePlan): AggregatePlan | null {
  if (!plan.around || plan.around.only === null) return null;
  const fields = plan.fields.filter(({ name }) => name === plan.around!.time);
  return { ...plan, fields, sets: [[0], []], top: null, order: [], fill: plan.fill && { ...plan.fill, column: 0 } };
}

/** A calculation of the grand total; `plan` is that of its period, if it has one. */
function totalValue(
  plan: AggregatePlan | null,
  calculation: PlanCalculation,
  index: number,
  dialect: Dialect,
  columns: AggregatePlan['columns'],
): Sql {
  switch (calculation.kind) {
    case 'share': {
      const all = dialect.toDouble(measureSql(calculation.measure, 'parts', dialect));
      return sql`${all} / NULLIF(${all}, 0)`;
    }
    // There is nothing to rank it among, and it has no first period.
    case 'rank':
    case 'percentile':
    case 'retention':
      return sql.raw('NULL');
    case 'compare':
    case 'accumulate':
    case 'moving_average': {
      const { type } = columns.find(({ name }) => name === calculation.name)!;
      return plan ? calculationSql(plan, calculation, index, dialect, type) : sql.raw('NULL');
    }
  }
}

/** The grand total: the same base aggregates without dimensions, so that a ratio's total is computed from summed parts. */
export function totalSql(plan: AggregatePlan, dialect: Dialect): Sql {
  const ofPeriod = totalOfPeriod(plan);
  const fields = plan.fields.map(({ name }) => sql`NULL AS ${sql.id(name)}`);
  const levels = plan.columns.filter(({ role }) => role === 'level').map(({ name }) => sql`'all' AS ${sql.id(name)}`);
  const calculations = plan.calculations.map(
    (calculation, index) =>
      sql`${totalValue(ofPeriod, calculation, index, dialect, plan.columns)} AS ${sql.id(calculation.name)}`,
  );
  const columns = [...fields, ...levels, ...measuresSql(plan, dialect), ...calculations];
  const of = withPassingGroups(ofPeriod ?? plan, plan, dialect);
  if (ofPeriod)
    return sql`${tablesSql(of, dialect)}
SELECT
    ${sql.join(columns, comma)}
FROM "parts"${sql.join(lookupJoins(ofPeriod, dialect), sql.raw(''))}
WHERE ${sql.id('parts', KIND)} = ${sql.raw(String(kindOf(ofPeriod, [])))}`;
  const tables = [
    ...of.tables,
    sql`"parts" AS (
  ${partsSql(of.plan.facts, [], 'filter', dialect)}
)`,
  ];
  return sql`WITH ${sql.join(tables)}
SELECT
    ${sql.join(columns, comma)}
FROM "parts"`;
}
