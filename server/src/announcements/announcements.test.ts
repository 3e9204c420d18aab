import { randomUUID } from 'node:crypto';
import type {
  AdministeredAnnouncement,
  AdministeredAnnouncements,
  Announcement,
  AnnouncementReaders,
  LiveEvent,
  Role,
  RouteKey,
} from '@rise/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM, systemIn } from '../kernel/actor.ts';
import { publish } from '../kernel/events.ts';
import { readEvents, type EventReader } from '../testing/event-reader.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

interface Person {
  cookie: string;
  accountId: string;
}

let portal: TestPortal;
let ada: Person;
let bob: Person;
let cem: Person;
let admin: Person;
const open: EventReader[] = [];

beforeAll(async () => {
  portal = await startTestPortal();
  const { alder, birch } = portal.tenants;
  const person = (name: string, role: Role, tenants: string[]) =>
    portal.signIn({ email: `${name}@people.example`, roles: [role], tenants });
  ada = await person('ada', 'tenant.user', [alder]);
  bob = await person('bob', 'tenant.admin', [alder]);
  cem = await person('cem', 'tenant.user', [birch]);
  admin = await person('admin', 'global.admin', []);
});
afterAll(() => portal?.close());
afterEach(async () => {
  for (const reader of open.splice(0)) await reader.close();
  for (const { id } of await administered()) await change('DELETE /api/v1/global/announcements/:id', { id });
});

const minutes = (from: number) => new Date(Date.now() + from * 60_000).toISOString();
const change = (key: RouteKey, request: { id?: string; body?: unknown; cookie?: string }) =>
  portal.fetch(key, { cookie: admin.cookie, ...request });
const administered = async () => {
  const response = await change('GET /api/v1/global/announcements', {});
  return ((await response.json()) as { announcements: AdministeredAnnouncement[] }).announcements;
};
const draft = (over: object = {}) => ({ title: { en: 'Quarter closes on Friday' }, startDate: minutes(-1), ...over });
const paragraph = (text: string) => ({ type: 'paragraph', children: [{ type: 'text', text }] });
const announce = async (over: object = {}): Promise<AdministeredAnnouncement> => {
  const response = await change('POST /api/v1/global/announcements', { body: draft(over) });
  expect(response.status).toBe(200);
  return (await response.json()) as AdministeredAnnouncement;
};
const seenBy = async ({ cookie }: Person): Promise<Announcement[]> => {
  const response = await portal.fetch('GET /api/v1/announcements', { cookie });
  return ((await response.json()) as { announcements: Announcement[] }).announcements;
};
const idsSeenBy = async (person: Person) => (await seenBy(person)).map(({ id }) => id);
/** A reader of what is published from now on. */
const listen = async ({ cookie }: Person): Promise<EventReader> => {
  const reader = readEvents(await portal.fetch('GET /api/v1/events', { cookie }));
  open.push(reader);
  await reader.opened;
  // An event published just before may be delivered to a stream that was opened just after.
  await settle(reader);
  reader.events.length = 0;
  return reader;
};
const about = (id: string) => (event: LiveEvent) => event.kind === 'announcements' && event.data['id'] === id;
/** All events published earlier have arrived when this one has. */
const settle = async (...readers: EventReader[]) => {
  const mark = randomUUID();
  await portal.database.withGlobal(SYSTEM, (tx) => publish(tx, { kind: 'chat', to: 'everybody', data: { mark } }));
  for (const reader of readers) await reader.next(({ data }) => data['mark'] === mark);
};

const READERS = 'GET /api/v1/global/announcements/:id/readers';
const longContent = [paragraph('a'.repeat(3000)), paragraph('a'.repeat(1000))];
const scripted = [
  {
    type: 'paragraph',
    children: [{ type: 'link', uri: 'javascript:alert(1)', children: [{ type: 'text', text: 'x' }] }],
  },
];

