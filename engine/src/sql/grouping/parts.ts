import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import { computedJoins, OWN_PERIOD } from './passing-groups.ts';
import { expressionSql } from '../fragments/expression.ts';
import { keySql } from '../fragments/field.ts';
import { baseAggregateSql, fromSql } from '../fragments/source.ts';
import { outerAggregateSql, withCumulatedWeights } from '../fragments/weighted.ts';
import { stepsOf } from './steps.ts';
import { valueChangesSql } from './value-changes.ts';
import type { GroupedFact } from './value-changes.ts';
import type { Step } from './steps.ts';
import type { PlanFact } from '../../plan/plan.ts';
import type { BaseAggregate, OuterAggregate } from '../../plan/measures.ts';
import type { PlanField } from '../../plan/predicates.ts';

/** The rows to read: those of the query, or those of other periods too. */
export type Rows = 'filter' | 'around';

const comma = sql.raw(',\n    ');
const lines = sql.raw('\n  ');
/** Makes sure there is one row if there are no keys and no aggregates. */
export const ROWS_READ: BaseAggregate = { name: 'rows read', kind: 'count', where: null };

const groupBy = (count: number): Sql =>
  count === 0
    ? sql.raw('')
    : sql`\n  GROUP BY ${sql.join(Array.from({ length: count }, (_, index) => sql.raw(String(index + 1))))}`;
const keysOf = ({ keys }: GroupedFact): Sql[] => keys.map(({ name, value }) => sql`${value} AS ${sql.id(name)}`);

/** The computed tables that the rows are joined to. */
function tablesBeside({ fact, rows, dialect, keys }: GroupedFact, aggregates: readonly BaseAggregate[]): Sql[] {
  return computedJoins(fact, aggregates, new Set(keys.map(({ name }) => name)), rows, dialect);
}

/** A fact's rows grouped, with all aggregates that need one pass. */
function groupedSql(grouped: GroupedFact, aggregates: readonly BaseAggregate[]): Sql {
  const { fact, rows, dialect, keys } = grouped;
  const changes = valueChangesSql(grouped, aggregates);
  if (changes) return changes;
  return sql`SELECT
    ${sql.join([...keysOf(grouped), ...aggregates.map((aggregate) => baseAggregateSql(aggregate, dialect))], comma)}
  ${fromSql(fact.source, [fact[rows]], dialect, tablesBeside(grouped, aggregates))}${groupBy(keys.length)}`;
}

/** Groups a fact's rows by the step's values too, then aggregates these figures. */
function steppedSql(grouped: GroupedFact, { by, inner, outer }: Step): Sql {
  const { fact, rows, dialect, keys } = grouped;
  const values = by.map(({ name, value }) => sql`${expressionSql(value, dialect)} AS ${sql.id(name)}`);
  const value = sql.id(by.at(-1)!.name);
  const figures = outer.map(
    (aggregate) => sql`${outerAggregateSql(aggregate, value, dialect)} AS ${sql.id(aggregate.name)}`,
  );
  const present = by.map(({ name }) => sql`${sql.id(name)} IS NOT NULL`);
  const names = keys.map(({ name }) => sql.id(name));
  const first = sql`(SELECT
    ${sql.join([...keysOf(grouped), ...values, ...inner.map((aggregate) => baseAggregateSql(aggregate, dialect))], comma)}
  ${fromSql(fact.source, [fact[rows]], dialect, tablesBeside(grouped, inner))}${groupBy(keys.length + by.length)}
  )`;
  return sql`SELECT
    ${sql.join([...names, ...figures], comma)}
  FROM ${withCumulatedWeights(first, { outer, keys: names, value })} AS "steps"
  WHERE ${sql.join(present, sql.raw(' AND '))}${groupBy(keys.length)}`;
}

export interface Part {
  select: Sql;
  aggregates: readonly BaseAggregate[];
  /** A select without rows whose columns have the same types; undefined if there is none. */
  shape?: Sql;
}

