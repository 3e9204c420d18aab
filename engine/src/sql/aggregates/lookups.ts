import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { AggregatePlan } from '../../plan/plan.ts';
import type { PlanCalculation, PlanMeasure } from '../../plan/measures.ts';
import { aggregatesBehind } from '../../plan/references.ts';
import { groupColumns } from '../grouping/levels.ts';
import { measureSql } from '../fragments/measure.ts';
import { OWN_PERIOD } from '../grouping/passing-groups.ts';
import { isOfOnePeriod, looksUpPassing, ownPeriod, periodSql, sameColumns, sameGroup } from './periods.ts';

const and = sql.raw(' AND ');
const comma = sql.raw(', ');
/** Name of the table of other periods with one that ends early. With spaces, so it cannot clash with a model's names. */
export const cutTable = (cut: number) => `around cut ${cut}`;
/** Name of the table with the distinct values that an aggregate counts. */
export const distinctTable = (aggregate: string) => `values of ${aggregate}`;
/** Name of the table that a calculation looks up other periods in. */
export const lookupTable = (index: number) => `looked up ${index}`;

type Accumulated = Extract<PlanCalculation, { kind: 'accumulate' | 'moving_average' }>;
/** Calculations that have other periods. */
export type LookedUp = Accumulated | Extract<PlanCalculation, { kind: 'compare' }>;
export const isLookedUp = (calculation: PlanCalculation): calculation is LookedUp =>
  ['compare', 'accumulate', 'moving_average'].includes(calculation.kind);

/** What a calculation is, over its periods of one table, for each row of "parts". */
function overPeriods(plan: AggregatePlan, { from }: Accumulated, source: string, sums: Sql[], dialect: Dialect): Sql {
  const keys = groupColumns(plan).map((name) => sql`${sql.id('parts', name)} AS ${sql.id(name)}`);
  const time = sql.id(source, plan.around!.time);
  const joined = [
    sql`${time} BETWEEN ${periodSql(plan, from, dialect)} AND ${ownPeriod(plan, dialect)}`,
    ...sameGroup(plan, source),
  ];
  const groups = keys.map((_, place) => sql.raw(String(place + 1)));
  return sql`
  SELECT ${sql.join([...keys, ...sums], comma)}
  FROM "parts" JOIN ${sql.id(source)} ON ${sql.join(joined, and)}
  GROUP BY ${sql.join(groups, comma)}
`;
}

/** The distinct values of a count over its periods. */
function countedOver(plan: AggregatePlan, calculation: Accumulated, name: string, dialect: Dialect): Sql {
  const table = distinctTable(name);
  const count = sql`COUNT(DISTINCT ${sql.id(table, name)}) AS ${sql.id(name)}`;
  return overPeriods(plan, calculation, table, [count], dialect);
}

/** A count of values over the periods of a row of "parts"; a row over several periods has none. */
export function countOrZero(plan: AggregatePlan, count: Sql): Sql {
  // Periods whose rows have no value are in no table of values.
  if (isOfOnePeriod(plan)) return sql`COALESCE(${count}, 0)`;
  return sql`CASE WHEN ${sql.id('parts', plan.around!.time)} IS NOT NULL THEN COALESCE(${count}, 0) END`;
}

/** A value over several groups: null if it is in one of them because its amounts cannot be added up. */
export function ofAll(value: Sql, measure: PlanMeasure, sum: (count: Sql) => Sql, from: string): Sql {
  if (measure.kind !== 'checked') return value;
  const counts = measure.none.map((name) => sql`COALESCE(${sum(sql.id(from, name))}, 0) = 0`);
  return sql`CASE WHEN ${sql.join(counts, and)} THEN ${value} END`;
}

