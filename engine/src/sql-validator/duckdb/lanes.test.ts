import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROWS, RULED, CASES } from '../../../tests/support/row-rule-cases.ts';
import { openTiny } from '../../../tests/support/tiny-warehouse.ts';
import type { TinyWarehouse } from '../../../tests/support/tiny-warehouse.ts';
import type { WarehouseVersion } from '../../warehouses/warehouses.ts';

const LONG = 'SELECT sum(n) FROM range(1000000000000) r(n)';
const SHORT = 'SELECT count(*) AS n FROM branch';

let tiny: TinyWarehouse;
let folder: string;
const versions = new Map<string, WarehouseVersion>();
beforeAll(async () => {
  // A statement counts as long after 2 s.
  tiny = await openTiny(ROWS, { deadlineMs: 60_000, sqlMemoryMb: 512, sqlProcesses: 2 }, RULED);
  folder = await mkdtemp(join(tmpdir(), 'rise-lanes-'));
  for (const tenant of ['alder', 'birch', 'cedar']) {
    const file = join(folder, `${tenant}.duckdb`);
    await copyFile((tiny.version as { file: string }).file, file);
    versions.set(tenant, { ...tiny.version, file } as WarehouseVersion);
  }
});
afterAll(async () => {
  await tiny?.close();
  await rm(folder, { recursive: true, force: true });
});

const left = new AbortController();
const run = (tenant: string, person: string, sql: string) =>
  tiny.engine.adHocSql.run({
    model: tiny.model,
    version: versions.get(tenant)!,
    scope: { tenant, person, reader: CASES['auditor']!.reader },
    sql,
    limit: 10,
    signal: left.signal,
  });

describe('long statements', () => {
  it('of all other tenants, and of a colleague, do not make a short one wait for their end', async () => {
    let ended = 0;
    const long = [
      ...Array.from({ length: 8 }, (_, index) => run('alder', 'ada', `${LONG} -- ${index}`)),
      run('birch', 'bob', LONG),
    ].map((running) => running.catch(() => undefined).finally(() => (ended += 1)));
    const longer = () => tiny.engine.stats().sql.processes.filter(({ idle }) => !idle).length;
    // Both tenants hold a process each.
    await expect.poll(longer).toBeGreaterThanOrEqual(2);
    const answers = await Promise.all([run('cedar', 'cem', SHORT), run('alder', 'ayla', SHORT)]);
    expect(answers.map(({ rowCount }) => rowCount)).toEqual([1, 1]);
    expect(ended).toBe(0);
    left.abort(new Error('left'));
    await Promise.all(long);
    expect(ended).toBe(9);
  });
});
