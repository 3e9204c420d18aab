import type { DataState } from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { ensureTenant } from '../tenants/tenants.service.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal?.close());

const stateFor = async (cookie: string): Promise<DataState> => {
  const response = await portal.fetch('GET /api/v1/data-version', { cookie });
  expect(response.status).toBe(200);
  return (await response.json()) as DataState;
};

test('people see the data version of their own tenant’s figures, and its successor', async () => {
  const { alder, birch } = portal.tenants;
  const ada = await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.user'], tenants: [alder] });
  const cem = await portal.signIn({ email: 'cem@birch.example', roles: ['tenant.user'], tenants: [birch] });
  const first = await stateFor(ada.cookie);
  expect(first).toEqual({
    dataVersion: 1,
    source: expect.stringMatching(/NCUA/),
    asOf: '2025-12-31',
    loadedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
  await portal.database.withTenant(systemIn(alder), async (tx) => {
    await tx.run`UPDATE warehouse_version SET current = false WHERE tenant_id = ${alder}`;
    await tx.run`
      INSERT INTO warehouse_version (tenant_id, number, source, as_of, tables, current)
      VALUES (${alder}, 2, 'NCUA again', '2026-03-31', '{}', true)`;
  });
  expect(await stateFor(ada.cookie)).toMatchObject({ dataVersion: 2, source: 'NCUA again', asOf: '2026-03-31' });
  expect(await stateFor(cem.cookie)).toMatchObject({ dataVersion: 1, asOf: '2025-12-31' });
});

test('a tenant without data gets null', async () => {
  const { tenant } = await ensureTenant(portal.database, { slug: 'empty', name: 'Empty' });
  const boss = await portal.signIn({ email: 'boss@rise.example', roles: ['global.admin'], enter: tenant.id });
  expect(await stateFor(boss.cookie)).toEqual({ dataVersion: null, source: null, asOf: null, loadedAt: null });
});