describe('publishing', () => {
  test('open pages are notified of a new announcement, fetch it, and are notified of its withdrawal', async () => {
    const readers = [await listen(ada), await listen(cem)];
    const link = { uri: '/reports', hyperText: { en: 'See the reports' } };
    const content = { en: [paragraph('Two lines\nof text')], tr: null };
    const { id } = await announce({ content, link });
    for (const reader of readers) await reader.next(about(id));
    const [shown] = await seenBy(ada);
    expect(shown).toEqual({
      id,
      title: 'Quarter closes on Friday',
      content: content.en,
      startDate: expect.any(String),
      read: false,
      link: { uri: '/reports', hyperText: 'See the reports' },
    });
    await change('DELETE /api/v1/global/announcements/:id', { id });
    for (const reader of readers) await settle(reader);
    expect(readers.map(({ events }) => events.filter(about(id)).length)).toEqual([2, 2]);
    expect(await seenBy(ada)).toEqual([]);
  });

  test('one for a single tenant is neither visible nor published to the other', async () => {
    const [inAlder, inBirch] = [await listen(ada), await listen(cem)];
    const { id } = await announce({ tenants: [portal.tenants.alder] });
    await inAlder.next(about(id));
    await settle(inBirch);
    expect(inBirch.events.filter(about(id))).toEqual([]);
    expect([await idsSeenBy(ada), await idsSeenBy(cem), await idsSeenBy(admin)]).toEqual([[id], [], []]);
    // Reassigned to the other tenant: both are notified, the first that it is gone.
    await change('PATCH /api/v1/global/announcements/:id', { id, body: { tenants: [portal.tenants.birch] } });
    await inBirch.next(about(id));
    await settle(inAlder);
    expect(inAlder.events.filter(about(id))).toHaveLength(2);
    expect([await idsSeenBy(ada), await idsSeenBy(cem)]).toEqual([[], [id]]);
    const marking = { id, cookie: ada.cookie, body: { read: true } };
    expect((await portal.fetch('PUT /api/v1/announcements/:id/read', marking)).status).toBe(404);
  });

  test('a global user outside any tenant sees announcements for everyone', async () => {
    const { id } = await announce();
    expect(await idsSeenBy(admin)).toEqual([id]);
  });

  test('the newest comes first, because the banner shows it', async () => {
    const older = await announce({ startDate: minutes(-10) });
    const newest = await announce({ startDate: minutes(-1) });
    const middle = await announce({ startDate: minutes(-5) });
    expect(await idsSeenBy(ada)).toEqual([newest.id, middle.id, older.id]);
  });

  test.each([
    ['no title', { title: { en: '  ' } }, 'title.en'],
    ['a title in Turkish alone', { title: { tr: 'Yalnız' } }, 'title.en'],
    ['a title of 121 letters', { title: { en: 'a'.repeat(121) } }, 'title.en'],
    ['text that is too long', { content: { en: longContent, tr: null } }, 'content.en'],
    ['HTML', { content: { en: '<b>Now</b>', tr: null } }, 'content.en'],
    ['a node that is not allowed', { content: { en: [{ type: 'image', uri: '/x' }], tr: null } }, 'content.en.0.type'],
    ['a script within the content', { content: { en: scripted, tr: null } }, 'content.en.0.children.0.uri'],
    ['an unknown role', { roles: ['tenant.owner'] }, 'roles.0'],
    ['an end before the start', { endDate: minutes(-2) }, 'endDate'],
    ['a date without a time zone', { startDate: '2026-01-01T00:00:00' }, 'startDate'],
    ['a script as a link', { link: { uri: 'javascript:alert(1)', hyperText: { en: 'x' } } }, 'link.uri'],
    ['a plain http link', { link: { uri: 'http://example.org', hyperText: { en: 'x' } } }, 'link.uri'],
    ['a protocol-relative link', { link: { uri: '//example.org', hyperText: { en: 'x' } } }, 'link.uri'],
    ['a link without a label', { link: { uri: '/reports', hyperText: { en: '' } } }, 'link.hyperText.en'],
    ['an unknown tenant', { tenants: [randomUUID()] }, 'tenants.0'],
    ['an empty list of tenants', { tenants: [] }, 'tenants'],
    ['an unknown field', { createdBy: randomUUID() }, ''],
  ])('rejects %s, and names the field', async (_, over, field) => {
    const response = await change('POST /api/v1/global/announcements', { body: draft(over) });
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { code: string; details: { field: string }[] } };
    expect(error.code).toBe('VALIDATION_FAILED');
    expect(error.details.map((detail) => detail.field)).toContain(field);
    expect(await administered()).toEqual([]);
  });

  test('a change is validated with the stored fields: an end before the unchanged start is rejected', async () => {
    const { id } = await announce();
    const refused = await change('PATCH /api/v1/global/announcements/:id', { id, body: { endDate: minutes(-2) } });
    expect(refused.status).toBe(400);
    const response = await change('PATCH /api/v1/global/announcements/:id', {
      id,
      body: { title: { en: 'New' } },
    });
    expect(await response.json()).toMatchObject({ id, title: { en: 'New' }, state: 'active' });
  });

  test('global administrators manage announcements; others get 404', async () => {
    for (const { cookie } of [ada, bob])
      expect((await change('POST /api/v1/global/announcements', { cookie, body: draft() })).status).toBe(404);
    const { id } = await announce();
    const records = await portal.database.withGlobal(
      SYSTEM,
      (tx) =>
        tx.rows`SELECT action, outcome FROM audit_record WHERE action LIKE 'announcement.%' AND account_id = ${admin.accountId}`,
    );
    expect(records).toContainEqual({ action: 'announcement.create', outcome: 'done' });
    await change('DELETE /api/v1/global/announcements/:id', { id });
    expect((await change('DELETE /api/v1/global/announcements/:id', { id })).status).toBe(404);
  });
});

