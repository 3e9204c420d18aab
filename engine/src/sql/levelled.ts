import { sql } from 'kysely';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import { levelled, levelName } from '../plan/plan-levels.ts';
import type { AggregatePlan } from '../plan/plan.ts';
import { calculationSql, lookupJoins, lookupTables } from './calculation.ts';
import { shownSql } from './field.ts';
import { keyOf, rowFields, setsToRead, sortColumns, sortOrder } from './levelled-order.ts';
import { levelledParts, topTable } from './levelled-parts.ts';
import { KIND, kindOf, levelKey, sameKey } from './levels.ts';
import { shownMeasureSql } from './measure.ts';

const comma = sql.raw(',\n    ');
const and = sql.raw(' AND ');
const list = sql.raw(', ');

/** Table "answer": every row of every kind as it is shown, with its keys. */
function answerTables(plan: AggregatePlan, dialect: Dialect): Sql[] {
  const sets = setsToRead(plan);
  const typeOf = new Map(plan.columns.map((column) => [column.name, column.type]));
  const columns = [
    ...plan.fields.map(
      (field) => sql`${shownSql(field, sql.id('parts', field.name), dialect)} AS ${sql.id(field.name)}`,
    ),
    ...plan.fields.map(({ name }) => sql`${sql.id('parts', name)} AS ${sql.id(keyOf(name))}`),
    ...plan.fields.map(({ name }) => sql.id('parts', levelKey(name))),
    sql.id('parts', KIND),
    ...plan.measures.map(
      (each) => sql`${shownMeasureSql(each, 'parts', dialect, typeOf.get(each.name)!)} AS ${sql.id(each.name)}`,
    ),
    ...plan.calculations.map((each, index) => {
      const value = calculationSql(plan, each, index, dialect, typeOf.get(each.name)!);
      return sql`${value} AS ${sql.id(each.name)}`;
    }),
  ];
  const around = plan.around
    ? [
        sql`"around" AS (
  ${levelledParts(plan, sets, 'around', dialect)}
)`,
        ...lookupTables(plan, dialect),
      ]
    : [];
  return [
    ...topTable(plan, dialect),
    sql`"parts" AS (
  ${levelledParts(plan, sets, 'filter', dialect)}
)`,
    ...around,
    sql`"answer" AS (
  SELECT
    ${sql.join(columns, comma)}
  FROM "parts"${sql.join(plan.around ? lookupJoins(plan, dialect) : [], sql.raw(''))}
)`,
    sql`"sorted" AS (
  SELECT ${sql.join([sql`"answer".*`, ...sortColumns(plan, rowFields(plan))], comma)} FROM "answer"
)`,
  ];
}

const kinds = (plan: AggregatePlan, sets: readonly (readonly number[])[]): Sql =>
  sql`${sql.id(KIND)} IN (${sql.join(
    sets.map((set) => sql.raw(String(kindOf(plan, set)))),
    list,
  )})`;

/** Rows that are shown: of the kinds asked for, and without those outside the top where nobody wants them. */
function shown(plan: AggregatePlan, sets: AggregatePlan['sets']): Sql[] {
  return [
    ...(sets ? [kinds(plan, sets)] : []),
    ...(plan.top && !plan.top.other ? [sql`${sql.id(levelKey(plan.top.field))} <> 1`] : []),
  ];
}

const where = (conditions: readonly Sql[]) =>
  conditions.length === 0 ? sql.raw('') : sql`\nWHERE ${sql.join(conditions, and)}`;

/** The columns of the plan, in its order. */
function shownColumns(plan: AggregatePlan): Sql[] {
  const levels = new Map(levelled(plan).map((name) => [levelName(name), name]));
  return plan.columns.map(({ name }) => {
    const field = levels.get(name);
    if (field === undefined) return sql.id('sorted', name);
    const key = sql.id('sorted', levelKey(field));
    return sql`CASE WHEN ${key} = 0 THEN 'member' WHEN ${key} = 1 THEN 'other' ELSE 'all' END AS ${sql.id(name)}`;
  });
}

/** Rows of several kinds, each group followed by the row over it. */
export function levelledSql(plan: AggregatePlan, dialect: Dialect): Sql {
  return sql`WITH ${sql.join(answerTables(plan, dialect))}
SELECT
    ${sql.join(shownColumns(plan), comma)}
FROM "sorted"${where(shown(plan, plan.sets))}
${sortOrder(plan, rowFields(plan))}
${dialect.page(plan.limit + 1, plan.offset)}`;
}

/**
 * Every cell of a pivot with its place: the row's, missing in the row over all; and the column's, missing where a cell is
 * over all columns. One row and one column more than wanted tell that there are more.
 */
export function pivotSql(plan: AggregatePlan, dialect: Dialect): Sql {
  const pivot = plan.pivot!;
  const rows = rowFields(plan);
  const keys = (names: readonly string[]) => names.flatMap((name) => [sql.id(keyOf(name)), sql.id(levelKey(name))]);
  const numbered = (name: string, names: readonly string[], sets: number[][], order: Sql) => {
    // Some engines number nothing without an order.
    const placed = names.length === 0 ? sql`ORDER BY ${sql.id(KIND)}` : order;
    const columns = [...keys(names), sql`ROW_NUMBER() OVER (${placed}) AS "place"`];
    return sql`${sql.id(name)} AS (
  SELECT ${sql.join(columns, list)} FROM "sorted"${where(shown(plan, sets))}
)`;
  };
  const inColumns = plan.fields.flatMap(({ name }, place) => (pivot.columns.includes(name) ? [place] : []));
  const ofColumns = plan.order.filter(({ field }) => pivot.columns.includes(field));
  const tables = [
    ...answerTables(plan, dialect),
    numbered('listed', rows, pivot.rows, sortOrder(plan, rows)),
    numbered('heads', pivot.columns, [inColumns], sortOrder({ ...plan, order: ofColumns }, pivot.columns)),
  ];
  const join = (table: string, names: readonly string[]) => {
    const on = plan.fields
      .filter(({ name }) => names.includes(name))
      .flatMap((field) => [
        sameKey(field, sql.id(table, keyOf(field.name)), sql.id('sorted', keyOf(field.name))),
        sql`${sql.id(table, levelKey(field.name))} = ${sql.id('sorted', levelKey(field.name))}`,
      ]);
    return sql`\nLEFT JOIN ${sql.id(table)} ON ${on.length === 0 ? sql.raw('TRUE') : sql.join(on, and)}`;
  };
  const either = (conditions: Sql[]) => sql`(${sql.join(conditions, sql.raw(' OR '))})`;
  const last = plan.offset + plan.limit + 1;
  const inSorted = (names: readonly string[]) =>
    names.length === 0
      ? sql.raw('TRUE')
      : sql`(${sql.join(
          names.map((name) => sql`${sql.id('sorted', levelKey(name))} = 2`),
          and,
        )})`;
  return sql`WITH ${sql.join(tables)}
SELECT
    ${sql.join([sql`"listed"."place" AS "row place"`, sql`"heads"."place" AS "column place"`, ...shownColumns(plan)], comma)}
FROM "sorted"${join('listed', rows)}${join('heads', pivot.columns)}${where([
    kinds(plan, plan.sets!),
    either([
      inSorted(rows),
      sql`"listed"."place" BETWEEN ${sql.raw(String(plan.offset + 1))} AND ${sql.raw(String(last))}`,
    ]),
    either([inSorted(pivot.columns), sql`"heads"."place" <= ${sql.raw(String(pivot.limit + 1))}`]),
  ])}
ORDER BY "row place" NULLS LAST, "column place" NULLS LAST`;
}
