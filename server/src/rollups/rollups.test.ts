import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Explanation, QueryResult, SuggestedRollups } from '@rise/contract';
import { semanticQuery } from '@rise/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { toUserError } from '../host/http/error-response.ts';
import { SAMPLES } from '../host/config/paths.ts';
import { systemIn } from '../kernel/actor.ts';
import { QueryService } from '../query/query.service.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import type { LoadSource } from '../warehouse/warehouse.service.ts';
import { QueryLog } from './query-log.service.ts';

let portal: TestPortal;
let boss: string;
let other: string;
let analyst: string;
beforeAll(async () => {
  portal = await startTestPortal();
  const { alder, birch } = portal.tenants;
  const signIn = async (role: 'tenant.admin' | 'tenant.user', tenant: string, email: string) =>
    (await portal.signIn({ email, roles: [role], tenants: [tenant] })).cookie;
  boss = await signIn('tenant.admin', alder, 'boss@rollups.example');
  other = await signIn('tenant.admin', birch, 'boss@elsewhere.example');
  analyst = await signIn('tenant.user', alder, 'analyst@rollups.example');
});
afterAll(() => portal?.close());

/** Runs each query the given number of times, and waits until all are logged. */
async function sendQuery(times: number, ...queries: object[]): Promise<void> {
  const { database, engine, warehouses, tenants } = portal;
  const queryLog = new QueryLog({ database, log: pino({ level: 'silent' }) });
  const service = new QueryService({ engine, warehouses, toUserError, log: pino({ level: 'silent' }), queryLog });
  for (let time = 0; time < times; time++)
    for (const query of queries)
      await service.run(systemIn(tenants.alder), {
        query: semanticQuery.parse({ dataset: 'call_report', ...query }),
        signal: AbortSignal.timeout(30_000),
      });
  await queryLog.close();
}
async function suggested(cookie: string): Promise<SuggestedRollups> {
  const response = await portal.fetch('GET /api/v1/model/suggested-rollups', { cookie });
  expect(response.status).toBe(200);
  return (await response.json()) as SuggestedRollups;
}
async function loadAgain(): Promise<void> {
  const sourceDir = join(SAMPLES, 'ncua-2025q4');
  const manifest = parse(await readFile(join(sourceDir, 'sample.yaml'), 'utf8')) as Omit<LoadSource, 'sourceDir'>;
  await portal.warehouses.load(systemIn(portal.tenants.alder), { ...manifest, sourceDir });
}

test('queries lead to a suggestion, which becomes part of the model and is built for the current version and the next', async () => {
  const query = { dimensions: ['state'], measures: ['total_assets', 'net_worth_ratio'] };
  await sendQuery(3, query, { ...query, filter: { field: 'peer_group', op: 'in', values: ['1'] } });
  await sendQuery(1, { measures: ['total_assets'], filter: { field: 'name', op: 'contains', values: ['Ahmet'] } });

  const { queries, rollups, document } = await suggested(boss);
  expect(queries).toBe(7);
  expect(rollups).toHaveLength(1);
  const { dataset, rollup, answers, rows, of } = rollups[0]!;
  // The figures are those of the last cycle, so the rollup has to keep the cycles apart.
  const dimensions = [{ field: 'as_of', grain: 'day' }, 'peer_group', 'state'];
  expect([dataset, rollup.dimensions, answers, of]).toEqual(['call_report', dimensions, 6, 4374]);
  expect(document).toContain('peer_group');
  expect(rollup.measures).toEqual(['net_worth_ratio', 'total_assets']);
  expect(rows).toBeLessThan(500);
  expect((await suggested(other)).queries).toBe(0);
  expect((await portal.fetch('GET /api/v1/model/suggested-rollups', { cookie: analyst })).status).toBe(404);

  const push = { document: `extends: ncua_call_report\n${document}`, message: 'As suggested' };
  expect((await portal.fetch('PUT /api/v1/model', { cookie: boss, body: push })).status).toBe(200);
  expect((await suggested(boss)).rollups).toEqual([]);
  const answeredBy = async () => {
    const body = { query: { dataset: 'call_report', ...query }, measure: 'total_assets' };
    const response = await portal.fetch('POST /api/v1/query/explanation', { cookie: analyst, body });
    const { tables, dataVersion } = (await response.json()) as Explanation;
    return [dataVersion, tables[0]!.rollup];
  };
  const answer = async () => {
    const body = { dataset: 'call_report', ...query, totals: true };
    const {
      columns,
      rows: all,
      totals,
    } = (await (await portal.fetch('POST /api/v1/query', { cookie: analyst, body })).json()) as QueryResult;
    return { columns, all, totals };
  };
  expect(await answeredBy()).toEqual([1, null]);
  const before = await answer();
  await vi.waitFor(async () => expect(await answeredBy()).toEqual([1, { name: rollup.name, rows }]), 60_000);
  expect(await answer()).toEqual(before);
  const folder = dirname(portal.warehouses.filePath(portal.tenants.alder, 1));
  const files = await readdir(folder);
  expect(files).toEqual(['1.duckdb', expect.stringMatching(/^1\.rollups\.[0-9a-f]{12}\.duckdb$/)]);
  await portal.warehouses.removeUnfinished(portal.tenants.alder);
  expect(await readdir(folder)).toEqual(files);
  await loadAgain();
  expect(await answer()).toEqual(before);
  expect(await answeredBy()).toEqual([2, { name: rollup.name, rows }]);
});

test('logs no filter values, and no more queries than needed', async () => {
  const actor = systemIn(portal.tenants.alder);
  const logged = await portal.database.withTenant(actor, (tx) => tx.rows<object>`SELECT * FROM query_log`);
  expect(JSON.stringify(logged)).toContain('"name"');
  expect(JSON.stringify(logged)).not.toContain('Ahmet');
  const logMany = (count: number) =>
    portal.database.withTenant(
      actor,
      (tx) => tx.run`
    INSERT INTO query_log (tenant_id, at, dataset, dimensions, measures, filters, restricted, rollups, data_version, cache, elapsed_ms, row_count)
    SELECT ${portal.tenants.alder}, now(), 'call_report', '[]', '{}', '[]', false, '{}', 1, 'hit', 1, 1 FROM generate_series(1, ${count}::integer)`,
    );
  await logMany(5100);
  await sendQuery(1, { measures: ['institutions'] });
  // Old ones are not deleted each time, but no longer looked at.
  await logMany(10);
  expect((await suggested(boss)).queries).toBe(5000);
});
