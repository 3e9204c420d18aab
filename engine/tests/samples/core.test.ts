import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { semanticQuery } from '@rise/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { coreTenant, generateCore } from '../../../samples/core/generate.ts';
import { checkCatalog, compileModel, Engine, parseModel, toQueryResult } from '../../src/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'rise-core-'));
const file = join(folder, 'core.duckdb');
const engine = new Engine();
const model = compileModel(
  parseModel(
    readFileSync(fileURLToPath(new URL('../../../samples/core/model.yaml', import.meta.url)), 'utf8'),
    'model.yaml',
  ),
);
beforeAll(() => generateCore({ target: file, rows: 20_000, tenants: 3, sorted: true }));
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

async function fingerprint(path: string): Promise<unknown> {
  const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  const rows = await connection.runAndReadAll(
    'SELECT tenant_id, count(*), sum(amount), sum(fee), count(DISTINCT branch), min(booked_on) FROM transaction GROUP BY ALL ORDER BY ALL',
  );
  const result = rows.getRowsJson();
  connection.closeSync();
  instance.closeSync();
  return result;
}

it('the generated core data is the same in every run, regardless of its stored order', async () => {
  const again = join(folder, 'again.duckdb');
  await generateCore({ target: again, rows: 20_000, tenants: 3, sorted: false });
  expect(await fingerprint(again)).toEqual(await fingerprint(file));
});

it('the core data fits its model, and each tenant sees only its own', async () => {
  const version = { file, number: 1, asOf: null };
  expect(checkCatalog(model.model, await engine.catalogs.read(version))).toEqual([]);
  const expected = (await fingerprint(file)) as [string, string, string, string][];
  for (const [index, [tenant, count, amount, fees]] of expected.entries()) {
    expect(tenant).toBe(coreTenant(index));
    const query = semanticQuery.parse({ dataset: 'transactions', measures: ['transactions', 'amount', 'fees'] });
    const answer = await engine.queries.run({
      model,
      version,
      scope: { tenant },
      query,
    });
    const { rows } = toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] });
    expect(rows[0]!.map(Number)).toEqual([count, amount, fees].map(Number));
  }
});
