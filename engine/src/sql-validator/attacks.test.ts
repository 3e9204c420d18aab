import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attackStatements, DUCKDB_ATTACKS, POSTGRES_ATTACKS } from '../../tests/corpus/attacks.ts';
import { CASES, RULED } from '../../tests/support/row-rule-cases.ts';
import { CANARY_STATEMENTS, countLeaks, PLANT, ROWS_WITH_CANARY, runAttacks } from '../../tests/support/run-attacks.ts';
import { openDatabase, serverOf } from '../../tests/support/test-postgres.ts';
import type { TestDatabase } from '../../tests/support/test-postgres.ts';
import { openTiny } from '../../tests/support/tiny-warehouse.ts';
import type { TinyWarehouse } from '../../tests/support/tiny-warehouse.ts';
import type { WarehouseVersion } from '../index.ts';
import { createServerDriver } from '../warehouses/servers/create-server-driver.ts';

let tiny: TinyWarehouse;
let database: TestDatabase;
beforeAll(async () => {
  tiny = await openTiny(ROWS_WITH_CANARY, { sqlMemoryMb: 256 }, RULED);
  const file = await DuckDBInstance.create(tiny.version.file);
  const connection = await file.connect();
  for (const statement of PLANT) await connection.run(statement);
  connection.closeSync();
  file.closeSync();
  database = await openDatabase();
  for (const statement of CANARY_STATEMENTS) await database.client.query(statement);
});
afterAll(async () => {
  await tiny?.close();
  await database?.close();
});

const scope = { tenant: 'alder', reader: CASES['clerk']!.reader };
const runOn = (version: WarehouseVersion) => async (sql: string) => {
  const { model, engine } = tiny;
  return (await engine.adHocSql.run({ model, version, scope, sql, limit: 10_000 })).body.toString();
};

describe('attacks are refused, or their answers have nothing of another tenant, hidden rows or other tables', () => {
  it('on DuckDB', async () => {
    expect(attackStatements(DUCKDB_ATTACKS).length).toBeGreaterThan(250);
    expect(await runAttacks(DUCKDB_ATTACKS, runOn(tiny.version))).toBeGreaterThan(250);
  });

  it('on PostgreSQL', async () => {
    const server = serverOf(database.url, 'public');
    expect(attackStatements(POSTGRES_ATTACKS).length).toBeGreaterThan(300);
    const version = { number: 1, moment: 0, asOf: '2025-12-31', server };
    expect(await runAttacks(POSTGRES_ATTACKS, runOn(version))).toBeGreaterThan(300);
  });

  it('and return the canary without the validator', async () => {
    const instance = await DuckDBInstance.create(tiny.version.file, { access_mode: 'READ_ONLY' });
    const connection = await instance.connect();
    const duckdb = async (sql: string) => JSON.stringify((await connection.runAndReadUntil(sql, 10)).getRowsJson());
    expect(await countLeaks(DUCKDB_ATTACKS, duckdb)).toBeGreaterThan(10);
    connection.closeSync();
    instance.closeSync();
    const driver = createServerDriver(serverOf(database.url, 'public'), { deadlineMs: 5000, lookup: undefined });
    const postgres = async (sql: string) => (await driver.runAdHoc!({ sql, parameters: [], limit: 10 })).rows;
    expect(await countLeaks(POSTGRES_ATTACKS, postgres)).toBeGreaterThan(5);
    await driver.close();
  });
});
