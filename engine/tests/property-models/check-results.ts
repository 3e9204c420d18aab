import { isDeepStrictEqual } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { semanticQuery } from '@rise/contract';
import type { Cell } from '@rise/contract';
import * as fc from 'fast-check';
import { duckdb } from '../../src/dialects/duckdb.ts';
import { postgres } from '../../src/dialects/postgres.ts';
import { planQuery } from '../../src/planner/query.ts';
import type { CompiledModel } from '../../src/model/compiled-model.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { Scope } from '../../src/plan/scope.ts';
import { writeSql } from '../../src/sql/write-sql.ts';
import { SAFE_OPTIMIZERS } from '../../src/warehouses/engine-faults.ts';
import { encodeTextSlices } from '../../src/results/encode-text.ts';
import type { RowsText, StatementRequest } from '../../src/dialects/statement.ts';
import { ReaderSession } from '../../src/warehouses/embedded/reader-session.ts';
import { clickhouse } from '../../src/dialects/clickhouse.ts';
import { createServerDriver } from '../../src/warehouses/servers/create-server-driver.ts';
import { openClickhouse } from '../support/test-clickhouse.ts';
import type { TestDatabase } from '../support/test-postgres.ts';
import { dayNumber } from './days.ts';
import { isCalculationAllowed } from './figures.ts';
import { TODAY } from './currency.ts';
import { modelOf, tablesOf } from './generate-model.ts';
import { evaluateWithSubtotals } from './reference-evaluator.ts';
import { visibleRows } from './seen-rows.ts';
import { adaptQuery } from './fit-query.ts';
import { generatedQuery } from './generate-query.ts';
import { toClientQuery } from './write-query.ts';
import { comparableRow, evaluateList, adaptList, generatedList, toClientList } from './row-lists.ts';
import type { GeneratedQuery } from './query.ts';
import { StoredTables } from './stored-tables.ts';
import { generatedWarehouse } from './generate-warehouse.ts';
import type { GeneratedWarehouse } from './generate-warehouse.ts';

interface Answer {
  rows: Cell[][];
  totals: Cell[] | null;
}
/** A bug that a test injects, to prove that the difference is detected. */
export interface Corruption {
  plan?(plan: Plan): Plan;
  answer?(answer: Answer, plan: Plan): Answer;
}
export interface RunSettings {
  /** Total number of queries. */
  cases: number;
  seed: number;
  corruption?: Corruption;
}
export type AdaptedQuery = ReturnType<typeof adaptQuery>;
type Run = (statement: StatementRequest) => Promise<RowsText[]>;
const QUERIES_PER_MODEL = 8;

/** A kind of queries: how they are generated, adapted to a warehouse and written, and what is wrong with a result. */
interface Kind<Open, Request> {
  generate: fc.Arbitrary<Open>;
  fit(warehouse: GeneratedWarehouse, open: Open): Request;
  write(warehouse: GeneratedWarehouse, request: Request): object | null;
  /** The model of a query, if it is not the warehouse's. */
  modelFor?(request: Request): CompiledModel | undefined;
  /** Returns null for a right result. */
  findDifference(warehouse: GeneratedWarehouse, request: Request): (answer: Answer) => object | null;
}

/** Adapts a query to a warehouse, without what the engine refuses by design. */
function adaptForEngine(warehouse: GeneratedWarehouse, open: GeneratedQuery): AdaptedQuery {
  const fit = adaptQuery(warehouse, open);
  const periods = fit.dimensions.some((name) => name === 'day' || name === 'month' || name === 'year');
  const calculations = fit.calculations.filter(
    ({ kind, measure }) =>
      (kind !== 'share' && kind !== 'to_date' && kind !== 'moving') ||
      isCalculationAllowed(warehouse, fit.custom, kind, fit.names[measure % fit.names.length]!, periods),
  );
  return { ...fit, calculations };
}

async function answerOf(plan: Plan, dialect: typeof duckdb, run: Run): Promise<Answer> {
  const { rows, totals, types, totalsTypes, limit, slices } = writeSql(plan, dialect);
  const texts = await run({ ...rows, types, limit, ...(slices && { slices }) });
  if (totals) texts.push(...(await run({ ...totals, types: totalsTypes ?? types, limit: null })));
  const [result, whole] = texts.map((answer) => JSON.parse(answer.rows) as Cell[][]);
  return { rows: result!, totals: whole?.[0] ?? null };
}

/** A query to run, as it was requested and written, and its plan. */
interface PlannedQuery<Request> {
  request: Request;
  query: object;
  model: CompiledModel;
  plan: Plan;
}