/** What an accumulation is computed from, in one table: sums and distinct counts over the same periods. */
function togetherSql(plan: AggregatePlan, tables: readonly AccumulatedTable[]): Sql {
  const keys = groupColumns(plan);
  const columns = tables.flatMap(({ table, names, isCount }) =>
    names.map((name) => {
      const value = sql.id(table, name);
      return sql`${isCount ? countOrZero(plan, value) : value} AS ${sql.id(name)}`;
    }),
  );
  const joins = tables.map(
    ({ table, select }) =>
      sql`\n  LEFT JOIN (${select}) AS ${sql.id(table)} ON ${sql.join(sameColumns(keys, table, 'parts'), and)}`,
  );
  return sql`
  SELECT ${sql.join([...keys.map((name) => sql`${sql.id('parts', name)} AS ${sql.id(name)}`), ...columns], comma)}
  FROM "parts"${sql.join(joins, sql.raw(''))}
`;
}

interface AccumulatedTable {
  table: string;
  select: Sql;
  /** Its aggregates. */
  names: string[];
  isCount: boolean;
}

function lookupSql(plan: AggregatePlan, calculation: Accumulated, dialect: Dialect): Sql {
  const { measure } = calculation;
  if (calculation.kind === 'moving_average') {
    const average = sql`AVG(${dialect.toDouble(measureSql(measure, 'around', dialect))})`;
    const value = ofAll(average, measure, (count) => sql`SUM(${count})`, 'around');
    return overPeriods(plan, calculation, 'around', [sql`${value} AS "average"`], dialect);
  }
  if (measure.kind === 'plain') return countedOver(plan, calculation, measure.aggregate, dialect);
  const { distinct } = calculation;
  const added = [...new Set(aggregatesBehind(measure))].filter((name) => !distinct.includes(name));
  const sums = added.map((name) => sql`SUM(${sql.id('around', name)}) AS ${sql.id(name)}`);
  const summed = overPeriods(plan, calculation, 'around', sums, dialect);
  if (distinct.length === 0) return summed;
  const counts = distinct.map((name): AccumulatedTable => {
    const select = countedOver(plan, calculation, name, dialect);
    return { table: `count of ${name}`, select, names: [name], isCount: true };
  });
  const sumsTable: AccumulatedTable = { table: 'sums', select: summed, names: added, isCount: false };
  return togetherSql(plan, added.length === 0 ? counts : [sumsTable, ...counts]);
}

/** Look-up tables of calculations: for each accumulation or moving average, what it is over its periods of "around". */
export function lookupTables(plan: AggregatePlan, dialect: Dialect): Sql[] {
  if (!plan.around) return [];
  return plan.calculations.flatMap((calculation, index) =>
    calculation.kind === 'accumulate' || calculation.kind === 'moving_average'
      ? [sql`${sql.id(lookupTable(index))} AS (${lookupSql(plan, calculation, dialect)})`]
      : [],
  );
}

/** Joins "parts" with its look-up tables; at most one matching row each. */
export function lookupJoins(plan: AggregatePlan, dialect: Dialect): Sql[] {
  return plan.calculations.flatMap((calculation, index) => {
    const table = lookupTable(index);
    if (!isLookedUp(calculation)) return [];
    if (looksUpPassing(plan)) {
      const own = sql`${sql.id(table, OWN_PERIOD.name)} = ${ownPeriod(plan, dialect)}`;
      return [sql`\nLEFT JOIN ${sql.id(table)} ON ${sql.join([own, ...sameGroup(plan, table)], and)}`];
    }
    if (calculation.kind === 'compare') {
      const period = sql`${sql.id(table, plan.around!.time)} = ${periodSql(plan, calculation.period, dialect)}`;
      const on = sql.join([period, ...sameGroup(plan, table)], and);
      const from = calculation.cut === null ? 'around' : cutTable(calculation.cut);
      return [sql`\nLEFT JOIN ${sql.id(from)} AS ${sql.id(table)} ON ${on}`];
    }
    return [sql`\nLEFT JOIN ${sql.id(table)} ON ${sql.join(sameColumns(groupColumns(plan), table, 'parts'), and)}`];
  });
}