describe('administration', () => {
  const post = (key: RouteKey, id: string, body?: unknown) => change(key, { id, ...(body !== undefined && { body }) });

  test('readers see their language, and English where there is no translation', async () => {
    const content = { en: [paragraph('Tonight')], tr: null };
    const link = { uri: '/reports', hyperText: { en: 'See', tr: 'Görün' } };
    await announce({ title: { en: 'Maintenance', tr: 'Bakım' }, content, link });
    const headers = { 'accept-language': 'tr' };
    const response = await portal.fetch('GET /api/v1/announcements', { cookie: ada.cookie, headers });
    expect(await response.json()).toMatchObject({
      announcements: [{ title: 'Bakım', content: content.en, link: { hyperText: 'Görün' } }],
    });
    expect(await seenBy(ada)).toMatchObject([{ title: 'Maintenance', link: { hyperText: 'See' } }]);
  });

  test('one for chosen roles is visible to no other role', async () => {
    const { id } = await announce({ roles: ['tenant.admin'] });
    expect([await idsSeenBy(ada), await idsSeenBy(bob), await idsSeenBy(admin)]).toEqual([[], [id], []]);
  });

  test('a draft is seen by nobody until it is published, and starts then', async () => {
    const reader = await listen(ada);
    const { id, state, updatedAt } = await announce({ startDate: null, publish: false });
    await settle(reader);
    expect([state, await idsSeenBy(ada), reader.events.filter(about(id))]).toEqual(['draft', [], []]);
    const inAlder = systemIn(portal.tenants.alder);
    expect(await portal.database.withTenant(inAlder, (tx) => tx.rows`SELECT id FROM announcement`)).toEqual([]);
    const stale = await post('PATCH /api/v1/global/announcements/:id', id, { basedOn: minutes(-5), publish: true });
    expect(stale.status).toBe(409);
    const published = await post('PATCH /api/v1/global/announcements/:id', id, { basedOn: updatedAt, publish: true });
    expect(await published.json()).toMatchObject({ state: 'active', startDate: expect.any(String) });
    await reader.next(about(id));
    expect(await idsSeenBy(ada)).toEqual([id]);
  });

  test('one that would begin now and has ended is refused, new or changed', async () => {
    const ended = { startDate: null, endDate: minutes(-5) };
    const created = await change('POST /api/v1/global/announcements', { body: draft(ended) });
    const { id } = await announce();
    const changed = await change('PATCH /api/v1/global/announcements/:id', { id, body: ended });
    for (const refused of [created, changed]) {
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ error: { details: [{ field: 'endDate' }] } });
    }
  });

  test('a draft whose end has passed is not published', async () => {
    const { id } = await announce({ startDate: minutes(-10), endDate: minutes(-5), publish: false });
    const refused = await post('PATCH /api/v1/global/announcements/:id', id, { publish: true });
    expect(await refused.json()).toMatchObject({ error: { details: [{ field: 'endDate' }] } });
    expect((await administered()).map(({ state }) => state)).toEqual(['draft']);
  });

  test('an active one is ended at once, on open pages too; no other can be', async () => {
    const { id } = await announce();
    const reader = await listen(ada);
    expect(await (await post('POST /api/v1/global/announcements/:id/end', id)).json()).toMatchObject({
      state: 'ended',
    });
    await reader.next(about(id));
    expect(await idsSeenBy(ada)).toEqual([]);
    expect((await post('POST /api/v1/global/announcements/:id/end', id)).status).toBe(409);
  });

  test('the list counts each state and pages through one', async () => {
    await announce({ publish: false });
    await announce({ startDate: minutes(10) });
    for (let number = 1; number <= 21; number++)
      await announce({ title: { en: `Ended ${number}` }, startDate: minutes(-100 + number), endDate: minutes(-1) });
    const page = async (search: string) =>
      (await (
        await portal.fetch('GET /api/v1/global/announcements', { cookie: admin.cookie, search })
      ).json()) as AdministeredAnnouncements;
    const second = await page('?state=ended&page=2');
    expect(second.counts).toEqual({ draft: 1, scheduled: 1, active: 0, ended: 21 });
    expect([second.total, second.announcements.map(({ title }) => title.en)]).toEqual([21, ['Ended 1']]);
    expect(second.tenants.map(({ id }) => id)).toContain(portal.tenants.alder);
    const all = [...(await page('')).announcements, ...(await page('?page=2')).announcements];
    expect(all.map(({ state }) => state).slice(0, 3)).toEqual(['draft', 'scheduled', 'ended']);
    for (const { id } of all) await post('DELETE /api/v1/global/announcements/:id', id);
  });

  test('readers are counted by tenant and role', async () => {
    const { id } = await announce();
    for (const { cookie } of [ada, cem])
      await portal.fetch('PUT /api/v1/announcements/:id/read', { id, cookie, body: { read: true } });
    const counts = async () => (await (await change(READERS, { id })).json()) as AnnouncementReaders;
    const of = ({ tenants }: AnnouncementReaders, tenant: string) => tenants.find((one) => one.id === tenant);
    const everyone = await counts();
    expect(of(everyone, portal.tenants.alder)).toMatchObject({ people: 2, read: 1 });
    expect(of(everyone, portal.tenants.birch)).toMatchObject({ people: 1, read: 1 });
    expect(everyone.others).toEqual({ people: 1, read: 0 });
    expect((await administered())[0]).toMatchObject({ id, readers: 2 });
    const body = { tenants: [portal.tenants.alder], roles: ['tenant.admin'] };
    await post('PATCH /api/v1/global/announcements/:id', id, body);
    const admins = await counts();
    expect(admins.tenants.map(({ people, read }) => [people, read])).toEqual([[1, 0]]);
    expect(admins.others).toBeNull();
  });
});

