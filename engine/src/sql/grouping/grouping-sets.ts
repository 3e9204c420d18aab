import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import { aggregatesBehind } from '../../plan/references.ts';
import type { AggregatePlan, PlanFact } from '../../plan/plan.ts';
import type { BaseAggregate } from '../../plan/measures.ts';
import type { PlanField } from '../../plan/predicates.ts';
import { computedJoins } from './passing-groups.ts';
import { datesDependOnGroups } from '../fragments/snapshot-dates.ts';
import { expressionSql } from '../fragments/expression.ts';
import { keySql } from '../fragments/field.ts';
import { groupColumns, KIND, kindOf, levelKey, sameKey } from './levels.ts';
import { measureSql } from '../fragments/measure.ts';
import { partsSql, ROWS_READ, togetherSql, withShapes } from './parts.ts';
import { stepsOf } from './steps.ts';
import type { Step } from './steps.ts';
import type { Part, Rows } from './parts.ts';
import { valueChangesSql } from './value-changes.ts';
import { aggregateOf, fromSql, inputOf } from '../fragments/source.ts';
import { outerAggregateSql, withCumulatedWeights } from '../fragments/weighted.ts';

const comma = sql.raw(',\n    ');
const and = sql.raw(' AND ');
const list = sql.raw(', ');
const placeOf = (field: string) => `${field} place`;

/** Table "top": the keys of the top members, at most `n` for each combination of `within`. */
export function topTable(plan: AggregatePlan, dialect: Dialect): Sql[] {
  const { top } = plan;
  if (!top) return [];
  const fields = plan.fields.filter(({ name }) => name === top.field || top.within.includes(name));
  const needed = new Set(aggregatesBehind(top.measure));
  const facts = plan.facts.map((fact) => ({
    ...fact,
    aggregates: fact.aggregates.filter(({ name }) => needed.has(name)),
  }));
  const own = (name: string) => sql.id('candidates', name);
  const rows = top.within.length === 0 ? sql.raw('') : sql`PARTITION BY ${sql.join(top.within.map(own), list)} `;
  const best = sql`${measureSql(top.measure, 'candidates', dialect)} ${sql.raw(top.best === 'greatest' ? 'DESC' : 'ASC')} NULLS LAST`;
  const names = fields.map(({ name }) => own(name));
  return [
    sql`"candidates" AS (
  ${partsSql(facts, fields, 'filter', dialect)}
), "top" AS (
  SELECT * FROM (
    SELECT ${sql.join(names, list)}, ROW_NUMBER() OVER (${rows}ORDER BY ${best}, ${own(top.field)} ASC NULLS LAST) AS "top place"
    FROM "candidates"
  ) AS "placed"
  WHERE "top place" <= ${sql.raw(String(top.n))}
)`,
  ];
}

/** Joins rows, aliased "taken", to the top members; rows without a "top place" are outside the top. */
export function topJoin({ fields, top }: AggregatePlan): Sql {
  const on = fields
    .filter(({ name }) => name === top!.field || top!.within.includes(name))
    .map((field) => sameKey(field, sql.id('taken', field.name), sql.id('top', field.name)));
  return sql`LEFT JOIN "top" ON ${sql.join(on, and)}`;
}

interface Taken {
  plan: AggregatePlan;
  fact: PlanFact;
  rows: Rows;
  dialect: Dialect;
}

/** A fact's rows with their keys and aggregate inputs. Members outside the top N get a null key. */
function rowsSql({ plan, fact, rows, dialect }: Taken, taken: { name: string; value: Sql }[], beside: Sql[]): Sql {
  const keys = fact.fields.map((field) => sql`${keySql(field, dialect)} AS ${sql.id(field.name)}`);
  const inputs = taken.map(({ name, value }) => sql`${value} AS ${sql.id(name)}`);
  const all = sql`SELECT
      ${sql.join([...keys, ...inputs], comma)}
    ${fromSql(fact.source, [fact[rows]], dialect, beside)}`;
  const { top } = plan;
  if (!top) return all;
  const isInTop = sql`"top"."top place" IS NOT NULL`;
  const columns = [
    ...fact.fields.map(({ name }) =>
      name === top.field
        ? sql`CASE WHEN ${isInTop} THEN ${sql.id('taken', name)} END AS ${sql.id(name)}`
        : sql.id('taken', name),
    ),
    sql`CASE WHEN ${isInTop} THEN 0 ELSE 1 END AS ${sql.id(placeOf(top.field))}`,
    ...taken.map(({ name }) => sql.id('taken', name)),
  ];
  return sql`SELECT
      ${sql.join(columns, comma)}
    FROM (
    ${all}
    ) AS "taken"
    ${topJoin(plan)}`;
}

