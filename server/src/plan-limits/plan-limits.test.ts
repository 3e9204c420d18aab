import type { ManagedTenant, TenantPlan } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { admit } from '../sessions/provisioning.service.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { QueryParts } from './query-parts.service.ts';
import { requireStorage } from './storage-limit.service.ts';

let portal: TestPortal;
let global: string;
let cedar: string;
let admin: string;
beforeAll(async () => {
  portal = await startTestPortal();
  global = (await portal.signIn({ email: 'gina@rise.example', roles: ['global.admin'] })).cookie;
  const created = await portal.fetch('POST /api/v1/global/tenants', {
    cookie: global,
    body: { slug: 'cedar', name: 'Cedar', limits: { users: 3, storageMb: 5, queryPercent: 25 } },
  });
  cedar = ((await created.json()) as ManagedTenant).id;
  admin = (await portal.signIn({ email: 'first@cedar.example', roles: ['tenant.admin'], tenants: [cedar], enter: cedar })).cookie; // prettier-ignore
});
afterAll(() => portal?.close());

const change = (limits: unknown) =>
  portal.fetch('PATCH /api/v1/global/tenants/:id', { id: cedar, cookie: global, body: { limits } });
const plan = async () => (await (await portal.fetch('GET /api/v1/plan', { cookie: admin })).json()) as TenantPlan;
const people = async () => (await plan()).users;
const codeOf = async (response: Response) => {
  const { error } = (await response.json()) as { error: { code: string; details?: { field: string }[] } };
  return [error.code, error.details?.[0]?.field];
};

/** Signs in someone whom the provider assigns to the tenant. */
const signIn = (name: string) =>
  admit(
    portal.database,
    {
      issuer: 'https://provider.example',
      subject: name,
      email: `${name}@cedar.example`,
      firstName: name,
      lastName: '',
      avatar: null,
      roles: ['tenant.user'],
      tenants: ['cedar'],
      groups: [],
      attributes: {},
    },
    { isEmailVerified: true, requestId: 'r' },
  );

describe('users', () => {
  test('however many sign in at once, as many become members as the plan includes', async () => {
    const admissions = await Promise.all(['b', 'c', 'd', 'e', 'f'].map(signIn));
    const reasons = admissions.map((admission) => ('reason' in admission ? admission.reason : 'in')).toSorted();
    expect(reasons).toEqual(['in', 'in', 'tenant-full', 'tenant-full', 'tenant-full']);
    expect(await people()).toBe(3);
  });

  test('members are not kept out by a lower limit, and nobody joins until there is a place', async () => {
    await change({ users: 1 });
    expect(await plan()).toMatchObject({ limits: { users: 1, storageMb: 5, queryPercent: 25 }, users: 3 });
    const again = await Promise.all(['b', 'c', 'd', 'e', 'f'].map(signIn));
    expect(again.filter((admission) => 'tenantId' in admission)).toHaveLength(2);
    expect(await signIn('g')).toMatchObject({ reason: 'tenant-full' });
    await change({ users: null });
    expect(await signIn('g')).toMatchObject({ tenantId: cedar });
    await change({ users: 4 });
  });

  test('nobody is invited or enabled beyond it; a place becomes free when a person is disabled', async () => {
    const { accountId } = await member('g');
    const act = (key: 'enable' | 'disable') =>
      portal.fetch(`POST /api/v1/users/:id/${key}`, { id: accountId!, cookie: admin });
    const invite = () =>
      portal.fetch('POST /api/v1/invitations', { cookie: admin, body: { email: 'new@cedar.example', language: 'en', roles: ['tenant.user'] } }); // prettier-ignore
    expect(await codeOf(await invite())).toEqual(['CONFLICT', 'seats']);
    expect((await act('disable')).status).toBe(200);
    expect((await invite()).status).toBe(200);
    expect(await signIn('h')).toMatchObject({ tenantId: cedar });
    expect(await codeOf(await act('enable'))).toEqual(['CONFLICT', 'seats']);
    const bulk = await portal.fetch('POST /api/v1/users/bulk', {
      cookie: admin,
      body: { ids: [accountId], action: { kind: 'enable' } },
    });
    expect(await bulk.json()).toMatchObject({ results: [{ outcome: 'failed', reason: 'seats' }] });
    expect(await people()).toBe(4);
  });

  /** Of a member who signs in again: they are in already. */
  async function member(name: string) {
    const admission = await signIn(name);
    if ('reason' in admission) throw new Error(`${name} is no member: ${admission.reason}`);
    return admission;
  }
});

describe('storage', () => {
  const check = (bytes: number) =>
    portal.database.withTenant(systemIn(cedar), (tx) => requireStorage(tx, portal.folders[0]!, bytes));

  test('an upload beyond the plan is refused, and says how much is in use', async () => {
    await change({ storageMb: 1 });
    const create = (bytes: number) =>
      portal.fetch('POST /api/v1/uploads', {
        cookie: admin,
        headers: { 'tus-resumable': '1.0.0', 'upload-length': String(bytes), 'upload-metadata': 'filename YQ==' },
      });
    expect((await create(700_000)).status).toBe(201);
    const refused = await create(700_000);
    expect(refused.status).toBe(507);
    expect(await refused.text()).toContain('includes 1 MB, of which 1 MB are in use');
    expect((await plan()).storageBytes).toBe(700_000);
    await change({ storageMb: 5 });
    expect((await create(700_000)).status).toBe(201);
  });

  test('nothing is loaded once it is all in use, and other tenants are not counted', async () => {
    await expect(check(0)).resolves.toBeUndefined();
    await change({ storageMb: 1 });
    await expect(check(0)).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    await change({ storageMb: null });
    await expect(check(10 ** 12)).resolves.toBeUndefined();
  });
});

test('the part of the queries follows the plan, on each server', async () => {
  const parts = new QueryParts({ database: portal.database, onError: () => undefined });
  await parts.refresh();
  expect([parts.of(cedar), parts.of(portal.tenants.alder)]).toEqual([0.25, undefined]);
  await change({ queryPercent: null });
  await parts.refresh();
  expect(parts.of(cedar)).toBeUndefined();
  await parts.close();
});

test.each([
  ['users', { users: 0 }],
  ['storageMb', { storageMb: 1.5 }],
  ['queryPercent', { queryPercent: 101 }],
])('refuses a wrong limit of %s', async (field, limits) => {
  expect(await codeOf(await change(limits))).toEqual(['VALIDATION_FAILED', `limits.${field}`]);
});
