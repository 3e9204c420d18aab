import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { semanticQuery } from '@rise/contract';
import { Engine } from '@rise/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pino } from 'pino';
import { toUserError } from '../host/http/error-response.ts';
import { SYSTEM, systemIn } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { HostAllowance } from '../kernel/security/host-allowance.ts';
import { OperatorError } from '../kernel/errors/operator-error.ts';
import { QueryService } from '../query/query.service.ts';
import { InboxService } from '../inbox/inbox.service.ts';
import { provisionAccounts } from '../sessions/provisioning.service.ts';
import { activeTenants, ensureTenant } from '../tenants/tenants.service.ts';
import { createTestDatabase } from '../testing/database.ts';
import { ConnectionStore } from '../warehouse/connection-store.service.ts';
import { WarehouseService } from '../warehouse/warehouse.service.ts';
import { createSampleTenant, fillSampleTenants, type SampleOptions } from './samples.service.ts';

let directory: string;
let database: Database;
let closeDatabase: () => Promise<void>;
let engine: Engine;
let queries: QueryService;
let samples: SampleOptions;
const templates: string[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'rise-samples-'));
  ({ database, close: closeDatabase } = await createTestDatabase());
  engine = new Engine();
  const connections = new ConnectionStore({ key: randomBytes(32), hosts: new HostAllowance([]) });
  const warehouses = new WarehouseService({ database, engine, directory, connections });
  queries = new QueryService({ engine, warehouses, toUserError, log: pino({ level: 'silent' }) });
  samples = {
    database,
    warehouses,
    reports: { putTemplate: async (_actor, { reports }) => void templates.push(...reports.map(({ name }) => name)) },
    directory: join(import.meta.dirname, '../../../samples'),
    onProgress: () => undefined,
  };
});
afterAll(async () => {
  await engine.close();
  await closeDatabase();
  await rm(directory, { recursive: true, force: true });
});

const slugs = async () => (await activeTenants(database)).map(({ slug }) => slug);

test('a generated sample has the requested number of rows, identical each time', async () => {
  const sums = [];
  for (const slug of ['one', 'two']) {
    const tenant = await createSampleTenant(samples, { slug, name: slug }, { sample: 'core', rows: 5000 });
    const query = semanticQuery.parse({ dataset: 'transactions', measures: ['transactions', 'amount'] });
    const answer = await queries.run(systemIn(tenant.id), { query, signal: new AbortController().signal });
    sums.push((JSON.parse(answer.text) as { rows: unknown[][] }).rows[0]);
  }
  expect(sums[0]![0]).toBe(5000);
  expect(sums[1]).toEqual(sums[0]);
  expect(templates).toEqual([]);
});

test('a tenant’s people are notified once when its data is loaded, in their own language', async () => {
  const { tenant } = await ensureTenant(database, { slug: 'peopled', name: 'Peopled' });
  const person = {
    issuer: 'https://issuer.example',
    subject: 'ada',
    email: 'ada@peopled.example',
    firstName: 'Ada',
    lastName: '',
    avatar: null,
    groups: [],
    attributes: {},
  };
  await provisionAccounts(database, [{ ...person, roles: ['tenant.user'], tenants: ['peopled'] }]);
  const account = await database.withGlobal(SYSTEM, (tx) => tx.first<{ id: string }>`SELECT id FROM account`);
  const ada = { ...systemIn(tenant.id), accountId: account!.id };
  await fillSampleTenants(samples, [tenant]);
  await fillSampleTenants(samples, [tenant]);
  const notifications = new InboxService({ database, kind: 'notification' });
  expect(await notifications.list(ada, 'en')).toMatchObject([
    { title: 'New data: version 1', icon: 'database', link: '/reports', useRouter: true, read: false, seen: false },
  ]);
  expect((await notifications.list(ada, 'tr'))[0]!.description).toBe(
    'NCUA 5300 call report, 2025-12-31 yüklendi. Veri tarihi: 31 Aralık 2025.',
  );
});

test.each([
  ['an unknown sample', { sample: 'nope' }, /there is no sample 'nope'; choose core or core-banking or ncua-2025q4/],
  ['a path instead of a name', { sample: '../samples/core' }, /there is no sample/],
  ['a number of rows for shipped files', { sample: 'ncua-2025q4', rows: 10 }, /has the rows it ships/],
])('rejects %s, and leaves no tenant behind', async (_, choice, message) => {
  const before = await slugs();
  const created = createSampleTenant(samples, { slug: 'never', name: 'Never' }, choice);
  await expect(created).rejects.toThrow(message);
  await expect(created).rejects.toBeInstanceOf(OperatorError);
  expect(await slugs()).toEqual(before);
});

test('rejects a slug in use, and leaves its tenant unchanged', async () => {
  const created = createSampleTenant(samples, { slug: 'one', name: 'Another' }, { sample: 'core', rows: 10 });
  await expect(created).rejects.toThrow(/slug 'one' is there already/);
  expect((await activeTenants(database)).find(({ slug }) => slug === 'one')!.name).toBe('one');
});
