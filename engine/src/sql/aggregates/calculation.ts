import { sql } from 'kysely';
import type { ResultColumn } from '@rise/contract';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { AggregatePlan, PlanCalculation, PlanExpression } from '../../plan/plan.ts';
import { expressionSql } from '../fragments/expression.ts';
import { baseAggregatesOf } from '../grouping/parts.ts';
import { groupColumns, hasLevels, KIND, levelKey } from '../grouping/levels.ts';
import { measureSql, shownMeasureSql } from '../fragments/measure.ts';

const and = sql.raw(' AND ');
const comma = sql.raw(', ');
/** Name of the table of other periods with one that ends early. With spaces, so it cannot clash with a model's names. */
export const cutTable = (cut: number) => `around cut ${cut}`;
/** Name of the table with the distinct values that an aggregate counts. */
export const distinctTable = (aggregate: string) => `values of ${aggregate}`;
const tableOf = (index: number) => `looked up ${index}`;

/** The period that a calculation refers to, for a row of "parts". */
const periodSql = (plan: AggregatePlan, expression: PlanExpression, dialect: Dialect): Sql =>
  expressionSql(expression, dialect, () => sql.id('parts', plan.around!.time));

/** Both rows have the same group keys, apart from the period. */
function sameGroup(plan: AggregatePlan, one: string, other: string, withTime: boolean): Sql[] {
  return groupColumns(plan)
    .filter((name) => withTime || name !== plan.around!.time)
    .map((name) => sql`${sql.id(one, name)} IS NOT DISTINCT FROM ${sql.id(other, name)}`);
}

/** Look-up tables of calculations: for each accumulation or moving average, what it is over its periods of "around". */
export function lookupTables(plan: AggregatePlan, dialect: Dialect): Sql[] {
  const time = plan.around?.time;
  return plan.calculations.flatMap((calculation, index) => {
    if (time === undefined || (calculation.kind !== 'accumulate' && calculation.kind !== 'moving_average')) return [];
    const keys = groupColumns(plan).map((name) => sql`${sql.id('parts', name)} AS ${sql.id(name)}`);
    const distinct = calculation.kind === 'accumulate' ? calculation.distinct : null;
    const source = distinct === null ? 'around' : distinctTable(distinct);
    const sums =
      distinct !== null
        ? [sql`COUNT(DISTINCT ${sql.id(source, distinct)}) AS ${sql.id(distinct)}`]
        : calculation.kind === 'moving_average'
          ? [sql`AVG(${dialect.toDouble(measureSql(calculation.measure, 'around', dialect))}) AS "average"`]
          : baseAggregatesOf(plan.facts).map(
              (aggregate) => sql`SUM(${sql.id('around', aggregate.name)}) AS ${sql.id(aggregate.name)}`,
            );
    const joined = [
      sql`${sql.id(source, time)} BETWEEN ${periodSql(plan, calculation.from, dialect)} AND ${sql.id('parts', time)}`,
      ...sameGroup(plan, source, 'parts', false),
    ];
    const groups = keys.map((_, place) => sql.raw(String(place + 1)));
    return [
      sql`${sql.id(tableOf(index))} AS (
  SELECT ${sql.join([...keys, ...sums], comma)}
  FROM "parts" JOIN ${sql.id(source)} ON ${sql.join(joined, and)}
  GROUP BY ${sql.join(groups, comma)}
)`,
    ];
  });
}

/** Joins "parts" with its look-up tables; at most one matching row each. */
export function lookupJoins(plan: AggregatePlan, dialect: Dialect): Sql[] {
  return plan.calculations.flatMap((calculation, index) => {
    const table = tableOf(index);
    if (calculation.kind === 'compare') {
      const period = sql`${sql.id(table, plan.around!.time)} = ${periodSql(plan, calculation.period, dialect)}`;
      const on = sql.join([period, ...sameGroup(plan, table, 'parts', false)], and);
      const from = calculation.cut === null ? 'around' : cutTable(calculation.cut);
      return [sql`\nLEFT JOIN ${sql.id(from)} AS ${sql.id(table)} ON ${on}`];
    }
    if (calculation.kind !== 'accumulate' && calculation.kind !== 'moving_average') return [];
    return [sql`\nLEFT JOIN ${sql.id(table)} ON ${sql.join(sameGroup(plan, table, 'parts', true), and)}`];
  });
}

