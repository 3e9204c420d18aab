import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import { fieldsWithLevels, levelName } from '../../plan/levels.ts';
import type { AggregatePlan } from '../../plan/plan.ts';
import { aroundTables } from './around.ts';
import { calculationSql } from './calculation.ts';
import { filledAround, filledParts } from './filled-periods.ts';
import { lookupJoins } from './lookups.ts';
import { setsAround } from './periods.ts';
import { shownSql } from '../fragments/field.ts';
import { keyOf, rowFields, setsToRead, sortColumns, sortOrder } from './sorted-levels.ts';
import { groupingSetsSql, topTable } from '../grouping/grouping-sets.ts';
import { withPassingGroups } from '../grouping/having.ts';
import { KIND, kindOf, levelKey, sameKey } from '../grouping/levels.ts';
import { shownMeasureSql } from '../fragments/measure.ts';

const comma = sql.raw(',\n    ');
const and = sql.raw(' AND ');
const list = sql.raw(', ');

/** Table "answer": the displayed rows of every grouping set, with their keys. Table "sorted" adds sort columns. */
function answerTables(of: AggregatePlan, dialect: Dialect): Sql[] {
  const { tables: passing, plan } = withPassingGroups(of, of, dialect);
  const sets = setsToRead(plan);
  const isFilled = plan.fill !== null;
  const typeOf = new Map(plan.columns.map((column) => [column.name, column.type]));
  // ClickHouse would prefix the names with the table where other tables have them, too.
  const ofParts = (name: string) =>
    plan.around ? sql`${sql.id('parts', name)} AS ${sql.id(name)}` : sql.id('parts', name);
  const columns = [
    ...plan.fields.map(
      (field) => sql`${shownSql(field, sql.id('parts', field.name), dialect)} AS ${sql.id(field.name)}`,
    ),
    ...plan.fields.map(({ name }) => sql`${sql.id('parts', name)} AS ${sql.id(keyOf(name))}`),
    ...plan.fields.map(({ name }) => ofParts(levelKey(name))),
    ofParts(KIND),
    ...plan.measures.map(
      (measure) =>
        sql`${shownMeasureSql(measure, 'parts', dialect, typeOf.get(measure.name)!)} AS ${sql.id(measure.name)}`,
    ),
    ...plan.calculations.map((calculation, index) => {
      const value = calculationSql(plan, calculation, index, dialect, typeOf.get(calculation.name)!);
      return sql`${value} AS ${sql.id(calculation.name)}`;
    }),
  ];
  const around = aroundTables(plan, dialect, (of) =>
    isFilled ? filledAround(of, dialect) : groupingSetsSql(of, setsAround(plan, sets), 'around', dialect),
  );
  return [
    ...passing,
    ...topTable(plan, dialect),
    ...(isFilled
      ? filledParts(plan, dialect)
      : [
          sql`"parts" AS (
  ${groupingSetsSql(plan, sets, 'filter', dialect)}
)`,
        ]),
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

/** Restricts rows to the requested grouping sets, without the "other" rows if they were not requested. */
function shown(plan: AggregatePlan, sets: AggregatePlan['sets']): Sql[] {
  return [
    ...(sets ? [kinds(plan, sets)] : []),
    ...(plan.top && !plan.top.other ? [sql`${sql.id(levelKey(plan.top.field))} <> 1`] : []),
  ];
}

const where = (conditions: readonly Sql[]) =>
  conditions.length === 0 ? sql.raw('') : sql`\nWHERE ${sql.join(conditions, and)}`;

/** The plan's columns, in order. */
function shownColumns(plan: AggregatePlan): Sql[] {
  const levels = new Map(fieldsWithLevels(plan).map((name) => [levelName(name), name]));
  return plan.columns.map(({ name }) => {
    const field = levels.get(name);
    if (field === undefined) return sql.id('sorted', name);
    const key = sql.id('sorted', levelKey(field));
    return sql`CASE WHEN ${key} = 0 THEN 'member' WHEN ${key} = 1 THEN 'other' ELSE 'all' END AS ${sql.id(name)}`;
  });
}

/** Rows with subtotals: each group is followed by its subtotal. */
export function subtotalsSql(plan: AggregatePlan, dialect: Dialect): Sql {
  return sql`WITH ${sql.join(answerTables(plan, dialect))}
SELECT
    ${sql.join(shownColumns(plan), comma)}
FROM "sorted"${where(shown(plan, plan.sets))}
${sortOrder(plan, rowFields(plan))}
${dialect.page(plan.limit + 1, plan.offset)}`;
}

/**
 * Every cell of a pivot with its row and column number; null for the total row or column. One extra row and column show
 * that there are more.
 */
export function pivotSql(plan: AggregatePlan, dialect: Dialect): Sql {
  const pivot = plan.pivot!;
  const rows = rowFields(plan);
  const keys = (names: readonly string[]) => names.flatMap((name) => [sql.id(keyOf(name)), sql.id(levelKey(name))]);
  const numbered = (name: string, names: readonly string[], sets: number[][], order: Sql) => {
    // Some engines require an ORDER BY in ROW_NUMBER().
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
