import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attackStatements, CLICKHOUSE_ATTACKS } from '../../../tests/corpus/attacks.ts';
import { CASES, RULED } from '../../../tests/support/row-rule-cases.ts';
import { CANARY_STATEMENTS, countLeaks, runAttacks } from '../../../tests/support/run-attacks.ts';
import type { TestClickhouse } from '../../../tests/support/test-clickhouse.ts';
import { openClickhouseWith } from '../../../tests/support/test-servers.ts';
import { openTiny } from '../../../tests/support/tiny-warehouse.ts';
import type { TinyWarehouse } from '../../../tests/support/tiny-warehouse.ts';
import { createServerDriver } from '../../warehouses/servers/create-server-driver.ts';

let tiny: TinyWarehouse;
let server: TestClickhouse;
beforeAll(async () => {
  tiny = await openTiny([], { deadlineMs: 20_000 }, RULED);
  server = (await openClickhouseWith(CANARY_STATEMENTS))!;
});
afterAll(async () => {
  await tiny?.close();
  await server?.close();
});

describe('attacks on a running ClickHouse', () => {
  it('are at least 500', () => {
    expect(new Set(attackStatements(CLICKHOUSE_ATTACKS)).size).toBeGreaterThanOrEqual(500);
  });

  it('are refused, or their answers have nothing of another tenant, hidden rows or other tables', async () => {
    const version = { number: 1, moment: 0, asOf: '2025-12-31', server: server.settings };
    const scope = { tenant: 'alder', reader: CASES['clerk']!.reader };
    const refused = await runAttacks(CLICKHOUSE_ATTACKS, async (sql) => {
      const { model, engine } = tiny;
      return (await engine.adHocSql.run({ model, version, scope, sql, limit: 10_000 })).body.toString();
    });
    expect(refused).toBeGreaterThan(450);
  });

  it('return the canary without the validator', async () => {
    const bare = createServerDriver(server.settings, { deadlineMs: 5000, lookup: undefined });
    const run = async (sql: string) => (await bare.runAdHoc!({ sql, parameters: [], limit: 100, memoryMb: 500 })).rows;
    try {
      expect(await countLeaks(CLICKHOUSE_ATTACKS, run)).toBeGreaterThan(20);
    } finally {
      await bare.close();
    }
  });
});
