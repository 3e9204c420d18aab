import { sql } from 'kysely';
import type { Dialect } from '../dialects/dialect.ts';
import type { AggregatePlan, BenchmarkPlan, Plan } from '../plan/plan.ts';
import { benchmarkLinesSql } from './benchmark.ts';
import { kindOf, KIND } from './levels.ts';
import { columnsSql, tablesSql } from './one-pass.ts';
import type { OnePass } from './one-pass.ts';
import type { Cut } from './statement.ts';

const PLACE = 'place in kind';
const list = sql.raw(', ');

const setOf = (plan: AggregatePlan, { fields }: AggregatePlan): number[] =>
  plan.fields.flatMap(({ name }, place) => (fields.some((field) => field.name === name) ? [place] : []));

const distinct = (sets: number[][]): number[][] => [...new Map(sets.map((set) => [set.join(), set])).values()];

/** Rows grouped in every way that a member is, each way in the order of its dimensions and no longer than the longest asks for. */
function aggregates(plan: AggregatePlan, members: readonly AggregatePlan[], dialect: Dialect): OnePass {
  const placeOf = new Map(plan.columns.map(({ name }, place) => [name, place + 1]));
  const cuts = members.flatMap((member): Cut[] => {
    const columns = member.columns.map(({ name }) => placeOf.get(name)!);
    const rows = { kinds: [kindOf(plan, setOf(plan, member))], columns, limit: member.limit };
    return member.totals ? [rows, { kinds: [kindOf(plan, [])], columns, limit: null }] : [rows];
  });
  const types: OnePass['types'] = ['integer', ...plan.columns.map(({ type }) => type)];
  const sets = distinct(members.flatMap((member) => [setOf(plan, member), ...(member.totals ? [[]] : [])]));
  const grouped = { ...plan, sets };
  const columns = columnsSql(grouped, dialect);
  if (plan.fields.length === 0) {
    const only = sql`${tablesSql(grouped, dialect)}\nSELECT\n    ${sql.join(columns, list)}\nFROM "parts"`;
    return { statement: dialect.compile(only), types, cuts };
  }
  const keys = plan.fields.map(({ name }) => sql`${sql.id('parts', name)} ASC NULLS LAST`);
  const place = sql`ROW_NUMBER() OVER (PARTITION BY ${sql.id('parts', KIND)} ORDER BY ${sql.join(keys, list)}) AS ${sql.id(PLACE)}`;
  const most = Math.max(...members.map(({ limit }) => limit)) + 1;
  const shown = [KIND, ...plan.columns.map(({ name }) => name)].map((name) => sql.id('placed', name));
  const statement = dialect.compile(sql`${tablesSql(grouped, dialect)}, "placed" AS (
  SELECT
    ${sql.join([...columns, place], sql.raw(',\n    '))}
  FROM "parts"
)
SELECT ${sql.join(shown, list)}
FROM "placed"
WHERE ${sql.id('placed', PLACE)} <= ${sql.raw(String(most))}
ORDER BY ${sql.id('placed', KIND)}, ${sql.id('placed', PLACE)}`);
  return { statement, types, cuts };
}

/** One line for each measure that a member has; each takes its own. */
function benchmarks(plan: BenchmarkPlan, members: readonly BenchmarkPlan[], dialect: Dialect): OnePass {
  const placeOf = new Map(plan.measures.map(({ name }, place) => [name, place]));
  const columns = plan.columns.map((_, place) => place + 1);
  return {
    statement: benchmarkLinesSql(plan, dialect),
    types: ['integer', ...plan.columns.map(({ type }) => type)],
    cuts: members.map(({ measures }) => ({
      kinds: measures.map(({ name }) => placeOf.get(name)!),
      columns,
      limit: null,
    })),
  };
}

/** A plan's rows, of which each member's answer is cut: its rows, then its totals where it has some. */
export function batchSql(plan: Plan, members: readonly Plan[], dialect: Dialect): OnePass {
  switch (plan.kind) {
    case 'aggregate':
      return aggregates(plan, members as AggregatePlan[], dialect);
    case 'benchmark':
      return benchmarks(plan, members as BenchmarkPlan[], dialect);
    case 'distribution':
    case 'rows':
    case 'unlabelled':
      throw new TypeError(`'${plan.kind}' is asked alone`);
  }
}
