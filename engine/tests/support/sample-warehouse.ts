import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { semanticQuery } from '@rise/contract';
import type { QueryResult } from '@rise/contract';
import { compileModel, Engine, parseModel, toQueryResult } from '../../src/index.ts';
import type { QueryRequest, Scope } from '../../src/index.ts';
import { loadVersion, type LoadedVersion } from '../../src/warehouses/embedded/load-version.ts';

export const SAMPLE_DIR = fileURLToPath(new URL('../../../samples/ncua-2025q4', import.meta.url));
export const TABLES = [
  'foicu',
  'acctdesc',
  'fs220',
  'fs220a',
  'fs220b',
  'fs220h',
  'fs220l',
  'fs220n',
  'fs220p',
  'fs220q',
  'fs220r',
];
export const SCOPE: Scope = { tenant: 'alder' };

export interface SampleWarehouse {
  engine: Engine;
  question: Omit<QueryRequest, 'query'>;
  /** Runs a query as a client would write it. */
  runQuery(query: unknown, scope?: Scope): Promise<QueryResult>;
  close(): Promise<void>;
}

let version: Promise<LoadedVersion> | null = null;

/** The NCUA sample as a tenant's version 1, loaded once in a process. */
const loadSample = (): Promise<LoadedVersion> => (version ??= load());

async function load(): Promise<LoadedVersion> {
  const folder = mkdtempSync(join(tmpdir(), 'rise-engine-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return loadVersion({
    sourceDir: SAMPLE_DIR,
    tables: TABLES.map((table) => ({ table, file: `${table}.parquet` })),
    tenant: SCOPE.tenant,
    sortKey: 'CU_NUMBER',
    asOf: { table: 'foicu', column: 'CYCLE_DATE' },
    target: join(folder, '1.duckdb'),
  });
}

/** The NCUA sample in an engine of its own. */
export async function openSample(): Promise<SampleWarehouse> {
  const engine = new Engine();
  const loaded = await loadSample();
  const model = compileModel(parseModel(readFileSync(join(SAMPLE_DIR, 'model.yaml'), 'utf8'), 'model.yaml'));
  const question = { model, version: { file: loaded.file, number: 1, asOf: loaded.asOf }, scope: SCOPE };
  return {
    engine,
    question,
    async runQuery(query, scope = SCOPE) {
      const answer = await engine.queries.run({ ...question, scope, query: semanticQuery.parse(query) });
      return toQueryResult(answer, { dataVersion: 1, asOf: loaded.asOf, unmapped: [] });
    },
    close: () => engine.close(),
  };
}

/** A separate DuckDB over the original Parquet files, independent of the engine. */
export async function openParquet(): Promise<DuckDBConnection> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const [first, ...others] = TABLES.filter((table) => table !== 'acctdesc');
  const join_ = others
    .map(
      (table) =>
        `JOIN (SELECT * EXCLUDE (CYCLE_DATE, JOIN_NUMBER) FROM '${SAMPLE_DIR}/${table}.parquet') USING (CU_NUMBER)`,
    )
    .join(' ');
  await connection.run(`CREATE TABLE cu AS SELECT * FROM '${SAMPLE_DIR}/${first!}.parquet' ${join_}`);
  return connection;
}
