import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { semanticQuery } from '@rise/contract';
import type { Cell, QueryResult } from '@rise/contract';
import { expect } from 'vitest';
import { Engine, toQueryResult } from '../../src/index.ts';
import type { CompiledModel, Scope, WarehouseVersion } from '../../src/index.ts';
import type { ReaderOf } from '../../src/plan/scope.ts';
import { numbers } from './engine-pair.ts';
import { alike } from './random-queries.ts';
import { openServers } from './test-servers.ts';

/** The test's tables in a version file and in every server. */
export interface GeneratedWarehouse {
  engine: Engine;
  versions: { duckdb: WarehouseVersion; postgres: WarehouseVersion; clickhouse?: WarehouseVersion };
  /** The result, which must be the same on every engine except for the last digits of doubles. */
  runQuery(model: CompiledModel, query: object, scope?: Partial<Scope>): Promise<QueryResult>;
  /** The rows of a reader's ad-hoc SQL, which must be the same on every engine; numbers as numbers. */
  sql(model: CompiledModel, statement: string, reader: ReaderOf): Promise<Cell[][]>;
  close(): Promise<void>;
}

/** Engines may write an integral amount with or without decimal places. */
const results = ({ columns, rows, totals, meta, pivot }: QueryResult) => {
  const number = (cell: Cell) => (typeof cell === 'string' && /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell);
  const numbered = (all: Cell[][]) => alike(all.map((row) => row.map(number)));
  return [columns, numbered(rows), numbered(totals ? [totals] : []), meta.truncated, meta.averages, pivot];
};

export async function generateWarehouse(
  statements: readonly string[],
  asOf: string | null = null,
): Promise<GeneratedWarehouse> {
  const folder = mkdtempSync(join(tmpdir(), 'rise-made-'));
  const file = join(folder, '1.duckdb');
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  const servers = await openServers(statements, asOf);
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
  const engine = new Engine({ cacheBytes: 0 });
  const versions = {
    duckdb: { file, number: 1, asOf },
    ...servers.versions,
  };
  const askOne = async (version: WarehouseVersion, model: CompiledModel, query: object, scope: Partial<Scope>) => {
    const answer = await engine.queries.run({
      model,
      version,
      scope: { tenant: 'alder', ...scope },
      query: semanticQuery.parse(query),
    });
    return toQueryResult(answer, { dataVersion: 1, asOf, unmapped: [] });
  };
  const stored = new Map<string, Promise<WarehouseVersion | null>>();
  /** The version with the last known values of a model beside it; null if it has none. */
  const storedFor = (model: CompiledModel, { tenant = 'alder', parameters, mappings, calendar }: Partial<Scope>) => {
    const own: Scope = {
      tenant,
      ...(parameters && { parameters }),
      ...(mappings && { mappings }),
      ...(calendar && { calendar }),
    };
    const key = JSON.stringify([model.hash, own]);
    const build = async () => {
      const request = { model, version: versions.duckdb, scope: own };
      if (!engine.rollups.anyMissing(model, own, versions.duckdb)) return null;
      const rollups = await engine.rollups.build({ ...request, target: join(folder, `stored ${stored.size}.duckdb`) });
      return { ...versions.duckdb, rollups: rollups.filter((rollup) => 'hash' in rollup) };
    };
    const built = stored.get(key) ?? build();
    stored.set(key, built);
    return built;
  };
  return {
    engine,
    versions,
    async runQuery(model, query, scope = {}) {
      const beside = await storedFor(model, scope);
      const [embedded, ...served] = await Promise.all(
        [...Object.values(versions), ...(beside ? [beside] : [])].map((version) =>
          askOne(version, model, query, scope),
        ),
      );
      for (const item of served) expect(results(item)).toEqual(results(embedded!));
      return embedded!;
    },
    async sql(model, statement, reader) {
      const [embedded, ...served] = await Promise.all(
        Object.values(versions).map(async (version) => {
          const request = { model, version, scope: { tenant: 'alder', reader }, sql: statement, limit: 100 };
          const { body } = await engine.adHocSql.run(request);
          return numbers((JSON.parse(`{${body}}`) as { rows: Cell[][] }).rows);
        }),
      );
      for (const item of served) expect(item).toEqual(embedded);
      return embedded!;
    },
    async close() {
      await engine.close();
      await servers.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
