import { randomUUID } from 'node:crypto';
import type { LiveEvent, PresentPerson, RouteKey } from '@rise/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SYSTEM, systemIn } from '../kernel/actor.ts';
import { publish } from '../kernel/events.ts';
import { readEvents, type EventReader } from '../testing/event-reader.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';

const ENTER = 'PUT /api/v1/reports/:id/presence/:visit';
const LEAVE = 'DELETE /api/v1/reports/:id/presence/:visit';

let portal: TestPortal;
let bea: SignedIn;
let ada: SignedIn;
let guest: SignedIn;
let id: string;
const readers: EventReader[] = [];
beforeAll(async () => {
  portal = await startTestPortal();
  const { alder } = portal.tenants;
  const signIn = (firstName: string, role: 'tenant.admin' | 'tenant.user') =>
    portal.signIn({
      email: `${firstName.toLowerCase()}@alder.example`,
      firstName,
      lastName: 'Test',
      roles: [role],
      tenants: [alder],
    });
  [bea, ada, guest] = [
    await signIn('Bea', 'tenant.admin'),
    await signIn('Ada', 'tenant.admin'),
    await signIn('Gus', 'tenant.user'),
  ];
  const own = { name: 'Built', description: '', icon: 'folder', color: 'gray', everyone: 'view' };
  const { id: workspace } = await call(bea, 'POST /api/v1/workspaces', { body: own });
  const listed = await call(bea, 'GET /api/v1/reports', {});
  const copy = { id: listed.reports[0]!.id, body: { workspace, title: { en: 'Built' } } };
  ({ id } = await call(bea, 'POST /api/v1/reports/:id/copy', copy));
});
afterAll(() => portal?.close());
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.close();
  await portal.database.withTenant(
    systemIn(portal.tenants.alder),
    (tx) => tx.run`DELETE FROM report_presence WHERE tenant_id = ${tx.tenantId}`,
  );
});

async function call(who: SignedIn, key: RouteKey, request: object) {
  const response = await portal.fetch(key, { cookie: who.cookie, ...request });
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as { id: string; reports: { id: string }[] };
}

async function enter(who: SignedIn, visit: string, tile: string | null = null): Promise<PresentPerson[]> {
  const response = await portal.fetch(ENTER, { id, visit, cookie: who.cookie, body: { tile } });
  expect(response.status, await response.clone().text()).toBe(200);
  return ((await response.json()) as { people: PresentPerson[] }).people;
}
const leave = (who: SignedIn, visit: string) => portal.fetch(LEAVE, { id, visit, cookie: who.cookie });

/** As if a page had been silent for so long. */
const age = (visit: string, seconds: number) =>
  portal.database.withTenant(
    systemIn(portal.tenants.alder),
    (tx) => tx.run`
      UPDATE report_presence SET seen_at = seen_at - make_interval(secs => ${seconds}::int)
       WHERE tenant_id = ${tx.tenantId} AND report_id = ${id} AND visit = ${visit}`,
  );

async function listen(who: SignedIn): Promise<EventReader> {
  const reader = readEvents(await portal.fetch('GET /api/v1/events', { cookie: who.cookie }));
  readers.push(reader);
  await reader.opened;
  // What was published before it was opened may come after.
  const mark = randomUUID();
  await portal.database.withGlobal(SYSTEM, (tx) => publish(tx, { kind: 'alerts', to: 'everybody', data: { mark } }));
  await reader.next(({ data }) => data['mark'] === mark);
  reader.events.length = 0;
  return reader;
}
const isPresence = ({ kind, data }: LiveEvent) => kind === 'presence' && data['id'] === id;
const presence = (reader: EventReader) => reader.events.filter(isPresence);

test('each sees who else is there and on which tile, once however many pages they have open', async () => {
  const [one, other, third] = [randomUUID(), randomUUID(), randomUUID()];
  expect(await enter(bea, one)).toEqual([]);
  expect(await enter(ada, other, 'ranking')).toEqual([{ account: bea.accountId, name: 'Bea Test', tile: null }]);
  const seen = [{ account: ada.accountId, name: 'Ada Test', tile: 'ranking' }];
  expect(await enter(bea, one)).toEqual(seen);
  await enter(ada, third);
  expect(await enter(bea, one)).toEqual(seen);
});

test('open pages hear of those who come, select and leave, and of nothing else', async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  const reader = await listen(bea);
  const heard = (count: number) => reader.next(() => presence(reader).length >= count);
  await enter(bea, one);
  await heard(1);
  await enter(ada, other);
  await heard(2);
  await enter(ada, other, 'mix');
  await heard(3);
  await enter(ada, other, 'mix');
  await leave(ada, other);
  await heard(4);
  expect(await enter(bea, one)).toEqual([]);
  expect(presence(reader)).toHaveLength(4);
});

test('a page that is not heard of for twenty seconds is gone, for all', async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  await enter(ada, other);
  await age(other, 10);
  expect(await enter(bea, one)).toHaveLength(1);
  const reader = await listen(ada);
  await age(other, 11);
  expect(await enter(bea, one)).toEqual([]);
  await reader.next(isPresence);
});

test('nobody moves or ends the visit of another person', async () => {
  const visit = randomUUID();
  await enter(bea, visit, 'mix');
  const taken = await portal.fetch(ENTER, { id, visit, cookie: ada.cookie, body: { tile: null } });
  expect(taken.status).toBe(409);
  expect((await leave(ada, visit)).status).toBe(200);
  expect(await enter(ada, randomUUID())).toMatchObject([{ account: bea.accountId, tile: 'mix' }]);
});

test('a report that a person may not edit tells them nothing', async () => {
  const visit = randomUUID();
  expect((await portal.fetch(ENTER, { id, visit, cookie: guest.cookie, body: { tile: null } })).status).toBe(404);
  expect((await leave(guest, visit)).status).toBe(404);
});
