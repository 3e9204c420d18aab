import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { semanticQuery } from '@rise/contract';
import type { Cell, QueryResult } from '@rise/contract';
import { expect } from 'vitest';
import { createEngine, toQueryResult } from '../src/index.ts';
import type { CompiledModel, Engine, Scope, WarehouseVersion } from '../src/index.ts';
import { alike } from './random-queries.ts';
import { openServers } from './servers.ts';

/** The same tables in a version file and in every server, as a test made them. */
export interface MadeWarehouse {
  engine: Engine;
  versions: { duckdb: WarehouseVersion; postgres: WarehouseVersion; clickhouse?: WarehouseVersion };
  /** What every engine answers; fails where they differ by more than the last digits of doubles. */
  ask(model: CompiledModel, query: object, scope?: Partial<Scope>): Promise<QueryResult>;
  close(): Promise<void>;
}

/** Engines may write a whole amount with or without its point. */
const said = ({ columns, rows, totals, meta, pivot }: QueryResult) => {
  const number = (cell: Cell) => (typeof cell === 'string' && /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell);
  const numbered = (all: Cell[][]) => alike(all.map((row) => row.map(number)));
  return [columns, numbered(rows), numbered(totals ? [totals] : []), meta.truncated, pivot];
};

export async function makeWarehouse(statements: readonly string[], asOf: string | null = null): Promise<MadeWarehouse> {
  const folder = mkdtempSync(join(tmpdir(), 'rise-made-'));
  const file = join(folder, '1.duckdb');
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  const servers = await openServers(statements, asOf);
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
  const engine = createEngine({ cacheBytes: 0 });
  const versions = {
    duckdb: { file, number: 1, asOf },
    ...servers.versions,
  };
  const askOne = async (version: WarehouseVersion, model: CompiledModel, query: object, scope: Partial<Scope>) => {
    const answer = await engine.answer({
      model,
      version,
      scope: { tenant: 'alder', policyHash: 'by plan', predicates: [], ...scope },
      query: semanticQuery.parse(query),
    });
    return toQueryResult(answer, { dataVersion: 1, asOf, unmapped: [] });
  };
  return {
    engine,
    versions,
    async ask(model, query, scope = {}) {
      const [embedded, ...served] = await Promise.all(
        Object.values(versions).map((version) => askOne(version, model, query, scope)),
      );
      for (const each of served) expect(said(each)).toEqual(said(embedded!));
      return embedded!;
    },
    async close() {
      await engine.close();
      await servers.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
