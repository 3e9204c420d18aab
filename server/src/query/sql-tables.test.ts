import type { SqlTable } from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureTenant } from '../tenants/tenants.service.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal?.close());

test('an administrator sees the tables that statements can use, without the column that separates tenants', async () => {
  const { alder } = portal.tenants;
  const { cookie } = await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.admin'], tenants: [alder] });
  const response = await portal.fetch('GET /api/v1/sql/tables', { cookie });
  expect(response.status).toBe(200);
  const { tables } = (await response.json()) as { tables: SqlTable[] };
  const foicu = tables.find(({ name }) => name === 'foicu')!;
  expect(foicu.columns).toContainEqual({ name: 'CU_NAME', type: 'string', masked: false });
  const names = foicu.columns.map(({ name }) => name);
  expect(names).not.toContain('tenant_id');
  // The model does not use it.
  expect(names).not.toContain('JOIN_NUMBER');
  // Each column can be selected as it is listed.
  const list = names.map((name) => `"${name}"`).join(', ');
  const rows = await portal.fetch('POST /api/v1/sql', {
    cookie,
    body: { sql: `SELECT ${list} FROM foicu LIMIT 1` },
  });
  expect(await rows.json()).toMatchObject({ meta: { rowCount: 1 } });
});

test('without data, the tables are unavailable', async () => {
  const { tenant } = await ensureTenant(portal.database, { slug: 'empty', name: 'Empty' });
  const boss = await portal.signIn({ email: 'boss@rise.example', roles: ['global.admin'], enter: tenant.id });
  const response = await portal.fetch('GET /api/v1/sql/tables', { cookie: boss.cookie });
  expect(((await response.json()) as { error: { code: string } }).error.code).toBe('WAREHOUSE_UNAVAILABLE');
});
