import { sql } from 'kysely';
import type { ResultColumn } from '@rise/contract';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import type { RowsPlan } from '../plan/plan.ts';
import type { BaseAggregate } from '../plan/measures.ts';
import { expressionSql } from './fragments/expression.ts';
import { computedJoins } from './grouping/passing-groups.ts';
import { keySql, shownSql } from './fragments/field.ts';
import { topJoin, topTable } from './grouping/grouping-sets.ts';
import { withPassingGroups } from './grouping/having.ts';
import { shownMeasureSql } from './fragments/measure.ts';
import { columnSql } from './fragments/predicate.ts';
import { aggregateOf, fromSql, inputOf } from './fragments/source.ts';
import { outerAggregateSql, withCumulatedWeights } from './fragments/weighted.ts';
import type { Statement } from '../dialects/statement.ts';

type NestedAggregate = BaseAggregate & { kind: 'nested' };
const comma = sql.raw(',\n    ');
const shownName = (place: number) => `shown ${place}`;
const sourceName = (place: number) => `source ${place}`;
const stepName = (part: number, place: number) => `step ${place} of ${part}`;
/** A row's contribution, also to an aggregate of two steps. */
const ofRow = (aggregate: BaseAggregate): BaseAggregate =>
  aggregate.kind === 'nested' ? { ...aggregate.of, name: aggregate.name } : aggregate;

const takenOf = ({ parts, beside }: RowsPlan): BaseAggregate[] => [
  ...parts.map(({ aggregate }) => aggregate),
  ...beside,
];

/** Table "rows": all rows of the cell, with the displayed columns and the contribution to every aggregate. */
function rowsTable(of: RowsPlan, dialect: Dialect): Sql[] {
  const { tables: passing, plan } = withPassingGroups(of, of.of, dialect);
  const fact = plan.facts[plan.fact]!;
  const used = takenOf(plan);
  const beside = computedJoins(fact, used, new Set(plan.settled), 'filter', dialect);
  const columns = [
    ...fact.fields.map((field) => sql`${keySql(field, dialect)} AS ${sql.id(field.name)}`),
    ...plan.shown.map((place, index) => {
      const field = fact.fields[place]!;
      return sql`${shownSql(field, keySql(field, dialect), dialect)} AS ${sql.id(shownName(index))}`;
    }),
    ...used.map((aggregate) => sql`${inputOf(ofRow(aggregate), dialect)} AS ${sql.id(`for ${aggregate.name}`)}`),
    ...used.flatMap((aggregate, part) =>
      aggregate.kind === 'nested'
        ? aggregate.by.map((value, place) => sql`${expressionSql(value, dialect)} AS ${sql.id(stepName(part, place))}`)
        : [],
    ),
    ...plan.sources.map(
      (column, index) => sql`${dialect.cast(columnSql(column), 'string')} AS ${sql.id(sourceName(index))}`,
    ),
  ];
  const rows = sql`SELECT
    ${sql.join(columns, comma)}
  ${fromSql(fact.source, [fact.filter, ...plan.cell], dialect, beside)}`;
  if (!plan.outside) return [...passing, sql`"rows" AS (\n  ${rows}\n)`];
  return [
    ...passing,
    ...topTable(withPassingGroups(plan.of, plan.of, dialect).plan, dialect),
    sql`"rows" AS (
  SELECT "taken".* FROM (
  ${rows}
  ) AS "taken"
  ${topJoin(plan.of)}
  WHERE "top"."top place" IS NULL
)`,
  ];
}

const contributionOf = (aggregate: BaseAggregate): Sql => sql.id('rows', `for ${aggregate.name}`);

/** What a row shows of its part in the measure: of a weighted value, the value of those that have a weight. */
function shownOf(aggregate: BaseAggregate, part: number): Sql {
  if (aggregate.kind !== 'nested' || aggregate.take.kind !== 'weighted') return contributionOf(aggregate);
  const value = sql.id('rows', stepName(part, aggregate.by.length - 1));
  return sql`CASE WHEN ${contributionOf(aggregate)} IS NOT NULL THEN ${value} END`;
}

/** Rows that contribute nothing to the measure are left out. */
const gives = ({ parts }: RowsPlan): Sql =>
  sql.join(
    parts.map(({ aggregate }) => sql`${contributionOf(aggregate)} IS NOT NULL`),
    sql.raw(' OR '),
  );

function typed(value: Sql, type: ResultColumn['type'], dialect: Dialect): Sql {
  if (type === 'number') return dialect.toDouble(value);
  return type === 'string' ? dialect.cast(value, 'string') : value;
}

/** A page of rows, ordered by every displayed column; rows equal in all of them are indistinguishable. */
export function rowsSql(plan: RowsPlan, dialect: Dialect): Statement {
  const columns = [
    ...plan.shown.map((_, index) => sql.id('rows', shownName(index))),
    ...plan.parts.map(({ aggregate, type }, part) => typed(shownOf(aggregate, part), type, dialect)),
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

/** An aggregate of two steps, over all rows. */
function nestedTotal(aggregate: NestedAggregate, part: number, dialect: Dialect): Sql {
  const { by, of, name } = aggregate;
  const steps = by.map((_, place) => sql.id(stepName(part, place)));
  const present = steps.map((step) => sql`${step} IS NOT NULL`);
  const value = steps.at(-1)!;
  const figure = aggregateOf(of, sql.id(`for ${name}`), dialect);
  const first = sql`(SELECT ${value}, ${figure} AS ${sql.id(name)} FROM "rows" WHERE ${sql.join(present, sql.raw(' AND '))} GROUP BY ${sql.join(steps)})`;
  const rows = withCumulatedWeights(first, { outer: [aggregate], keys: [], value });
  return sql`(SELECT ${outerAggregateSql(aggregate, value, dialect)} FROM ${rows} AS "steps")`;
}

/** The number of rows, the measure over them, and each part over all of them. */
export function rowsTotalsSql(
  plan: RowsPlan,
  dialect: Dialect,
): { statement: Statement; types: ResultColumn['type'][] } {
  const aggregateColumns = takenOf(plan).map((aggregate, part) => {
    const value =
      aggregate.kind === 'nested'
        ? nestedTotal(aggregate, part, dialect)
        : aggregateOf(aggregate, contributionOf(aggregate), dialect);
    return sql`${value} AS ${sql.id(aggregate.name)}`;
  });
  const typeOf = ({ aggregate, type }: RowsPlan['parts'][number]): ResultColumn['type'] =>
    aggregate.kind === 'distinct' || aggregate.kind === 'filled' ? 'integer' : type;
  const value = shownMeasureSql(plan.measure, 'parts', dialect, plan.valueType);
  const none = sql.raw('NULL');
  const columns = [
    ...plan.shown.map(() => none),
    ...plan.parts.map((part) => typed(sql.id('parts', part.aggregate.name), typeOf(part), dialect)),
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
    ${sql.join([sql`COUNT(CASE WHEN ${gives(plan)} THEN 1 END) AS "rows behind"`, ...aggregateColumns], comma)}
  FROM "rows"
)
SELECT
    ${sql.join([sql`"parts"."rows behind"`, sql`${value} AS "value"`, ...columns], comma)}
FROM "parts"`),
    types: ['integer', plan.valueType, ...types],
  };
}