test('inside a tenant, the database hides other tenants’ announcements and lets none be changed', async () => {
  const { alder, birch } = portal.tenants;
  const [forAll, forAlder, forBirch] = [
    await announce(),
    await announce({ tenants: [alder] }),
    await announce({ tenants: [birch] }),
  ];
  const inBirch = systemIn(birch);
  const seen = await portal.database.withTenant(inBirch, (tx) => tx.rows<{ id: string }>`SELECT id FROM announcement`);
  expect(seen.map(({ id }) => id).toSorted()).toEqual([forAll.id, forBirch.id].toSorted());
  const changed = await portal.database.withTenant(inBirch, (tx) => tx.run`UPDATE announcement SET tenants = NULL`);
  const deleted = await portal.database.withTenant(inBirch, (tx) => tx.run`DELETE FROM announcement`);
  expect([changed, deleted]).toEqual([0, 0]);
  expect(await idsSeenBy(ada)).toEqual(expect.arrayContaining([forAlder.id]));
});

describe('reading', () => {
  test('the read state is personal, shared by all of a person’s pages, and can be undone', async () => {
    const { id } = await announce();
    const [page, otherPage, bobs] = [await listen(ada), await listen(ada), await listen(bob)];
    const mark = (read: boolean) =>
      portal.fetch('PUT /api/v1/announcements/:id/read', { id, cookie: ada.cookie, body: { read } });
    expect(await (await mark(true)).json()).toMatchObject({ id, read: true });
    for (const reader of [page, otherPage]) await reader.next(about(id));
    expect((await seenBy(ada))[0]!.read).toBe(true);
    expect((await seenBy(bob))[0]!.read).toBe(false);
    await mark(false);
    expect((await seenBy(ada))[0]!.read).toBe(false);
    await settle(bobs);
    expect(bobs.events.filter(about(id))).toEqual([]);
  });

  test('all announcements are marked as read at once', async () => {
    await announce({ startDate: minutes(-3) });
    await announce({ startDate: minutes(-2), tenants: [portal.tenants.birch] });
    await announce();
    const page = await listen(ada);
    const response = await portal.fetch('POST /api/v1/announcements/read-all', { cookie: ada.cookie });
    const { announcements } = (await response.json()) as { announcements: Announcement[] };
    expect(announcements.map(({ read }) => read)).toEqual([true, true]);
    await page.next(({ kind }) => kind === 'announcements');
    expect((await seenBy(ada)).map(({ read }) => read)).toEqual([true, true]);
    // Birch's own was never visible to ada.
    expect((await seenBy(cem)).map(({ read }) => read)).toEqual([false, false, false]);
  });
});

