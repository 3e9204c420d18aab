import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { semanticQuery } from '@rise/contract';
import { compileModel, Engine, readModel, toQueryResult } from '../../src/index.ts';
import type { CompiledModel } from '../../src/index.ts';
import { quoteText } from '../../src/expression/quote.ts';
import { comparable } from './questions.ts';
import type { Answers, Question } from './questions.ts';

/** Real data that may not be shipped lies beside the project, where there is any. */
export const SHARED_DATA = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));

/** Real tables in a version file, asked through the engine and in plain SQL. */
export interface RealData {
  /** The answers of the engine and of plain SQL, as they can be compared. */
  answers(model: CompiledModel, question: Question): Promise<Answers>;
  sql(statement: string): Promise<unknown[][]>;
  /** The model generated from the tables, checked as a push checks it. */
  generate(): Promise<CompiledModel>;
  close(): Promise<void>;
}

/** Selects all of a Parquet file of the folder. */
export const allOf = (file: string) => `SELECT * FROM read_parquet(${quoteText(join(SHARED_DATA, file))})`;

/** Opens tables: name to the statement that selects its rows. */
export async function openRealData(tables: Record<string, string>, asOf: string): Promise<RealData> {
  const folder = mkdtempSync(join(tmpdir(), 'rise-real-'));
  const file = join(folder, '1.duckdb');
  const instance = await DuckDBInstance.create(file);
  const writer = await instance.connect();
  for (const [table, select] of Object.entries(tables))
    await writer.run(`CREATE TABLE "${table}" AS SELECT 'alder' AS tenant_id, * FROM (${select})`);
  writer.closeSync();
  instance.closeSync();
  const engine = new Engine({ cacheBytes: 0 });
  const beside = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' });
  const connection = await beside.connect();
  const sql = async (statement: string) => (await connection.runAndReadAll(statement)).getRows();
  return {
    sql,
    async generate() {
      const version = { file, number: 1, asOf };
      const text = (await engine.catalogs.generateModel(version, 'alder'))!;
      const catalog = await engine.catalogs.read(version);
      const model = readModel({ text, file: 'generated.yaml', catalog });
      const repeated = await engine.catalogs.repeatedKeys({ model, version, tenant: 'alder' });
      return compileModel(readModel({ text, file: 'generated.yaml', catalog, repeated }));
    },
    async answers(model, { query, sql: statement, scope = {} }) {
      const answer = await engine.queries.run({
        model,
        version: { file, number: 1, asOf },
        scope: { tenant: 'alder', reader: { roles: [], groups: [], attributes: {} }, ...scope },
        query: semanticQuery.parse('kind' in query ? query : { limit: 5000, ...query }),
      });
      return comparable(toQueryResult(answer, { dataVersion: 1, asOf, unmapped: [] }), await sql(statement));
    },
    async close() {
      await engine.close();
      connection.closeSync();
      beside.closeSync();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Whether a folder of real data lies beside the project; questions about it are asked only then. */
export const isThere = (folder: string): boolean => existsSync(join(SHARED_DATA, folder));
/** For the title of tests: says so where the data is not there. */
export const whereIs = (folder: string): string =>
  isThere(folder) ? folder : `${folder} is not beside the project: no question is asked of it`;