/** Plans the queries on a warehouse; those on which an injected bug has no effect cannot show it. */
function planAll<Open, Request>(
  { write, fit, modelFor }: Kind<Open, Request>,
  warehouse: GeneratedWarehouse,
  { open, scope, corruption }: { open: readonly Open[]; scope: Scope; corruption: Corruption },
): PlannedQuery<Request>[] {
  return open.flatMap((item) => {
    const request = fit(warehouse, item);
    const query = write(warehouse, request);
    if (!query) return [];
    const model = modelFor?.(request) ?? modelOf(warehouse);
    const right = planQuery(model, scope, semanticQuery.parse(query));
    const plan = corruption.plan?.(right) ?? right;
    if (corruption.plan && isDeepStrictEqual(plan, right)) return [];
    return [{ request, query, model, plan }];
  });
}

/**
 * Runs generated queries on generated models on every engine; with an injected bug on DuckDB only, until a result is
 * wrong. Throws with the smallest failing case.
 */
async function runModels<Open, Request>(
  database: TestDatabase,
  { cases, seed, corruption = {} }: RunSettings,
  kind: Kind<Open, Request>,
): Promise<void> {
  const isCorrupted = Object.keys(corruption).length > 0;
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const setUp = await instance.connect();
  await setUp.run(SAFE_OPTIMIZERS);
  setUp.closeSync();
  const server = process.env['RISE_CHDB'] && !isCorrupted ? await openClickhouse() : null;
  const driver = server && createServerDriver(server.settings, { deadlineMs: 60_000, lookup: undefined });
  const runOnClickhouse: Run = (statement) => driver!.query([statement]);
  const questions = fc.array(kind.generate, { minLength: QUERIES_PER_MODEL, maxLength: QUERIES_PER_MODEL });
  const property = fc.asyncProperty(generatedWarehouse, questions, async (warehouse, open) => {
    const reader = { roles: [], groups: [], attributes: { code: warehouse.codes } };
    const { reporting } = warehouse.rates;
    const scope: Scope = { tenant: 'alder', reader, today: TODAY, ...(reporting && { currency: reporting }) };
    const planned = planAll(kind, warehouse, { open, scope, corruption });
    if (planned.length === 0) return;
    const connection = await instance.connect();
    const session = new ReaderSession(connection);
    const tables = tablesOf(warehouse).join(';\n');
    const values = new StoredTables(connection);
    const embedded: Run = (statement) => session.run(statement);
    const served: Run = (statement) => runOnPostgres(database, statement);
    try {
      await connection.run(tables);
      if (!isCorrupted) await database.client.query(`BEGIN; ${tables}`);
      await server?.make(tablesOf(warehouse));
      for (const { request, query, model, plan } of planned) {
        const findDifference = kind.findDifference(warehouse, request);
        const stored = isCorrupted ? null : await values.read(plan, model, scope);
        for (const [dialect, run, read] of [
          [duckdb, embedded, plan],
          ...(isCorrupted ? [] : [[postgres, served, plan] as const]),
          ...(driver ? [[clickhouse, runOnClickhouse, plan] as const] : []),
          ...(stored ? [[duckdb, embedded, stored] as const] : []),
        ] as const) {
          const answer = await answerOf(read, dialect, run);
          const issue = findDifference(corruption.answer?.(answer, plan) ?? answer);
          if (issue)
            throw new Error(
              `${dialect.name} differs: ${JSON.stringify({ query, stored: read === stored, ...issue }, null, 1)}`,
            );
        }
      }
    } finally {
      await values.drop();
      session.close();
      if (!isCorrupted) await database.client.query('ROLLBACK');
    }
  });
  try {
    await fc.assert(property, {
      numRuns: Math.ceil(cases / QUERIES_PER_MODEL),
      seed,
      // Shrinking a case on three engines takes minutes.
      endOnFailure: server !== null || isCorrupted,
    });
  } finally {
    instance.closeSync();
    await driver?.close();
    await server?.close();
  }
}

async function runOnPostgres({ client }: TestDatabase, statement: StatementRequest): Promise<RowsText[]> {
  const asText = { getTypeParser: () => String };
  const { rows } = await client.query<(string | null)[]>({
    text: statement.sql,
    values: statement.parameters,
    rowMode: 'array',
    types: asText,
  });
  return encodeTextSlices(rows, statement);
}