describe('dates', () => {
  test('nobody sees it before its start or from its end on', async () => {
    await announce({ startDate: minutes(10) });
    await announce({ startDate: minutes(-10), endDate: minutes(-5) });
    const now = await announce({ startDate: minutes(-10), endDate: minutes(10) });
    expect(await idsSeenBy(ada)).toEqual([now.id]);
    const states = (await administered()).map(({ state }) => state);
    expect(states.toSorted()).toEqual(['active', 'ended', 'scheduled']);
  });

  test('open pages are notified when it starts and ends', async () => {
    const reader = await listen(ada);
    const soon = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
    const { id } = await announce({ startDate: soon(1500) });
    await reader.next(about(id));
    expect(await idsSeenBy(ada)).toEqual([id]);
    // Its end is set only now: where the machine stood still over both, one event would tell of them.
    await change('PATCH /api/v1/global/announcements/:id', { id, body: { endDate: soon(3000) } });
    await reader.next((event) => reader.events.filter(about(id)).indexOf(event) === 2);
    expect(await seenBy(ada)).toEqual([]);
  });

  test('a start while no server runs is published by the next one, to pages that reconnect', async () => {
    const reader = await listen(ada);
    const { id } = await announce({ startDate: minutes(10) });
    await settle(reader);
    expect(reader.events.filter(about(id))).toEqual([]);
    const last = String(reader.events.at(-1)!.id);
    await portal.database.withGlobal(
      SYSTEM,
      (tx) => tx.run`UPDATE announcement SET start_date = now() - interval '1 second' WHERE id = ${id}`,
    );
    await portal.restart();
    await reader.ended;
    const back = readEvents(
      await portal.fetch('GET /api/v1/events', { cookie: ada.cookie, headers: { 'last-event-id': last } }),
    );
    open.push(back);
    await back.next(about(id));
    expect(await idsSeenBy(ada)).toEqual([id]);
  });
});
