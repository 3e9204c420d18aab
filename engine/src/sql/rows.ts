import { sql } from 'kysely';
import type { ResultColumn } from '@rise/contract';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import type { PlanAtom, RowsPlan } from '../plan/plan.ts';
import { tablesOfAtom } from '../plan/plan-source.ts';
import { clockJoin } from './clock.ts';
import { keySql, shownSql } from './field.ts';
import { topJoin, topTable } from './levelled-parts.ts';
import { shownMeasureSql } from './measure.ts';
import { columnSql } from './predicate.ts';
import { aggregateOf, fromSql, inputOf } from './source.ts';
import type { Statement } from './statement.ts';

const comma = sql.raw(',\n    ');
const shownName = (place: number) => `shown ${place}`;
const sourceName = (place: number) => `source ${place}`;
/** What a row gives, be it to a day's figure. */
const ofRow = (atom: PlanAtom): PlanAtom => (atom.kind === 'daily' ? { ...atom.of, name: atom.name } : atom);

const takenOf = ({ parts, beside }: RowsPlan): PlanAtom[] => [...parts.map(({ atom }) => atom), ...beside];

/** Table "rows": all rows of the cell, with what is shown of them and what each gives to every atom. */
function rowsTable(plan: RowsPlan, dialect: Dialect): Sql[] {
  const fact = plan.facts[plan.fact]!;
  const used = takenOf(plan);
  const tables = new Set(used.flatMap(tablesOfAtom));
  const settled = new Set(plan.settled);
  const beside = fact.clocks
    .filter(({ name }) => tables.has(name))
    .map((clock) => clockJoin(clock, fact, settled, 'filter', dialect));
  const columns = [
    ...fact.fields.map((field) => sql`${keySql(field, dialect)} AS ${sql.id(field.name)}`),
    ...plan.shown.map((place, index) => {
      const field = fact.fields[place]!;
      return sql`${shownSql(field, keySql(field, dialect), dialect)} AS ${sql.id(shownName(index))}`;
    }),
    ...used.map((atom) => sql`${inputOf(ofRow(atom), dialect)} AS ${sql.id(`for ${atom.name}`)}`),
    ...plan.sources.map(
      (column, index) => sql`${dialect.cast(columnSql(column), 'string')} AS ${sql.id(sourceName(index))}`,
    ),
  ];
  const rows = sql`SELECT
    ${sql.join(columns, comma)}
  ${fromSql(fact.source, [fact.filter, ...plan.cell], dialect, beside)}`;
  if (!plan.outside) return [sql`"rows" AS (\n  ${rows}\n)`];
  return [
    ...topTable(plan.of, dialect),
    sql`"rows" AS (
  SELECT "taken".* FROM (
  ${rows}
  ) AS "taken"
  ${topJoin(plan.of)}
  WHERE "top"."place" IS NULL
)`,
  ];
}

const given = (atom: PlanAtom): Sql => sql.id('rows', `for ${atom.name}`);

/** Rows that give the measure nothing are not behind it. */
const gives = ({ parts }: RowsPlan): Sql =>
  sql.join(
    parts.map(({ atom }) => sql`${given(atom)} IS NOT NULL`),
    sql.raw(' OR '),
  );

function typed(value: Sql, type: ResultColumn['type'], dialect: Dialect): Sql {
  if (type === 'decimal') return dialect.toExact(value);
  if (type === 'number') return dialect.toDouble(value);
  return type === 'string' ? dialect.cast(value, 'string') : value;
}

/** A page of rows, ordered by all that is shown of them: those that are equal in all of it cannot be told apart anyway. */
export function rowsSql(plan: RowsPlan, dialect: Dialect): Statement {
  const columns = [
    ...plan.shown.map((_, index) => sql.id('rows', shownName(index))),
    ...plan.parts.map(({ atom, type }) => typed(given(atom), type, dialect)),
    ...plan.sources.map((_, index) => sql.id('rows', sourceName(index))),
  ].map((value, index) => sql`${value} AS ${sql.id(`column ${index}`)}`);
  const order = columns.map((_, index) => sql`${sql.raw(String(index + 1))} ASC NULLS LAST`);
  return dialect.compile(sql`WITH ${sql.join(rowsTable(plan, dialect))}
SELECT
    ${sql.join(columns, comma)}
FROM "rows"
WHERE ${gives(plan)}
ORDER BY ${sql.join(order)}
${dialect.page(plan.limit + 1, plan.offset)}`);
}

/** How many rows there are, the measure made of them, and each part over all of them. */
export function rowsTotalsSql(
  plan: RowsPlan,
  dialect: Dialect,
): { statement: Statement; types: ResultColumn['type'][] } {
  const atoms = takenOf(plan).filter((atom) => atom.kind !== 'daily');
  const aggregates = atoms.map((atom) => sql`${aggregateOf(atom, given(atom), dialect)} AS ${sql.id(atom.name)}`);
  const ofDays = plan.parts.some(({ atom }) => atom.kind === 'daily');
  const typeOf = ({ atom, type }: RowsPlan['parts'][number]): ResultColumn['type'] =>
    atom.kind === 'distinct' || atom.kind === 'filled' ? 'integer' : type;
  const value = ofDays ? sql.raw('NULL') : shownMeasureSql(plan.measure, 'parts', dialect, plan.valueType);
  const none = sql.raw('NULL');
  const columns = [
    ...plan.shown.map(() => none),
    ...plan.parts.map((part) =>
      part.atom.kind === 'daily' ? none : typed(sql.id('parts', part.atom.name), typeOf(part), dialect),
    ),
    ...plan.sources.map(() => none),
  ].map((cell, index) => sql`${cell} AS ${sql.id(`column ${index}`)}`);
  const places = plan.shown.length;
  const types = plan.columns.map(({ type }, index) => {
    const part = plan.parts[index - places];
    return part ? typeOf(part) : type;
  });
  return {
    statement: dialect.compile(sql`WITH ${sql.join(rowsTable(plan, dialect))}, "parts" AS (
  SELECT
    ${sql.join([sql`COUNT(CASE WHEN ${gives(plan)} THEN 1 END) AS "rows behind"`, ...aggregates], comma)}
  FROM "rows"
)
SELECT
    ${sql.join([sql`"parts"."rows behind"`, sql`${value} AS "value"`, ...columns], comma)}
FROM "parts"`),
    types: ['integer', plan.valueType, ...types],
  };
}
