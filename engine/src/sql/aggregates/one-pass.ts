import { sql } from 'kysely';
import type { ResultColumn } from '@rise/contract';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { AggregatePlan } from '../../plan/plan.ts';
import { aroundTables } from './around.ts';
import { calculationSql } from './calculation.ts';
import { filledAround } from './filled-periods.ts';
import { lookupJoins } from './lookups.ts';
import { setsAround } from './periods.ts';
import { shownSql } from '../fragments/field.ts';
import { groupingSetsSql } from '../grouping/grouping-sets.ts';
import { withPassingGroups } from '../grouping/having.ts';
import { hasLevels, KIND, kindOf } from '../grouping/levels.ts';
import { shownMeasureSql } from '../fragments/measure.ts';
import { orderTerms } from './order.ts';
import { partsSql } from '../grouping/parts.ts';
import type { ResultSlice, Statement } from '../../dialects/statement.ts';

const comma = sql.raw(',\n    ');

/** One statement that returns several results: its first column is the kind of a row, the plan's columns follow. */
export interface OnePass {
  statement: Statement;
  types: ResultColumn['type'][];
  slices: ResultSlice[];
}

const placesOf = (list: readonly unknown[]): number[] => list.map((_, place) => place);
const columnsAfterKind = ({ columns }: AggregatePlan): number[] => placesOf(columns).map((place) => place + 1);
const typesOf = ({ columns }: AggregatePlan): ResultColumn['type'][] => ['integer', ...columns.map(({ type }) => type)];

/** Table "parts" with the rows of every grouping set and their kind, and the look-up tables of calculations. */
export function tablesSql(
  { tables: passing, plan }: ReturnType<typeof withPassingGroups<AggregatePlan>>,
  dialect: Dialect,
): Sql {
  const { fields, sets } = plan;
  const parts =
    fields.length === 0
      ? sql`SELECT 0 AS ${sql.id(KIND)}, "all".* FROM (
  ${partsSql(plan.facts, [], 'filter', dialect)}
  ) AS "all"`
      : groupingSetsSql(plan, sets!, 'filter', dialect);
  const around = (of: AggregatePlan) =>
    of.fill ? filledAround(of, dialect) : groupingSetsSql(of, setsAround(of, sets!), 'around', dialect);
  const tables = [...passing, sql`"parts" AS (\n  ${parts}\n)`];
  if (fields.length > 0) tables.push(...aroundTables(plan, dialect, around));
  return sql`WITH ${sql.join(tables)}`;
}

/** The kind, then the plan's columns. Without dimensions there is nothing that calculations could compare. */
export function columnsSql(plan: AggregatePlan, dialect: Dialect): Sql[] {
  const typeOf = new Map(plan.columns.map(({ name, type }) => [name, type]));
  const kind = sql.id('parts', KIND);
  return [
    kind,
    ...plan.fields.map(
      (field) => sql`${shownSql(field, sql.id('parts', field.name), dialect)} AS ${sql.id(field.name)}`,
    ),
    ...plan.measures.map(
      (measure) =>
        sql`${shownMeasureSql(measure, 'parts', dialect, typeOf.get(measure.name)!)} AS ${sql.id(measure.name)}`,
    ),
    ...plan.calculations.map((calculation, index) => {
      const name = sql.id(calculation.name);
      if (plan.fields.length === 0) return sql`NULL AS ${name}`;
      const value = calculationSql(plan, calculation, index, dialect, typeOf.get(calculation.name)!);
      return sql`${value} AS ${name}`;
    }),
  ];
}

/** Whether one statement can return rows and grand total: there is one grouping set, no gap to fill and no offset. */
export const totalsInOnePass = (plan: AggregatePlan): boolean =>
  plan.totals && !plan.pivot && !plan.fill && !hasLevels(plan) && plan.offset === 0;

/** The grand total, then the rows. Selects one row more than `limit`, to detect truncation. */
export function withTotalsSql(plan: AggregatePlan, dialect: Dialect): OnePass {
  const all = placesOf(plan.fields);
  const sets = all.length === 0 ? [[]] : [all, []];
  const grouped: AggregatePlan = { ...plan, sets };
  const joins = plan.around && all.length > 0 ? lookupJoins(grouped, dialect) : [];
  const statement = dialect.compile(sql`${tablesSql(withPassingGroups(grouped, grouped, dialect), dialect)}
SELECT
    ${sql.join(columnsSql(grouped, dialect), comma)}
FROM "parts"${sql.join(joins, sql.raw(''))}
ORDER BY ${sql.join([sql`${sql.id('parts', KIND)} DESC`, ...orderTerms(plan)])}
LIMIT ${sql.raw(String(plan.limit + 2))}`);
  const columns = columnsAfterKind(plan);
  return {
    statement,
    types: typesOf(plan),
    slices: [
      { kinds: [kindOf(plan, all)], columns, limit: plan.limit },
      { kinds: [kindOf(plan, [])], columns, limit: null },
    ],
  };
}
