import { sql } from 'kysely';
import type { ResultColumn } from '@rise/contract';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import type { AggregatePlan } from '../plan/plan.ts';
import { calculationSql, lookupJoins, lookupTables } from './calculation.ts';
import { shownSql } from './field.ts';
import { levelledParts } from './levelled-parts.ts';
import { hasLevels, KIND, kindOf } from './levels.ts';
import { shownMeasureSql } from './measure.ts';
import { orderTerms } from './order.ts';
import { partsSql } from './parts.ts';
import type { Cut, Statement } from './statement.ts';

const comma = sql.raw(',\n    ');

/** One statement that holds several answers: its rows begin with their kind, then come the columns of its plan. */
export interface OnePass {
  statement: Statement;
  types: ResultColumn['type'][];
  cuts: Cut[];
}

const placesOf = (list: readonly unknown[]): number[] => list.map((_, place) => place);
const columnsAfterKind = ({ columns }: AggregatePlan): number[] => placesOf(columns).map((place) => place + 1);
const typesOf = ({ columns }: AggregatePlan): ResultColumn['type'][] => ['integer', ...columns.map(({ type }) => type)];

/** Table "parts" with the rows of every set of the plan and their kind, and what its calculations look values up in. */
export function tablesSql(plan: AggregatePlan, dialect: Dialect): Sql {
  const parts = (rows: 'filter' | 'around') =>
    plan.fields.length === 0
      ? sql`SELECT 0 AS ${sql.id(KIND)}, "all".* FROM (
  ${partsSql(plan.facts, [], rows, dialect)}
  ) AS "all"`
      : levelledParts(plan, plan.sets!, rows, dialect);
  const tables = [sql`"parts" AS (\n  ${parts('filter')}\n)`];
  if (plan.around && plan.fields.length > 0)
    tables.push(sql`"around" AS (\n  ${parts('around')}\n)`, ...lookupTables(plan, dialect));
  return sql`WITH ${sql.join(tables)}`;
}

/** The kind, then the plan's columns. Calculations compare members: over everything there is nothing to compare. */
export function columnsSql(plan: AggregatePlan, dialect: Dialect): Sql[] {
  const typeOf = new Map(plan.columns.map(({ name, type }) => [name, type]));
  const kind = sql.id('parts', KIND);
  return [
    kind,
    ...plan.fields.map(
      (field) => sql`${shownSql(field, sql.id('parts', field.name), dialect)} AS ${sql.id(field.name)}`,
    ),
    ...plan.measures.map(
      (each) => sql`${shownMeasureSql(each, 'parts', dialect, typeOf.get(each.name)!)} AS ${sql.id(each.name)}`,
    ),
    ...plan.calculations.map((each, index) => {
      const name = sql.id(each.name);
      if (plan.fields.length === 0) return sql`NULL AS ${name}`;
      const value = calculationSql(plan, each, index, dialect, typeOf.get(each.name)!);
      return sql`CASE WHEN ${kind} = 0 THEN ${value} END AS ${name}`;
    }),
  ];
}

/** Whether the row over everything can be read with the rows: they are of one kind, and all from the first. */
export const totalsInOnePass = (plan: AggregatePlan): boolean =>
  plan.totals && !plan.pivot && !hasLevels(plan) && plan.offset === 0;

/** The rows and the row over everything, which comes first. Asks for one row more than `limit`. */
export function withTotalsSql(plan: AggregatePlan, dialect: Dialect): OnePass {
  const all = placesOf(plan.fields);
  const sets = all.length === 0 ? [[]] : [all, []];
  const grouped: AggregatePlan = { ...plan, sets };
  const joins = plan.around && all.length > 0 ? lookupJoins(grouped, dialect) : [];
  const statement = dialect.compile(sql`${tablesSql(grouped, dialect)}
SELECT
    ${sql.join(columnsSql(grouped, dialect), comma)}
FROM "parts"${sql.join(joins, sql.raw(''))}
ORDER BY ${sql.join([sql`${sql.id('parts', KIND)} DESC`, ...orderTerms(plan)])}
LIMIT ${sql.raw(String(plan.limit + 2))}`);
  const columns = columnsAfterKind(plan);
  return {
    statement,
    types: typesOf(plan),
    cuts: [
      { kinds: [kindOf(plan, all)], columns, limit: plan.limit },
      { kinds: [kindOf(plan, [])], columns, limit: null },
    ],
  };
}