/** The query over measures whose names begin like this; as it is where the warehouse has none. */
function ofMeasures(request: AdaptedQuery, begin: string): AdaptedQuery {
  const places = request.names.flatMap((name, place) => (name.startsWith(begin) ? [place] : []));
  if (places.length === 0) return request;
  const measures = new Set(request.measures.map((place) => places[place % places.length]!));
  return { ...request, measures: [...measures], having: null };
}

/** The query that is run for a generated one, and its model; null for none. */
type QueryFor = (
  warehouse: GeneratedWarehouse,
  request: AdaptedQuery,
) => { model: CompiledModel; query: object } | null;

/** Groups of the measures of any warehouse, or of a model that is made for the query. */
export function queryModels(
  database: TestDatabase,
  amount: RunSettings,
  findDifference: Kind<GeneratedQuery, AdaptedQuery>['findDifference'],
  { always = [], queryFor, only }: { always?: GeneratedQuery['dimensions']; queryFor?: QueryFor; only?: string } = {},
): Promise<void> {
  const models = new Map<AdaptedQuery, CompiledModel>();
  return runModels<GeneratedQuery, AdaptedQuery>(database, amount, {
    generate: generatedQuery,
    fit(warehouse, item) {
      // A filled period would come first.
      const fill = item.fill && always.length === 0;
      const fit = adaptForEngine(warehouse, {
        ...item,
        fill,
        dimensions: [...new Set([...always, ...item.dimensions])],
      });
      return only === undefined ? fit : ofMeasures(fit, only);
    },
    write(warehouse, request) {
      if (!queryFor) return toClientQuery(warehouse, request);
      const found = queryFor(warehouse, request);
      if (found) models.set(request, found.model);
      return found?.query ?? null;
    },
    modelFor: (request) => models.get(request),
    findDifference,
  });
}

/** Normalizes results: doubles to eleven digits, decimals as numbers, rows sorted. */
function normalizeResult({ rows, totals }: { rows: Cell[][]; totals: Cell[] | null }, keys: number) {
  const cell = (value: Cell, index: number) => {
    if (index < keys || value === null || typeof value === 'boolean') return value;
    const figure = typeof value === 'string' && value.includes('-', 1) ? dayNumber(value) : Number(value);
    return Number(figure.toPrecision(11)) + 0;
  };
  return { rows: rows.map((row) => JSON.stringify(row.map(cell))).toSorted(), totals: totals && totals.map(cell) };
}

/** Compares every result with the reference evaluator's; returns the number of rows. */
export async function checkResults(
  database: TestDatabase,
  amount: RunSettings,
  options: Parameters<typeof queryModels>[3] = {},
): Promise<{ rows: number }> {
  let rows = 0;
  const findDifference = (warehouse: GeneratedWarehouse, request: AdaptedQuery) => {
    const keys = request.dimensions.length * (request.rollup ? 2 : 1);
    const expected = normalizeResult(evaluateWithSubtotals(warehouse, request), keys);
    return (answer: Answer) => {
      const got = normalizeResult(answer, keys);
      rows += answer.rows.length;
      return JSON.stringify(got) === JSON.stringify(expected) ? null : { requested: expected, got };
    };
  };
  await queryModels(database, amount, findDifference, options);
  return { rows };
}

/** Compares lists of rows with the reference evaluator's, in their order; returns the number of rows. */
export async function checkLists(database: TestDatabase, amount: RunSettings): Promise<{ rows: number }> {
  let rows = 0;
  await runModels(database, amount, {
    generate: generatedList,
    fit: adaptList,
    write: toClientList,
    findDifference(warehouse, request) {
      const expected = evaluateList(warehouse, request);
      return (answer) => {
        const got = { rows: answer.rows.map(comparableRow), count: answer.totals?.[0] ?? null };
        rows += got.rows.length;
        return JSON.stringify(got) === JSON.stringify(expected) ? null : { requested: expected, got };
      };
    },
  });
  return { rows };
}

/** Groups every query by row id and checks that none is hidden from the reader; returns the number of rows. */
export async function checkRows(database: TestDatabase, amount: RunSettings): Promise<{ rows: number }> {
  let rows = 0;
  const foreignIn = (warehouse: GeneratedWarehouse) => {
    const own = new Set<Cell>(warehouse.facts.flatMap((fact) => visibleRows(warehouse, fact).map(({ id }) => id)));
    return (answer: Answer) => {
      const foreign = answer.rows.map(([id]) => id!).filter((id) => id !== null && !own.has(id));
      rows += answer.rows.length;
      return foreign.length === 0 ? null : { foreign };
    };
  };
  await queryModels(database, amount, foreignIn, { always: ['id'] });
  return { rows };
}
