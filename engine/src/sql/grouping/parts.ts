import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import { snapshotDatesJoin } from '../fragments/snapshot-dates.ts';
import { expressionSql } from '../fragments/expression.ts';
import { keySql } from '../fragments/field.ts';
import { baseAggregateSql, fromSql } from '../fragments/source.ts';
import type { BaseAggregate, PlanFact, PlanField } from '../../plan/plan.ts';
import { tablesOfAggregate } from '../../plan/references.ts';

/** The rows to read: those of the query, or those of other periods too. */
export type Rows = 'filter' | 'around';

const comma = sql.raw(',\n    ');
const lines = sql.raw('\n  ');
/** Makes sure there is one row if there are no keys and no aggregates. */
const ROWS_READ: BaseAggregate = { name: 'rows read', kind: 'count', where: null };

interface Grouped {
  fact: PlanFact;
  /** Expressions of the group keys in this fact, in order, with their column names. */
  keys: { name: string; value: Sql }[];
  rows: Rows;
  dialect: Dialect;
}

const groupBy = (count: number): Sql =>
  count === 0
    ? sql.raw('')
    : sql`\n  GROUP BY ${sql.join(Array.from({ length: count }, (_, index) => sql.raw(String(index + 1))))}`;
const keysOf = ({ keys }: Grouped): Sql[] => keys.map(({ name, value }) => sql`${value} AS ${sql.id(name)}`);

/** A fact's rows grouped, with all aggregates that need one pass. */
function groupedSql(grouped: Grouped, aggregates: readonly BaseAggregate[]): Sql {
  const { fact, rows, dialect, keys } = grouped;
  const tables = new Set(aggregates.flatMap(tablesOfAggregate));
  const snapshotDates = fact.snapshotDates.filter(({ name }) => tables.has(name));
  const beside = snapshotDates.map((dates) =>
    snapshotDatesJoin(dates, fact, new Set(keys.map(({ name }) => name)), rows, dialect),
  );
  return sql`SELECT
    ${sql.join([...keysOf(grouped), ...aggregates.map((aggregate) => baseAggregateSql(aggregate, dialect))], comma)}
  ${fromSql(fact.source, [fact[rows]], dialect, beside)}${groupBy(keys.length)}`;
}

/** Groups a fact's rows by day first, then aggregates the daily figures. */
function dailySql(grouped: Grouped, dates: string, aggregates: readonly (BaseAggregate & { kind: 'daily' })[]): Sql {
  const { fact, rows, dialect, keys } = grouped;
  const { day } = fact.snapshotDates.find(({ name }) => name === dates)!;
  const inner = aggregates.map(({ name, of }) => baseAggregateSql({ ...of, name }, dialect));
  const outer = aggregates.map(
    ({ name, take }) => sql`${sql.raw(take.toUpperCase())}(${sql.id(name)}) AS ${sql.id(name)}`,
  );
  return sql`SELECT
    ${sql.join([...keys.map(({ name }) => sql.id(name)), ...outer], comma)}
  FROM (SELECT
    ${sql.join([...keysOf(grouped), sql`${expressionSql(day, dialect)} AS "of day"`, ...inner], comma)}
  ${fromSql(fact.source, [fact[rows]], dialect)}${groupBy(keys.length + 1)}
  ) AS "days"
  WHERE "of day" IS NOT NULL${groupBy(keys.length)}`;
}

export interface Part {
  select: Sql;
  aggregates: readonly BaseAggregate[];
}

/** The selects of one fact: one pass, and one more by day for each snapshot date. */
function partsOf(grouped: Grouped): Part[] {
  const { aggregates, snapshotDates } = grouped.fact;
  const plain = aggregates.filter((aggregate) => aggregate.kind !== 'daily');
  const daily = snapshotDates.flatMap(({ name }) => {
    const own = aggregates
      .filter((aggregate) => aggregate.kind === 'daily')
      .filter((aggregate) => aggregate.dates === name);
    return own.length === 0 ? [] : [{ select: dailySql(grouped, name, own), aggregates: own }];
  });
  // Rows without a day are in no daily figure, but they still form a group.
  if (plain.length === 0 && grouped.keys.length === 0 && daily.length > 0) return daily;
  const selected = plain.length + grouped.keys.length === 0 ? [ROWS_READ] : plain;
  return [{ select: groupedSql(grouped, selected), aggregates: selected }, ...daily];
}

/** Empty input: counts are 0, and so is whether any row satisfies a condition; sum, min and max are null. */
export const isCounted = ({ kind }: BaseAggregate): boolean =>
  kind === 'count' || kind === 'filled' || kind === 'distinct' || kind === 'added' || kind === 'any';

/**
 * Combines separately aggregated parts: UNION ALL of their rows, each part's aggregates in columns of their own, then
 * one row per key. Nothing is counted twice, since facts are aggregated before they are combined.
 */
export function togetherSql(parts: readonly Part[], names: readonly string[]): Sql {
  const table = (index: number) => `part ${index}`;
  const common = parts.map(({ select }, index) => sql`${sql.id(table(index))} AS (${select})`);
  // Aliased: ClickHouse would otherwise prefix the names with the table.
  const named = (index: number, name: string) => sql`${sql.id(table(index), name)} AS ${sql.id(name)}`;
  const columns = parts.flatMap(({ aggregates }, index) => aggregates.map(({ name }) => named(index, name)));
  const rows = parts.map((_, index) => {
    const keys = names.map((name) => named(index, name));
    // Joins on FALSE, so that the other parts' columns are null and have the right type.
    const others = parts.flatMap((_part, other) =>
      other === index ? [] : [sql` LEFT JOIN ${sql.id(table(other))} ON FALSE`],
    );
    return sql`SELECT ${sql.join([...keys, ...columns])} FROM ${sql.id(table(index))}${sql.join(others, sql.raw(''))}`;
  });
  const aggregates = parts.flatMap((part) =>
    part.aggregates.map((aggregate) => {
      const only = sql`MAX(${sql.id(aggregate.name)})`;
      return sql`${isCounted(aggregate) ? sql`COALESCE(${only}, 0)` : only} AS ${sql.id(aggregate.name)}`;
    }),
  );
  return sql`WITH ${sql.join(common)}
  SELECT
    ${sql.join([...names.map((name) => sql.id(name)), ...aggregates], comma)}
  FROM (${sql.join(rows, sql`${lines}UNION ALL${lines}`)}) AS "parts"${groupBy(names.length)}`;
}

/** All facts grouped by some of the fields, with every aggregate. Everything else is computed from this. */
export function partsSql(
  facts: readonly PlanFact[],
  fields: readonly PlanField[],
  rows: Rows,
  dialect: Dialect,
  nameOf = ({ name }: PlanField) => name,
): Sql {
  const names = new Set(fields.map(({ name }) => name));
  const parts = facts.flatMap((fact) => {
    const own = fact.fields.filter(({ name }) => names.has(name));
    return partsOf({
      fact,
      rows,
      dialect,
      keys: own.map((field) => ({ name: nameOf(field), value: keySql(field, dialect) })),
    });
  });
  return parts.length === 1 ? parts[0]!.select : togetherSql(parts, fields.map(nameOf));
}

/** The aggregates of all facts of a plan. */
export const baseAggregatesOf = (facts: readonly PlanFact[]): BaseAggregate[] =>
  facts.flatMap(({ aggregates }) => aggregates);
