import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
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
