import { isDeepStrictEqual } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { semanticQuery } from '@rise/contract';
import type { Rollup, TimeGrain } from '@rise/contract';
import * as fc from 'fast-check';
import { duckdb } from '../../src/dialects/duckdb.ts';
import type { RowsText } from '../../src/dialects/statement.ts';
import { QueryError } from '../../src/errors.ts';
import { compileModel } from '../../src/checks/compile-model.ts';
import type { CompiledModel } from '../../src/model/compiled-model.ts';
import { planQuery } from '../../src/planner/query.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { Scope } from '../../src/plan/scope.ts';
import { planRollup } from '../../src/rollups/plan-rollup.ts';
import type { ReadyRollup } from '../../src/rollups/rollup.ts';
import { useRollups } from '../../src/rollups/use-rollups.ts';
import { rollupSql } from '../../src/rollups/rollup-sql.ts';
import { writeSql } from '../../src/sql/write-sql.ts';
import { SAFE_OPTIMIZERS } from '../../src/warehouses/engine-faults.ts';
import { ReaderSession } from '../../src/warehouses/embedded/reader-session.ts';
import { ownName, ROW_MEASURES, within } from './measures.ts';
import { modelOf, tablesOf } from './generate-model.ts';
import { adaptQuery } from './fit-query.ts';
import { generatedQuery } from './generate-query.ts';
import { toClientQuery } from './write-query.ts';
import type { DimensionKey } from './query.ts';
import { DIMENSIONS, generatedWarehouse } from './generate-warehouse.ts';
import type { GeneratedWarehouse } from './generate-warehouse.ts';

const QUERIES_PER_MODEL = 10;
/** Grains of queries and rollups; a query's months and years are replaced by one of each list. */
const SHORT: TimeGrain[] = ['week', 'month', 'month', 'quarter', 'fiscal_quarter'];
const LONG: TimeGrain[] = ['quarter', 'year', 'fiscal_quarter', 'fiscal_year'];

/** Measures that rollups may store. */
const STORABLE = [...Object.keys(ROW_MEASURES), ...Object.keys(within(0)).map((name) => name.slice(0, -2))];
/** Whether a measure of a query, whose name may end with its fact, is one of them. */
const isStorable = (name: string) => STORABLE.includes(name.replace(/_\d$|^fact\d_/, ''));

/** Dimensions of a key's first event, which no rollup stores. */
const OF_EVENTS = new Set<DimensionKey>(['began', 'began_month', 'held', 'months_since']);
/** Queries that a rollup may answer: of few measures, by columns of rows. */
const narrowQuery = generatedQuery.map(({ dimensions, measures, ...query }) => ({
  ...query,
  dimensions: dimensions.filter((name) => !OF_EVENTS.has(name)),
  measures: measures.slice(0, 2),
}));

/** Rollups declared for each fact, independently of what the fact has. */
const declared = fc.record({
  dimensions: fc.subarray([...DIMENSIONS, 'id' as const], { minLength: 5 }),
  time: fc.constantFrom<TimeGrain | 'plain' | null>(
    null,
    'plain',
    'day',
    'day',
    'week',
    'month',
    'quarter',
    'year',
    'fiscal_quarter',
  ),
  measures: fc.subarray(STORABLE, { minLength: 10 }),
});
const calendar = fc.record({
  timeZone: fc.constant('UTC'),
  weekStart: fc.integer({ min: 1, max: 7 }),
  fiscalYearStart: fc.constantFrom(1, 4, 7, 10, 2, 12),
});
type Declared = typeof declared extends fc.Arbitrary<infer T> ? T : never;

function rollupsOf(model: CompiledModel, scope: Scope, fact: number, expected: readonly Declared[]): Rollup[] {
  const name = `fact${fact}`;
  const dataset = model.datasets.get(name)!;
  return expected.flatMap(({ dimensions, time, measures }, index) => {
    const day = ownName(fact, 'day');
    const own = dimensions.map((dimension) => ownName(fact, dimension)).filter((item) => dataset.dimensions.has(item));
    const cut = time === 'plain' ? [day] : time === null ? [] : [{ field: day, grain: time }];
    if (own.length + cut.length === 0) return [];
    const rollup: Rollup = {
      name: `r${index}`,
      dimensions: [...cut, ...own],
      measures: measures.map((measure) => ownName(fact, measure)),
    };
    const refused = new Set<unknown>();
    planRollup(model, scope, { dataset: name, rollup }, ([, place]) => refused.add(place));
    const stored = rollup.measures.filter((_, place) => !refused.has(place));
    return stored.length === 0 ? [] : [{ ...rollup, measures: stored }];
  });
}

function withRollups(warehouse: GeneratedWarehouse, scope: Scope, expected: readonly Declared[][]): CompiledModel {
  const plain = modelOf(warehouse);
  const datasets = plain.model.datasets.map((dataset, fact) => ({
    ...dataset,
    rollups: rollupsOf(plain, scope, fact, expected[fact]!),
  }));
  return compileModel({ ...plain.model, datasets });
}

/** Replaces the query's months and years by other grains. */
function withGrains(query: object, grains: { short: TimeGrain; long: TimeGrain }): object {
  const { dimensions, ...rest } = query as { dimensions: (string | { field: string; grain: string })[] };
  const others = dimensions.map((dimension) =>
    typeof dimension === 'string'
      ? dimension
      : { ...dimension, grain: dimension.grain === 'month' ? grains.short : grains.long },
  );
  return { ...rest, dimensions: others };
}

