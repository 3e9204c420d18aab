import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { semanticQuery } from '@rise/contract';
import type { QueryResult } from '@rise/contract';
import { inject } from 'vitest';
import { compileModel, Engine, parseModel, toQueryResult } from '../../src/index.ts';
import type { QueryRequest, Scope } from '../../src/index.ts';
import type { LoadedVersion } from '../../src/warehouses/embedded/load-version.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket of the run's call report. */
    callReportSocket: string;
  }
}

export const SAMPLE_DIR = fileURLToPath(new URL('../../../samples/ncua-2025q4', import.meta.url));
const PAGES = 'foicu fs220 fs220a fs220b fs220h fs220l fs220n fs220p fs220q fs220r'.split(' ');
export const SCOPE: Scope = { tenant: 'alder' };

export interface SampleWarehouse {
  engine: Engine;
  question: Omit<QueryRequest, 'query'>;
  /** Runs a query as a client would write it. */
  runQuery(query: unknown, scope?: Scope): Promise<QueryResult>;
  close(): Promise<void>;
}

/** The NCUA sample as version 1 of the scope's tenant, loaded once in a run. */
async function loadSample(): Promise<LoadedVersion> {
  const loaded = JSON.parse(await text(connect(inject('callReportSocket')))) as LoadedVersion & { failed?: string };
  if (loaded.failed) throw new Error(loaded.failed);
  return loaded;
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

/** A separate DuckDB with these columns of the original Parquet files, independent of the engine. */
export async function openParquet(columns: readonly string[] = ['*']): Promise<DuckDBConnection> {
  const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
  const [first, ...others] = PAGES;
  const join_ = others
    .map(
      (table) =>
        `JOIN (SELECT * EXCLUDE (CYCLE_DATE, JOIN_NUMBER) FROM '${SAMPLE_DIR}/${table}.parquet') USING (CU_NUMBER)`,
    )
    .join(' ');
  await connection.run(
    `CREATE TABLE cu AS SELECT ${columns.join(', ')} FROM '${SAMPLE_DIR}/${first!}.parquet' ${join_}`,
  );
  return connection;
}
