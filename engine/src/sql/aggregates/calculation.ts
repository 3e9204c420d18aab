import { sql } from 'kysely';
import type { ResultColumn } from '@rise/contract';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { AggregatePlan } from '../../plan/plan.ts';
import type { PlanCalculation } from '../../plan/measures.ts';
import { groupColumns, hasLevels, KIND, kindOf, levelKey } from '../grouping/levels.ts';
import { countOrZero, lookupTable, ofAll } from './lookups.ts';
import { measureSql, shownMeasureSql } from '../fragments/measure.ts';

const comma = sql.raw(', ');

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

/**
 * Which rows are ranked: those with a value, but for the row of members outside the top, which does not affect the ranks
 * of others, and for the grand total, which is alone.
 */
function isRanked(plan: AggregatePlan, own: Sql): Sql {
  const isTotal = plan.sets?.some((set) => set.length === 0);
  const conditions = [
    sql`${own} IS NOT NULL`,
    ...(plan.top ? [sql`${sql.id('parts', levelKey(plan.top.field))} <> 1`] : []),
    ...(isTotal ? [sql`${sql.id('parts', KIND)} <> ${sql.raw(String(kindOf(plan, [])))}`] : []),
  ];
  return sql.join(conditions, sql.raw(' AND '));
}

function rankSql(plan: AggregatePlan, calculation: Extract<PlanCalculation, { kind: 'rank' }>, own: Sql): Sql {
  const order = sql.raw(calculation.best === 'greatest' ? 'DESC' : 'ASC');
  const others = plan.top ? [levelKey(plan.top.field)] : [];
  const rows = within([...kin(plan, calculation.within), ...others]);
  return sql`CASE WHEN ${isRanked(plan, own)} THEN RANK() OVER (${rows} ORDER BY ${own} ${order} NULLS LAST) END`;
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
  const same = sql`PARTITION BY ${sql.join([...names.map((name) => sql.id('parts', name)), own], comma)}`;
  const lower = sql`(RANK() OVER (${rows} ORDER BY ${own} ASC NULLS LAST) - 1)`;
  const equal = sql`(COUNT(*) OVER (${same}) - 1)`;
  const share = sql`${dialect.toDouble(sql`${lower} * 2 + ${equal}`)} / NULLIF(2 * (COUNT(${own}) OVER (${rows}) - 1), 0)`;
  return sql`CASE WHEN ${isRanked(plan, own)} THEN ${share} END`;
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
      const rows = within(kin(plan, calculation.within));
      const all = ofAll(
        sql`SUM(${double}) OVER (${rows})`,
        measure,
        (count) => sql`SUM(${count}) OVER (${rows})`,
        'parts',
      );
      return sql`${double} / NULLIF(${all}, 0)`;
    }
    case 'rank':
      return rankSql(plan, calculation, own);
    case 'percentile':
      return percentileSql(plan, calculation, own, dialect);
    case 'accumulate': {
      const value = shownMeasureSql(measure, lookupTable(index), dialect, type);
      return measure.kind === 'plain' ? countOrZero(plan, value) : value;
    }
    case 'retention': {
      const since = sql.id('parts', calculation.since);
      const others = groupColumns(plan).filter((name) => name !== calculation.since);
      const first = sql`MAX(CASE WHEN ${since} = 0 THEN ${dialect.toDouble(own)} END) OVER (${within(others)})`;
      return sql`${dialect.toDouble(own)} / NULLIF(${first}, 0)`;
    }
    case 'moving_average':
      return sql.id(lookupTable(index), 'average');
    case 'compare': {
      const table = lookupTable(index);
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
