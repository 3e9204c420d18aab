import { sql } from 'kysely';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import { atomsBehind } from '../plan/plan-measure.ts';
import type { AggregatePlan, PlanAtom, PlanFact, PlanField } from '../plan/plan.ts';
import { tablesOfAtom } from '../plan/plan-source.ts';
import { clockJoin } from './clock.ts';
import { expressionSql } from './expression.ts';
import { keySql } from './field.ts';
import { groupColumns, KIND, kindOf, levelKey, sameKey } from './levels.ts';
import { measureSql } from './measure.ts';
import { partsSql, togetherSql } from './parts.ts';
import type { Part, Rows } from './parts.ts';
import { aggregateOf, fromSql, inputOf } from './source.ts';

const comma = sql.raw(',\n    ');
const and = sql.raw(' AND ');
const list = sql.raw(', ');
const placeOf = (field: string) => `${field} place`;
const DAY = 'of day';

/** Table "top": the members that are kept, with their keys, at most `n` for each combination of `within`. */
export function topTable(plan: AggregatePlan, dialect: Dialect): Sql[] {
  const { top } = plan;
  if (!top) return [];
  const fields = plan.fields.filter(({ name }) => name === top.field || top.within.includes(name));
  const needed = new Set(atomsBehind(top.measure));
  const facts = plan.facts.map((fact) => ({ ...fact, atoms: fact.atoms.filter(({ name }) => needed.has(name)) }));
  const own = (name: string) => sql.id('candidates', name);
  const rows = top.within.length === 0 ? sql.raw('') : sql`PARTITION BY ${sql.join(top.within.map(own), list)} `;
  const best = sql`${measureSql(top.measure, 'candidates', dialect)} ${sql.raw(top.best === 'greatest' ? 'DESC' : 'ASC')} NULLS LAST`;
  const names = fields.map(({ name }) => own(name));
  return [
    sql`"candidates" AS (
  ${partsSql(facts, fields, 'filter', dialect)}
), "top" AS (
  SELECT * FROM (
    SELECT ${sql.join(names, list)}, ROW_NUMBER() OVER (${rows}ORDER BY ${best}, ${own(top.field)} ASC NULLS LAST) AS "place"
    FROM "candidates"
  ) AS "placed"
  WHERE "place" <= ${sql.raw(String(top.n))}
)`,
  ];
}

/** Joins rows, which are called "taken", to the members that are kept; whoever has no "place" there is outside. */
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

/** A fact's rows with their keys and what else is taken of each; whoever is outside the top has no key. */
function rowsSql({ plan, fact, rows, dialect }: Taken, taken: { name: string; value: Sql }[], beside: Sql[]): Sql {
  const keys = fact.fields.map((field) => sql`${keySql(field, dialect)} AS ${sql.id(field.name)}`);
  const inputs = taken.map(({ name, value }) => sql`${value} AS ${sql.id(name)}`);
  const all = sql`SELECT
      ${sql.join([...keys, ...inputs], comma)}
    ${fromSql(fact.source, [fact[rows]], dialect, beside)}`;
  const { top } = plan;
  if (!top) return all;
  const kept = sql`"top"."place" IS NOT NULL`;
  const columns = [
    ...fact.fields.map(({ name }) =>
      name === top.field
        ? sql`CASE WHEN ${kept} THEN ${sql.id('taken', name)} END AS ${sql.id(name)}`
        : sql.id('taken', name),
    ),
    sql`CASE WHEN ${kept} THEN 0 ELSE 1 END AS ${sql.id(placeOf(top.field))}`,
    ...taken.map(({ name }) => sql.id('taken', name)),
  ];
  return sql`SELECT
      ${sql.join(columns, comma)}
    FROM (
    ${all}
    ) AS "taken"
    ${topJoin(plan)}`;
}

/** Rows grouped in several ways in one pass, with the levels of their keys and their kind. */
function groupedSql(
  plan: AggregatePlan,
  sets: readonly (readonly number[])[],
  rows: Sql,
  { aggregates, day, dialect }: { aggregates: Sql[]; day: boolean; dialect: Dialect },
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
    const columns = [...set.flatMap((place) => columnsOf(plan.fields[place]!)), ...(day ? [own(DAY)] : [])];
    return columns.length === 0 ? sql.raw('()') : sql`(${sql.join(columns, list)})`;
  });
  return sql`SELECT
    ${sql.join([...keys, ...plan.fields.map(level), kind, ...aggregates], comma)}
  FROM (
    ${rows}
  ) AS "rows"${day ? sql`\n  WHERE ${own(DAY)} IS NOT NULL` : sql.raw('')}
  GROUP BY GROUPING SETS (${sql.join(groups, list)})`;
}