/** The plan of a query from rows; null if the engine refuses the query. */
function planOf(model: CompiledModel, scope: Scope, query: object): Plan | null {
  try {
    return planQuery(model, scope, semanticQuery.parse(query));
  } catch (error) {
    if (error instanceof QueryError) return null;
    throw error;
  }
}

const rollupsIn = (model: CompiledModel, scope: Scope) =>
  model.model.datasets.flatMap((dataset) =>
    dataset.rollups.map((rollup) => planRollup(model, scope, { dataset: dataset.name, rollup })),
  );

/** The plan that reads rollups, and their names; null if it reads none, or is as it was in spite of an injected bug. */
function usedBy(ofRows: Plan, ready: readonly ReadyRollup[], { corruption }: Pick<RunSettings, 'corruption'>) {
  const chosen = useRollups(ofRows, ready);
  const used = chosen.facts.flatMap(({ rollup }) => rollup?.name ?? []);
  const plan = corruption?.(chosen) ?? chosen;
  return used.length === 0 || (corruption && isDeepStrictEqual(plan, chosen)) ? null : { plan, used };
}

/** Builds a rollup's table; returns the number of its rows. */
async function buildTable(connection: DuckDBConnection, plan: ReadyRollup['plan']): Promise<number> {
  const { sql, parameters } = rollupSql(plan, duckdb);
  await connection.run(`CREATE TEMPORARY TABLE "${plan.table}" AS ${sql}`, parameters);
  const counted = await connection.runAndReadAll(`SELECT COUNT(*) FROM "${plan.table}"`);
  return Number(counted.getRowsJson()[0]![0]);
}

async function answerOf(session: ReaderSession, plan: Plan): Promise<RowsText[]> {
  const { rows, totals, types, totalsTypes, limit, slices } = writeSql(plan, duckdb);
  const answers = await session.run({ ...rows, types, limit, ...(slices && { slices }) });
  if (totals) answers.push(...(await session.run({ ...totals, types: totalsTypes ?? types, limit: null })));
  return answers;
}

interface RunSettings {
  cases: number;
  seed: number;
  corruption?: (plan: Plan) => Plan;
}

/**
 * Runs generated queries on generated models with and without generated rollups; both must return exactly the same.
 * Returns how many queries used rollups. `corruption` injects a bug.
 */
export async function checkRollups(amount: RunSettings): Promise<{ answered: number; rows: number }> {
  const body = { answered: 0, rows: 0 };
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const setUp = await instance.connect();
  await setUp.run(SAFE_OPTIMIZERS);
  setUp.closeSync();
  const scenario = fc.record({
    generated: generatedWarehouse,
    open: fc.array(narrowQuery, { minLength: QUERIES_PER_MODEL, maxLength: QUERIES_PER_MODEL }),
    rollups: fc.array(fc.array(declared, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 3 }),
    calendar,
    short: fc.constantFrom(...SHORT),
    long: fc.constantFrom(...LONG),
  });
  const property = fc.asyncProperty(
    scenario,
    async ({ generated: warehouse, open, rollups, calendar: counted, short, long }) => {
      const reader = { roles: [], groups: [], attributes: { code: warehouse.codes } };
      const scope: Scope = { tenant: 'alder', reader, calendar: counted };
      const model = withRollups(warehouse, scope, rollups);
      const planned = rollupsIn(model, scope);
      const answerable = open.flatMap((item) => {
        const query = withGrains(toClientQuery(warehouse, adaptQuery(warehouse, item, isStorable)), { short, long });
        const ofRows = planOf(model, scope, query);
        const isAnswered = ofRows && usedBy(ofRows, planned.map((plan) => ({ plan, rows: 0, inexact: [] })), amount); // prettier-ignore
        return isAnswered ? [{ query, ofRows }] : [];
      });
      if (answerable.length === 0) return;
      const connection = await instance.connect();
      const session = new ReaderSession(connection);
      try {
        await connection.run(tablesOf(warehouse).join(';\n'));
        const ready: ReadyRollup[] = [];
        for (const plan of planned) ready.push({ plan, rows: await buildTable(connection, plan), inexact: [] });
        for (const { query, ofRows } of answerable) {
          const read = usedBy(ofRows, ready, amount);
          if (!read) continue;
          const [texts, got] = [await answerOf(session, ofRows), await answerOf(session, read.plan)];
          body.answered += 1;
          body.rows += got[0]!.rowCount;
          if (JSON.stringify(texts) !== JSON.stringify(got))
            throw new Error(
              `The rollups ${read.used.join(', ')} differ: ${JSON.stringify({ query, requested: texts, got, declared: model.model.datasets.map((dataset) => dataset.rollups) }, null, 1)}`,
            );
        }
      } finally {
        session.close();
      }
    },
  );
  try {
    const endOnFailure = amount.corruption !== undefined;
    await fc.assert(property, {
      numRuns: Math.ceil(amount.cases / QUERIES_PER_MODEL),
      seed: amount.seed,
      endOnFailure,
    });
  } finally {
    instance.closeSync();
  }
  return body;
}
