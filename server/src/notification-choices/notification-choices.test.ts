import type { ErrorBody, NotificationChoices } from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let reader: SignedIn;
let boss: SignedIn;

beforeAll(async () => {
  portal = await startTestPortal();
  const { alder, birch } = portal.tenants;
  const signIn = (email: string, role: 'tenant.user' | 'tenant.admin') =>
    portal.signIn({ email, roles: [role], tenants: [alder, birch], enter: alder });
  reader = await signIn('reader@choices.example', 'tenant.user');
  boss = await signIn('boss@choices.example', 'tenant.admin');
});
afterAll(() => portal?.close());

const list = async ({ cookie }: SignedIn) => {
  const response = await portal.fetch('GET /api/v1/account/notification-choices', { cookie });
  return ((await response.json()) as NotificationChoices).choices;
};
const choose = (body: object, { cookie } = reader) =>
  portal.fetch('PUT /api/v1/account/notification-choices', { cookie, body });

test('people see the kinds that they can be notified of, all on', async () => {
  const kinds = async (who: SignedIn) => [...new Set((await list(who)).map(({ kind }) => kind))];
  expect(await kinds(reader)).toEqual([
    'mentions',
    'replies',
    'alerts',
    'subscriptions',
    'exports',
    'data-versions',
    'handovers',
    'security',
  ]);
  expect(await kinds(boss)).toEqual(expect.arrayContaining(['copies', 'approvals', 'templates']));
  expect((await list(reader)).every(({ on }) => on)).toBe(true);
});

test('a choice is one person’s, in one tenant', async () => {
  expect((await choose({ kind: 'alerts', channel: 'mail', on: false })).status).toBe(200);
  const off = async (who: SignedIn) => (await list(who)).filter(({ on }) => !on);
  expect(await off(reader)).toEqual([{ kind: 'alerts', channel: 'mail', on: false, locked: false }]);
  expect(await off(boss)).toEqual([]);
  const enter = (tenantId: string) =>
    portal.fetch('PUT /api/v1/session/tenant', { cookie: reader.cookie, body: { tenantId } });
  await enter(portal.tenants.birch);
  expect(await off(reader)).toEqual([]);
  await enter(portal.tenants.alder);
  expect(await off(reader)).toHaveLength(1);
});

test.each([
  ['security', 'mail', 'on', 'cannot be switched off'],
  ['exports', 'mail', 'channel', "no 'mail'"],
])('%s by %s is refused, and says why', async (kind, channel, field, message) => {
  const response = await choose({ kind, channel, on: false });
  expect(response.status).toBe(400);
  const { error } = (await response.json()) as ErrorBody;
  expect(error.details).toEqual([{ field, message: expect.stringContaining(message) }]);
});