/**
 * The parts of a fact. Where they are restricted to the groups that pass, types come from unrestricted selects: some
 * engines repeat a common table wherever it is named, and would repeat that of the groups with it.
 */
export function withShapes(fact: PlanFact, partsFor: (fact: PlanFact) => Part[]): Part[] {
  const { passing, lookedUp: _, ...all } = fact;
  if (!passing) return partsFor(fact);
  const shapes = partsFor({
    ...all,
    fields: all.fields.map((item) => (item.name === OWN_PERIOD.name ? OWN_PERIOD : item)),
  });
  return partsFor(fact).map((part, index) => ({
    ...part,
    shape: sql`SELECT * FROM (${shapes[index]!.select}) AS "shape" LIMIT 0`,
  }));
}

/** The selects of one fact: one pass, and one more for each step that comes before. */
function partsOf(grouped: GroupedFact): Part[] {
  const { aggregates } = grouped.fact;
  const plain = aggregates.filter((aggregate) => aggregate.kind !== 'nested');
  const stepped = stepsOf(aggregates).map((step) => ({ select: steppedSql(grouped, step), aggregates: step.outer }));
  // Rows without a day or key are in no such figure, but they still form a group.
  if (plain.length === 0 && grouped.keys.length === 0 && stepped.length > 0) return stepped;
  const selected = plain.length + grouped.keys.length === 0 ? [ROWS_READ] : plain;
  return [{ select: groupedSql(grouped, selected), aggregates: selected }, ...stepped];
}

const COUNTED = new Set<BaseAggregate['kind'] | OuterAggregate['kind']>([
  'count',
  'filled',
  'distinct',
  'added',
  'any',
]);

/** Empty input: counts are 0, and so is whether any row satisfies a condition; sum, min and max are null. */
export const isCounted = (aggregate: BaseAggregate): boolean =>
  COUNTED.has(aggregate.kind === 'nested' ? aggregate.take.kind : aggregate.kind);

/**
 * Combines separately aggregated parts: UNION ALL of their rows, each part's aggregates in columns of their own, then
 * one row per key. Nothing is counted twice, since facts are aggregated before they are combined.
 */
export function togetherSql(parts: readonly Part[], names: readonly string[]): Sql {
  const table = (index: number) => `part ${index}`;
  const shapeOf = (index: number) => (parts[index]!.shape ? `shape ${index}` : table(index));
  const common = parts.flatMap(({ select, shape, aggregates: { length } }, index) => [
    sql`${sql.id(table(index))} AS (${select})`,
    ...(shape && length > 0 ? [sql`${sql.id(shapeOf(index))} AS (${shape})`] : []),
  ]);
  // Aliased: ClickHouse would otherwise prefix the names with the table.
  const named = (of: string, name: string) => sql`${sql.id(of, name)} AS ${sql.id(name)}`;
  const rows = parts.map((_, index) => {
    const keys = names.map((name) => named(table(index), name));
    const columns = parts.flatMap(({ aggregates: own }, other) =>
      own.map(({ name }) => named(other === index ? table(other) : shapeOf(other), name)),
    );
    // Joins on FALSE, so that the other parts' columns, if they have any, are null and have the right type.
    const others = parts.flatMap(({ aggregates: columnsOfPart }, other) =>
      other === index || columnsOfPart.length === 0 ? [] : [sql` LEFT JOIN ${sql.id(shapeOf(other))} ON FALSE`],
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
    const keys = own.map((field) => ({ name: nameOf(field), value: keySql(field, dialect) }));
    return withShapes(fact, (item) => partsOf({ fact: item, rows, dialect, keys }));
  });
  return parts.length === 1 ? parts[0]!.select : togetherSql(parts, fields.map(nameOf));
}

/** The aggregates of all facts of a plan. */
export const baseAggregatesOf = (facts: readonly PlanFact[]): BaseAggregate[] =>
  facts.flatMap(({ aggregates }) => aggregates);