function within(names: readonly string[]): Sql {
  return names.length === 0
    ? sql.raw('')
    : sql`PARTITION BY ${sql.join(
        names.map((name) => sql.id('parts', name)),
        comma,
      )}`;
}

/** Rows are compared with rows of the same grouping set: subtotals with subtotals. */
const kin = (plan: AggregatePlan, names: readonly string[]): string[] =>
  hasLevels(plan) ? [...names, ...names.map(levelKey), KIND] : [...names];

/** The row of members outside the top has no rank and does not affect the ranks of others. */
function rankSql(plan: AggregatePlan, calculation: Extract<PlanCalculation, { kind: 'rank' }>, own: Sql): Sql {
  const order = sql.raw(calculation.best === 'greatest' ? 'DESC' : 'ASC');
  const others = plan.top ? [levelKey(plan.top.field)] : [];
  const ranked = plan.top ? sql`${own} IS NOT NULL AND ${sql.id('parts', others[0]!)} <> 1` : sql`${own} IS NOT NULL`;
  const rows = within([...kin(plan, calculation.within), ...others]);
  return sql`CASE WHEN ${ranked} THEN RANK() OVER (${rows} ORDER BY ${own} ${order} NULLS LAST) END`;
}

/** Ties count half, and rows without a value do not count, nor does the row of members outside the top. */
function percentileSql(
  plan: AggregatePlan,
  calculation: Extract<PlanCalculation, { kind: 'percentile' }>,
  own: Sql,
  dialect: Dialect,
): Sql {
  const others = plan.top ? [levelKey(plan.top.field)] : [];
  const names = [...kin(plan, calculation.within), ...others];
  const rows = within(names);
  const ranked = plan.top ? sql`${own} IS NOT NULL AND ${sql.id('parts', others[0]!)} <> 1` : sql`${own} IS NOT NULL`;
  const same = sql`PARTITION BY ${sql.join([...names.map((name) => sql.id('parts', name)), own], comma)}`;
  const lower = sql`(RANK() OVER (${rows} ORDER BY ${own} ASC NULLS LAST) - 1)`;
  const equal = sql`(COUNT(*) OVER (${same}) - 1)`;
  const share = sql`${dialect.toDouble(sql`${lower} * 2 + ${equal}`)} / NULLIF(2 * (COUNT(${own}) OVER (${rows}) - 1), 0)`;
  return sql`CASE WHEN ${ranked} THEN ${share} END`;
}

/** A calculation's value for a row of "parts". */
export function calculationSql(
  plan: AggregatePlan,
  calculation: PlanCalculation,
  index: number,
  dialect: Dialect,
  type: ResultColumn['type'],
): Sql {
  const { measure } = calculation;
  const own = measureSql(measure, 'parts', dialect);
  switch (calculation.kind) {
    case 'share': {
      const double = dialect.toDouble(own);
      return sql`${double} / NULLIF(SUM(${double}) OVER (${within(kin(plan, calculation.within))}), 0)`;
    }
    case 'rank':
      return rankSql(plan, calculation, own);
    case 'percentile':
      return percentileSql(plan, calculation, own, dialect);
    case 'accumulate': {
      const value = shownMeasureSql(measure, tableOf(index), dialect, type);
      // Periods whose rows have no value are in no table of values.
      if (calculation.distinct === null) return value;
      return sql`CASE WHEN ${sql.id('parts', plan.around!.time)} IS NOT NULL THEN COALESCE(${value}, 0) END`;
    }
    case 'retention': {
      const since = sql.id('parts', calculation.since);
      const others = groupColumns(plan).filter((name) => name !== calculation.since);
      const first = sql`MAX(CASE WHEN ${since} = 0 THEN ${dialect.toDouble(own)} END) OVER (${within(others)})`;
      return sql`${dialect.toDouble(own)} / NULLIF(${first}, 0)`;
    }
    case 'moving_average':
      return sql.id(tableOf(index), 'average');
    case 'compare': {
      const table = tableOf(index);
      if (calculation.show === 'value') return shownMeasureSql(measure, table, dialect, type);
      const before = measureSql(measure, table, dialect);
      if (calculation.show === 'change') {
        const change = sql`(${own}) - (${before})`;
        return type === 'number' ? dialect.toDouble(change) : change;
      }
      // Divided by the absolute value, so that growth from a negative value has the right sign.
      const [now, then] = [dialect.toDouble(own), dialect.toDouble(before)];
      return sql`(${now} - ${then}) / NULLIF(ABS(${then}), 0)`;
    }
  }
}
