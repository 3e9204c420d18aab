import type { WarehouseVersion } from '../../src/warehouses/warehouses.ts';
import { openClickhouse } from './test-clickhouse.ts';
import type { TestClickhouse } from './test-clickhouse.ts';
import { openDatabase, serverOf } from './test-postgres.ts';
import type { TestDatabase } from './test-postgres.ts';

/** The same tables in each kind of server: PostgreSQL, and ClickHouse if it is installed. */
export interface TestServers {
  postgres: TestDatabase;
  versions: { postgres: WarehouseVersion; clickhouse?: WarehouseVersion };
  close(): Promise<void>;
}

/** A ClickHouse with these tables; null if it is not installed: `npm run test:engines` and CI have it. */
export async function openClickhouseWith(statements: readonly string[]): Promise<TestClickhouse | null> {
  if (!process.env['RISE_CHDB']) return null;
  const clickhouse = await openClickhouse();
  await clickhouse.make(statements);
  return clickhouse;
}

export async function openServers(statements: readonly string[], asOf: string | null = null): Promise<TestServers> {
  const postgres = await openDatabase();
  for (const statement of statements) await postgres.client.query(statement);
  // A server in use has statistics of its tables; without them it may choose to compare every pair of rows.
  await postgres.client.query('ANALYZE');
  const clickhouse = await openClickhouseWith(statements);
  const state = { number: 1, asOf, moment: 0 };
  return {
    postgres,
    versions: {
      postgres: { ...state, server: serverOf(postgres.url, 'public') },
      ...(clickhouse && { clickhouse: { ...state, server: clickhouse.settings } }),
    },
    async close() {
      await clickhouse?.close();
      await postgres.close();
    },
  };
}
