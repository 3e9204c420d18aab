import { sql } from 'kysely';
import type { Dialect } from '../dialects/dialect.ts';
import { distributionIn } from '../plan/distribution-in.ts';
import type { AggregatePlan, BenchmarkPlan, DistributionPlan, Plan } from '../plan/plan.ts';
import { nestingGroups } from './aggregates/aggregate.ts';
import { benchmarkLinesSql, distributionColumns } from './peers/benchmark.ts';
import { kindOf, KIND } from './grouping/levels.ts';
import { columnsSql, tablesSql } from './aggregates/one-pass.ts';
import type { OnePass } from './aggregates/one-pass.ts';
import type { ResultSlice } from '../dialects/statement.ts';

const PLACE = 'place in kind';
const list = sql.raw(', ');

const setOf = (plan: AggregatePlan, { fields }: AggregatePlan): number[] =>
  plan.fields.flatMap(({ name }, place) => (fields.some((field) => field.name === name) ? [place] : []));

const distinct = (sets: number[][]): number[][] => [...new Map(sets.map((set) => [set.join(), set])).values()];

/**
 * All grouping sets of the members in one pass, each sorted by its dimensions, up to the largest limit of any member.
 */
function aggregates(plan: AggregatePlan, members: readonly AggregatePlan[], dialect: Dialect): OnePass {
  const placeOf = new Map(plan.columns.map(({ name }, place) => [name, place + 1]));
  const slices = members.flatMap((member): ResultSlice[] => {
    const columns = member.columns.map(({ name }) => placeOf.get(name)!);
    const rows = { kinds: [kindOf(plan, setOf(plan, member))], columns, limit: member.limit };
    return member.totals ? [rows, { kinds: [kindOf(plan, [])], columns, limit: null }] : [rows];
  });
  const types: OnePass['types'] = ['integer', ...plan.columns.map(({ type }) => type)];
  const sets = distinct(members.flatMap((member) => [setOf(plan, member), ...(member.totals ? [[]] : [])]));
  const grouped = { ...plan, sets };
  const columns = columnsSql(grouped, dialect);
  if (plan.fields.length === 0) {
    const only = sql`${tablesSql({ tables: [], plan: grouped }, dialect)}\nSELECT\n    ${sql.join(columns, list)}\nFROM "parts"`;
    return { statement: dialect.compile(only), types, slices };
  }
  const keys = plan.fields.map(({ name }) => sql`${sql.id('parts', name)} ASC NULLS LAST`);
  const place = sql`ROW_NUMBER() OVER (PARTITION BY ${sql.id('parts', KIND)} ORDER BY ${sql.join(keys, list)}) AS ${sql.id(PLACE)}`;
  const most = Math.max(...members.map(({ limit }) => limit)) + 1;
  const shown = [KIND, ...plan.columns.map(({ name }) => name)].map((name) => sql.id('placed', name));
  const statement = dialect.compile(sql`${tablesSql({ tables: [], plan: grouped }, dialect)}, "placed" AS (
  SELECT
    ${sql.join([...columns, place], sql.raw(',\n    '))}
  FROM "parts"
)
SELECT ${sql.join(shown, list)}
FROM "placed"
WHERE ${sql.id('placed', PLACE)} <= ${sql.raw(String(most))}
ORDER BY ${sql.id('placed', KIND)}, ${sql.id('placed', PLACE)}`);
  return { statement, types, slices };
}

/**
 * One row per measure of any member, and the buckets of a distribution; each member's slice has its own of them. At most
 * one member is a distribution.
 */
function benchmarks(
  plan: BenchmarkPlan,
  members: readonly (BenchmarkPlan | DistributionPlan)[],
  dialect: Dialect,
): OnePass {
  const placeOf = new Map(plan.measures.map(({ name }, place) => [name, place]));
  const columns = plan.columns.map((_, place) => place + 1);
  const distribution = members.find((member) => member.kind === 'distribution');
  return {
    statement: benchmarkLinesSql(plan, dialect, distribution ? distributionIn(plan, distribution) : null),
    types: ['integer', ...plan.columns.map(({ type }) => type)],
    slices: members.map((member) =>
      member.kind === 'benchmark'
        ? { kinds: member.measures.map(({ name }) => placeOf.get(name)!), columns, limit: null }
        : { kinds: [plan.measures.length], columns: distributionColumns(plan).map((place) => place + 1), limit: null },
    ),
  };
}

/** One statement for a batch, with a slice for each member's rows and one for its totals, if any. */
export function batchSql(plan: Plan, members: readonly Plan[], of: Dialect): OnePass {
  const dialect = nestingGroups(of);
  switch (plan.kind) {
    case 'aggregate':
      return aggregates(plan, members as AggregatePlan[], dialect);
    case 'benchmark':
      return benchmarks(plan, members as (BenchmarkPlan | DistributionPlan)[], dialect);
    case 'distribution':
    case 'funnel':
    case 'rows':
    case 'list':
    case 'unmapped':
    case 'averages':
    case 'currencies':
      throw new TypeError(`'${plan.kind}' cannot be merged with other queries`);
  }
}