/** Rows grouped in one way, which needs to be told apart from no other. */
function onePassSql({ plan, dialect }: Taken, set: readonly number[], rows: Sql, aggregates: Sql[]): Sql {
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
  const kind = sql`${sql.raw(String(kindOf(plan, set)))} AS ${sql.id(KIND)}`;
  const groups = set.flatMap((place) => {
    const field = plan.fields[place]!;
    return isTop(field) ? [own(field.name), own(placeOf(field.name))] : [own(field.name)];
  });
  return sql`SELECT
    ${sql.join([...keys, ...levels, kind, ...aggregates], comma)}
  FROM (
    ${rows}
  ) AS "rows"${groups.length === 0 ? sql.raw('') : sql`\n  GROUP BY ${sql.join(groups, list)}`}`;
}

const input = (atom: PlanAtom, dialect: Dialect) => ({ name: atom.name, value: inputOf(atom, dialect) });
const aggregate = (atom: PlanAtom, dialect: Dialect) =>
  sql`${aggregateOf(atom, sql.id('rows', atom.name), dialect)} AS ${sql.id(atom.name)}`;

/** What is aggregated of a fact's rows at once. Days that figures stand on differ with what is totalled: each way is a pass then. */
function plainSql(taken: Taken, sets: readonly (readonly number[])[], atoms: readonly PlanAtom[]): Sql {
  const { plan, fact, rows, dialect } = taken;
  const tables = new Set(atoms.flatMap(tablesOfAtom));
  const clocks = fact.clocks.filter(({ name }) => tables.has(name));
  const inputs = atoms.map((atom) => input(atom, dialect));
  const aggregates = atoms.map((atom) => aggregate(atom, dialect));
  if (clocks.length === 0)
    return groupedSql(plan, sets, rowsSql(taken, inputs, []), { aggregates, day: false, dialect });
  const selects = sets.map((set) => {
    const grouped = new Set(set.map((place) => plan.fields[place]!.name));
    const beside = clocks.map((clock) => clockJoin(clock, fact, grouped, rows, dialect));
    return onePassSql(taken, set, rowsSql(taken, inputs, beside), aggregates);
  });
  return sql.join(selects, sql.raw('\n  UNION ALL\n  '));
}

/** A fact's rows grouped for each day, and these days' figures once more without the day. */
function dailySql(taken: Taken, sets: readonly (readonly number[])[], clock: string, atoms: DailyAtom[]): Sql {
  const { plan, fact, dialect } = taken;
  const { day } = fact.clocks.find(({ name }) => name === clock)!;
  const inner = atoms.map(({ name, of }): PlanAtom => ({ ...of, name }));
  const rows = rowsSql(
    taken,
    [...inner.map((atom) => input(atom, dialect)), { name: DAY, value: expressionSql(day, dialect) }],
    [],
  );
  const names = groupColumns(plan).map((name) => sql.id(name));
  const outer = atoms.map(({ name, take }) => sql`${sql.raw(take.toUpperCase())}(${sql.id(name)}) AS ${sql.id(name)}`);
  const groups = names.map((_, index) => sql.raw(String(index + 1)));
  return sql`SELECT
    ${sql.join([...names, ...outer], comma)}
  FROM (${groupedSql(plan, sets, rows, { aggregates: inner.map((atom) => aggregate(atom, dialect)), day: true, dialect })}
  ) AS "days"
  GROUP BY ${sql.join(groups, list)}`;
}
type DailyAtom = PlanAtom & { kind: 'daily' };

/** Rows of every fact grouped in each of the wanted ways, with every atom, the levels of their keys and their kind. */
export function levelledParts(
  plan: AggregatePlan,
  sets: readonly (readonly number[])[],
  rows: Rows,
  dialect: Dialect,
): Sql {
  const parts = plan.facts.flatMap((fact): Part[] => {
    const taken = { plan, fact, rows, dialect };
    const plain = fact.atoms.filter((atom) => atom.kind !== 'daily');
    const daily = fact.clocks.flatMap(({ name }) => {
      const own = fact.atoms.filter((atom) => atom.kind === 'daily').filter((atom) => atom.clock === name);
      return own.length === 0 ? [] : [{ select: dailySql(taken, sets, name, own), atoms: own }];
    });
    return [{ select: plainSql(taken, sets, plain), atoms: plain }, ...daily];
  });
  return parts.length === 1 ? parts[0]!.select : togetherSql(parts, groupColumns(plan));
}