/** All grouping sets in one pass, with the levels of the keys and the kind of each row. */
function groupedSql(
  plan: AggregatePlan,
  sets: readonly (readonly number[])[],
  rows: Sql,
  { aggregateColumns, by, dialect }: { aggregateColumns: Sql[]; by: readonly string[]; dialect: Dialect },
): Sql {
  const own = (name: string) => sql.id('rows', name);
  const columnsOf = ({ name }: PlanField) => (name === plan.top?.field ? [own(name), own(placeOf(name))] : [own(name)]);
  const level = ({ name }: PlanField): Sql => {
    const place = name === plan.top?.field ? own(placeOf(name)) : sql.raw('0');
    return sql`CASE WHEN ${dialect.grouping([own(name)])} = 1 THEN 2 ELSE ${place} END AS ${sql.id(levelKey(name))}`;
  };
  const keys = plan.fields.map(({ name }) => own(name));
  const kind = sql`${dialect.grouping(keys)} AS ${sql.id(KIND)}`;
  const groups = sets.map((set) => {
    const columns = [...set.flatMap((place) => columnsOf(plan.fields[place]!)), ...by.map(own)];
    return columns.length === 0 ? sql.raw('()') : sql`(${sql.join(columns, list)})`;
  });
  const present = by.map((name) => sql`${own(name)} IS NOT NULL`);
  return sql`SELECT
    ${sql.join([...keys, ...plan.fields.map(level), kind, ...aggregateColumns], comma)}
  FROM (
    ${rows}
  ) AS "rows"${present.length > 0 ? sql`\n  WHERE ${sql.join(present, and)}` : sql.raw('')}
  GROUP BY GROUPING SETS (${sql.join(groups, list)})`;
}

/** The keys of a grouping set in its rows, those that it does not have as null, with their levels and its kind. */
function keysOfSet({ plan, dialect }: Taken, set: readonly number[]): Sql[] {
  const own = (name: string) => sql.id('rows', name);
  const isTop = ({ name }: PlanField) => name === plan.top?.field;
  const keys = plan.fields.map((field, place) => {
    const missing = dialect.cast(sql.raw('NULL'), field.bands ? 'integer' : field.type);
    return sql`${set.includes(place) ? own(field.name) : missing} AS ${sql.id(field.name)}`;
  });
  const levels = plan.fields.map((field, place) => {
    const level = isTop(field) ? own(placeOf(field.name)) : sql.raw('0');
    return sql`${set.includes(place) ? level : sql.raw('2')} AS ${sql.id(levelKey(field.name))}`;
  });
  return [...keys, ...levels, sql`${sql.raw(String(kindOf(plan, set)))} AS ${sql.id(KIND)}`];
}

/** A single grouping set, by the columns of a first step too. */
function onePassSql(
  taken: Taken,
  set: readonly number[],
  rows: Sql,
  { aggregateColumns, by }: { aggregateColumns: Sql[]; by: readonly string[] },
): Sql {
  const { plan } = taken;
  const own = (name: string) => sql.id('rows', name);
  const groups = set.flatMap((place) => {
    const field = plan.fields[place]!;
    return field.name === plan.top?.field ? [own(field.name), own(placeOf(field.name))] : [own(field.name)];
  });
  groups.push(...by.map(own));
  const present = by.map((name) => sql`${own(name)} IS NOT NULL`);
  return sql`SELECT
    ${sql.join([...keysOfSet(taken, set), ...aggregateColumns], comma)}
  FROM (
    ${rows}
  ) AS "rows"${present.length > 0 ? sql`\n  WHERE ${sql.join(present, and)}` : sql.raw('')}${groups.length === 0 ? sql.raw('') : sql`\n  GROUP BY ${sql.join(groups, list)}`}`;
}

/** A grouping set of known values whose figures are added up from their changes; null where they are not. */
function changesOfSet(taken: Taken, set: readonly number[], aggregates: readonly BaseAggregate[]): Sql | null {
  const { plan, fact, rows, dialect } = taken;
  if (plan.top) return null;
  const keys = set.map((place) => {
    const field = fact.fields[place]!;
    return { name: field.name, value: keySql(field, dialect) };
  });
  const changes = valueChangesSql({ fact, keys, rows, dialect }, aggregates);
  const figures = aggregates.map(({ name }) => sql`${sql.id('rows', name)} AS ${sql.id(name)}`);
  return (
    changes &&
    sql`SELECT
    ${sql.join([...keysOfSet(taken, set), ...figures], comma)}
  FROM (
    ${changes}
  ) AS "rows"`
  );
}

