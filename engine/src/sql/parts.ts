import { sql } from 'kysely';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import { clockJoin } from './clock.ts';
import { expressionSql } from './expression.ts';
import { keySql } from './field.ts';
import { atomSql, fromSql } from './source.ts';
import type { PlanAtom, PlanFact, PlanField } from '../plan/plan.ts';
import { tablesOfAtom } from '../plan/plan-source.ts';

/** Which rows: those the query asks for, those of other periods too, or one member's. */
export type Rows = 'filter' | 'around' | 'member';

const comma = sql.raw(',\n    ');
const lines = sql.raw('\n  ');
/** Where nothing at all is asked of the rows there is still one row over all of them. */
const ROWS_READ: PlanAtom = { name: 'rows read', kind: 'count', where: null };

interface Grouped {
  fact: PlanFact;
  /** The fact's own values of the fields, in their order, with the names of their columns. */
  keys: { name: string; value: Sql }[];
  rows: Rows;
  dialect: Dialect;
}

const groupBy = (count: number): Sql =>
  count === 0
    ? sql.raw('')
    : sql`\n  GROUP BY ${sql.join(Array.from({ length: count }, (_, index) => sql.raw(String(index + 1))))}`;
const keysOf = ({ keys }: Grouped): Sql[] => keys.map(({ name, value }) => sql`${value} AS ${sql.id(name)}`);

/** A fact's rows grouped, with the atoms that are aggregated of them at once. */
function groupedSql(grouped: Grouped, atoms: readonly PlanAtom[]): Sql {
  const { fact, rows, dialect, keys } = grouped;
  const tables = new Set(atoms.flatMap(tablesOfAtom));
  const clocks = fact.clocks.filter(({ name }) => tables.has(name));
  const beside = clocks.map((clock) => clockJoin(clock, fact, new Set(keys.map(({ name }) => name)), rows, dialect));
  return sql`SELECT
    ${sql.join([...keysOf(grouped), ...atoms.map((atom) => atomSql(atom, dialect))], comma)}
  ${fromSql(fact.source, [fact[rows]], dialect, beside)}${groupBy(keys.length)}`;
}

/** A fact's rows grouped for each day, and these days' figures once more without the day. */
function dailySql(grouped: Grouped, clock: string, atoms: readonly (PlanAtom & { kind: 'daily' })[]): Sql {
  const { fact, rows, dialect, keys } = grouped;
  const { day } = fact.clocks.find(({ name }) => name === clock)!;
  const inner = atoms.map(({ name, of }) => atomSql({ ...of, name }, dialect));
  const outer = atoms.map(({ name, take }) => sql`${sql.raw(take.toUpperCase())}(${sql.id(name)}) AS ${sql.id(name)}`);
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
  atoms: readonly PlanAtom[];
}

/** What is aggregated of one fact: at once, and for each clock by its days. */
function partsOf(grouped: Grouped): Part[] {
  const { atoms, clocks } = grouped.fact;
  const plain = atoms.filter((atom) => atom.kind !== 'daily');
  const daily = clocks.flatMap(({ name }) => {
    const own = atoms.filter((atom) => atom.kind === 'daily').filter((atom) => atom.clock === name);
    return own.length === 0 ? [] : [{ select: dailySql(grouped, name, own), atoms: own }];
  });
  // Rows without a day make no daily figure, and a group all the same.
  if (plain.length === 0 && grouped.keys.length === 0 && daily.length > 0) return daily;
  const asked = plain.length + grouped.keys.length === 0 ? [ROWS_READ] : plain;
  return [{ select: groupedSql(grouped, asked), atoms: asked }, ...daily];
}

/** Of nothing there are none; its sum, its least and greatest value are nothing. */
const counts = ({ kind }: PlanAtom) => kind === 'count' || kind === 'filled' || kind === 'distinct' || kind === 'added';

/**
 * Brings together what was aggregated apart: the rows of each part under each other, every part's atoms in columns of
 * their own, then one row for equal keys. No row meets another before both are aggregated, so nothing is counted twice.
 */
export function togetherSql(parts: readonly Part[], names: readonly string[]): Sql {
  const table = (index: number) => `part ${index}`;
  const common = parts.map(({ select }, index) => sql`${sql.id(table(index))} AS (${select})`);
  // Named again: ClickHouse would call a column of several tables by its table too.
  const named = (index: number, name: string) => sql`${sql.id(table(index), name)} AS ${sql.id(name)}`;
  const columns = parts.flatMap(({ atoms }, index) => atoms.map(({ name }) => named(index, name)));
  const rows = parts.map((_, index) => {
    const keys = names.map((name) => named(index, name));
    // Joined to nothing, so that the columns of the others are empty and have their types.
    const others = parts.flatMap((_part, other) =>
      other === index ? [] : [sql` LEFT JOIN ${sql.id(table(other))} ON FALSE`],
    );
    return sql`SELECT ${sql.join([...keys, ...columns])} FROM ${sql.id(table(index))}${sql.join(others, sql.raw(''))}`;
  });
  const atoms = parts.flatMap((part) =>
    part.atoms.map((atom) => {
      const only = sql`MAX(${sql.id(atom.name)})`;
      return sql`${counts(atom) ? sql`COALESCE(${only}, 0)` : only} AS ${sql.id(atom.name)}`;
    }),
  );
  return sql`WITH ${sql.join(common)}
  SELECT
    ${sql.join([...names.map((name) => sql.id(name)), ...atoms], comma)}
  FROM (${sql.join(rows, sql`${lines}UNION ALL${lines}`)}) AS "parts"${groupBy(names.length)}`;
}

/** Rows of every fact grouped by some of its fields, with every atom: what everything else is computed of. */
export function partsSql(
  facts: readonly PlanFact[],
  fields: readonly PlanField[],
  rows: Rows,
  dialect: Dialect,
  nameOf = ({ name }: PlanField) => name,
): Sql {
  const wanted = new Set(fields.map(({ name }) => name));
  const parts = facts.flatMap((fact) => {
    const own = fact.fields.filter(({ name }) => wanted.has(name));
    return partsOf({
      fact,
      rows,
      dialect,
      keys: own.map((field) => ({ name: nameOf(field), value: keySql(field, dialect) })),
    });
  });
  return parts.length === 1 ? parts[0]!.select : togetherSql(parts, fields.map(nameOf));
}

/** Every atom of a plan, whichever fact it is of. */
export const atomsOf = (facts: readonly PlanFact[]): PlanAtom[] => facts.flatMap(({ atoms }) => atoms);