const input = (aggregate: BaseAggregate, dialect: Dialect) => ({
  name: aggregate.name,
  value: inputOf(aggregate, dialect),
});
const aggregateColumn = (aggregate: BaseAggregate, dialect: Dialect) =>
  sql`${aggregateOf(aggregate, sql.id('rows', aggregate.name), dialect)} AS ${sql.id(aggregate.name)}`;

/**
 * Aggregates of a fact in one step, by the columns of `by` too. Where snapshot dates depend on the grouping set, each
 * set is a pass of its own.
 */
function plainSql(
  taken: Taken,
  sets: readonly (readonly number[])[],
  aggregates: readonly BaseAggregate[],
  { by, isWeighted }: { by: Step['by']; isWeighted: boolean } = { by: [], isWeighted: false },
): Sql {
  const { plan, fact, rows, dialect } = taken;
  const inputs = [
    ...aggregates.map((aggregate) => input(aggregate, dialect)),
    ...by.map(({ name, value }) => ({ name, value: expressionSql(value, dialect) })),
  ];
  const columns = {
    aggregateColumns: [
      ...aggregates.map((aggregate) => aggregateColumn(aggregate, dialect)),
      // Weights are cumulated in the order of the values that rows are grouped by.
      ...(isWeighted ? by.map(({ name }) => sql`${sql.id('rows', name)} AS ${sql.id(name)}`) : []),
    ],
    by: by.map(({ name }) => name),
    dialect,
  };
  const joinsOf = (set: readonly number[]) =>
    computedJoins(fact, aggregates, new Set(set.map((place) => plan.fields[place]!.name)), rows, dialect);
  if (!datesDependOnGroups(fact, aggregates))
    return groupedSql(plan, sets, rowsSql(taken, inputs, joinsOf([])), columns);
  const selects = sets.map(
    (set) =>
      (by.length === 0 ? changesOfSet(taken, set, aggregates) : null) ??
      onePassSql(taken, set, rowsSql(taken, inputs, joinsOf(set)), columns),
  );
  return sql.join(selects, sql.raw('\n  UNION ALL\n  '));
}

/** The distinct values that an aggregate of a fact counts in each of these grouping sets, as a column of its name. */
export function valuesSql(
  plan: AggregatePlan,
  sets: readonly (readonly number[])[],
  { fact, aggregate }: { fact: PlanFact; aggregate: BaseAggregate },
  rows: Rows,
  dialect: Dialect,
): Sql {
  const { name } = aggregate;
  const inputs = rowsSql({ plan, fact, rows, dialect }, [input(aggregate, dialect)], []);
  const aggregateColumns = [sql`${sql.id('rows', name)} AS ${sql.id(name)}`];
  return groupedSql(plan, sets, inputs, { aggregateColumns, by: [name], dialect });
}

/** Groups a fact's rows by the step's values too, then aggregates these figures. */
function steppedSql(taken: Taken, sets: readonly (readonly number[])[], { by, inner, outer }: Step): Sql {
  const { plan, dialect } = taken;
  const names = groupColumns(plan).map((name) => sql.id(name));
  const value = sql.id(by.at(-1)!.name);
  const figures = outer.map(
    (aggregate) => sql`${outerAggregateSql(aggregate, value, dialect)} AS ${sql.id(aggregate.name)}`,
  );
  const isWeighted = outer.some(({ take }) => take.kind === 'weighted');
  const first = sql`(${plainSql(taken, sets, inner, { by, isWeighted })}
  )`;
  const groups = names.map((_, index) => sql.raw(String(index + 1)));
  return sql`SELECT
    ${sql.join([...names, ...figures], comma)}
  FROM ${withCumulatedWeights(first, { outer, keys: names, value })} AS "steps"
  GROUP BY ${sql.join(groups, list)}`;
}

/** All facts in each of these grouping sets, with every aggregate, the levels of the keys and the kind of each row. */
export function groupingSetsSql(
  plan: AggregatePlan,
  sets: readonly (readonly number[])[],
  rows: Rows,
  dialect: Dialect,
): Sql {
  const partsFor = (fact: PlanFact): Part[] => {
    const taken = { plan, fact, rows, dialect };
    const plain = fact.aggregates.filter((aggregate) => aggregate.kind !== 'nested');
    const stepped = stepsOf(fact.aggregates).map((step) => ({
      select: steppedSql(taken, sets, step),
      aggregates: step.outer,
    }));
    // In a pass of its own, a grand total without any aggregate would be as many rows as there are, or none.
    const read = plain.length === 0 && datesDependOnGroups(fact, plain) ? [ROWS_READ] : plain;
    return [{ select: plainSql(taken, sets, read), aggregates: read }, ...stepped];
  };
  const parts = plan.facts.flatMap((fact) => withShapes(fact, partsFor));
  return parts.length === 1 ? parts[0]!.select : togetherSql(parts, groupColumns(plan));
}
