import { randomUUID } from 'node:crypto';
import { createClient, type Client } from '@rise/contract/client';
import { message, notification, type Message, type Notification } from '@rise/contract';
import { commonParity } from '@rise/contract/parity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { notify } from './inbox.service.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal?.close());

interface Person {
  readonly accountId: string;
  readonly cookie: string;
  readonly client: Client;
}

async function person(tenant: 'alder' | 'birch' = 'alder', language = 'en'): Promise<Person> {
  const { cookie, accountId } = await portal.signIn({
    email: `${randomUUID()}@people.example`,
    roles: ['tenant.user'],
    tenants: [portal.tenants[tenant]],
  });
  return { cookie, accountId, client: clientFor(cookie, language) };
}
const clientFor = (cookie: string, language = 'en') =>
  createClient({ baseUrl: portal.url, headers: { cookie, 'accept-language': language } });
const fails = (work: () => Promise<unknown>) =>
  work().then(
    () => 'succeeded',
    (error: { code: string }) => error.code,
  );

/** Messages and notifications behave alike: each call once for both, through one interface. */
interface Face {
  list(): Promise<Message[]>;
  add(item: Record<string, unknown>): Promise<Message>;
  change(id: string, item: Record<string, unknown>): Promise<Message>;
  remove(id: string): Promise<Message>;
  readAll(): Promise<true>;
  toggle(id: string, read: boolean): Promise<Message>;
}
type Item = { title: string };
const messagesOf = ({ client }: Person): Face => ({
  list: () => client.call('GET /api/common/messages'),
  add: (item) => client.call('POST /api/common/messages', { body: { message: item as Item } }),
  change: (id, item) => client.call('PATCH /api/common/messages', { body: { id, message: item } }),
  remove: (id) => client.call('DELETE /api/common/messages', { query: { id } }),
  readAll: () => client.call('GET /api/common/messages/mark-all-as-read'),
  toggle: (id, read) =>
    client.call('POST /api/common/messages/toggle-read-status', { body: { message: { id, read } } }),
});
const notificationsOf = ({ client }: Person): Face => ({
  list: () => client.call('GET /api/common/notifications'),
  add: (item) => client.call('POST /api/common/notifications', { body: { notification: item as Item } }),
  change: (id, item) => client.call('PATCH /api/common/notifications', { body: { id, notification: item } }),
  remove: (id) => client.call('DELETE /api/common/notifications', { query: { id } }),
  readAll: () => client.call('GET /api/common/notifications/mark-all-as-read'),
  toggle: (id, read) =>
    client.call('POST /api/common/notifications/toggle-read-status', { body: { notification: { id, read } } }),
});

describe.each([
  ['messages', messagesOf, message],
  ['notifications', notificationsOf, notification],
] as const)('%s', (_name, faceOf, shape) => {
  test('a new one comes first, with defaults for omitted fields', async () => {
    const own = faceOf(await person());
    expect(await own.list()).toEqual([]);
    const first = await own.add({ title: ' Board meeting ' });
    expect(Object.keys(first).toSorted()).toEqual(Object.keys(shape.shape).toSorted());
    expect(first).toMatchObject({
      icon: null,
      image: null,
      title: 'Board meeting',
      description: '',
      read: false,
      link: null,
      useRouter: false,
    });
    expect(Math.abs(Date.parse(first.time) - Date.now())).toBeLessThan(60_000);
    const second = await own.add({
      icon: 'calendar',
      image: '/assets/board.png',
      title: 'Minutes',
      description: 'Please **read** them.',
      link: 'https://board.example/minutes?of=may',
      read: true,
    });
    expect(await own.list()).toEqual([second, first]);
    const old = await own.add({ title: 'From last year', time: '2024-02-29T12:00:00Z' });
    expect((await own.list()).map(({ id }) => id)).toEqual([second.id, first.id, old.id]);
    expect(old.time).toBe('2024-02-29T12:00:00.000Z');
    const far = await own.add({ title: 'With an offset', time: '2024-01-01T00:00:00+23:59' });
    expect(far.time).toBe('2023-12-31T00:01:00.000Z');
  });

  test('one is updated partially, replaced and deleted; the response is the item', async () => {
    const own = faceOf(await person());
    const created = await own.add({ title: 'Draft', link: '/reports', useRouter: true });
    const renamed = await own.change(created.id, { title: 'Final' });
    expect(renamed).toEqual({ ...created, title: 'Final' });
    expect(await own.change(created.id, { ...renamed, read: true })).toEqual({ ...renamed, read: true });
    expect(await own.list()).toEqual([{ ...renamed, read: true }]);
    expect(await own.remove(created.id)).toEqual({ ...renamed, read: true });
    expect(await own.list()).toEqual([]);
    for (const work of [
      () => own.change(created.id, { read: false }),
      () => own.remove(created.id),
      () => own.toggle(created.id, true),
    ])
      expect(await fails(work)).toBe('NOT_FOUND');
  });

  test('one is marked read and unread, and all are marked read at once', async () => {
    const own = faceOf(await person());
    const created = [
      await own.add({ title: 'One' }),
      await own.add({ title: 'Two' }),
      await own.add({ title: 'Three' }),
    ];
    expect(await own.toggle(created[0]!.id, true)).toEqual({ ...created[0], read: true });
    // Sent twice: it stays read.
    expect(await own.toggle(created[0]!.id, true)).toEqual({ ...created[0], read: true });
    expect(await own.toggle(created[0]!.id, false)).toEqual(created[0]);
    expect(await own.readAll()).toBe(true);
    expect((await own.list()).map(({ read }) => read)).toEqual([true, true, true]);
    expect(await own.readAll()).toBe(true);
  });

  test.each([
    ['no title', {}],
    ['an empty title', { title: '  ' }],
    ['a long title', { title: 'x'.repeat(201) }],
    ['an unknown icon', { title: 'x', icon: 'skull' }],
    ['a script as a link', { title: 'x', link: 'javascript:alert(1)' }],
    ['a plain http link', { title: 'x', link: 'http://example.org/' }],
    ['a protocol-relative path', { title: 'x', link: '//evil.example' }],
    ['another host behind a backslash', { title: 'x', link: '/\\evil.example' }],
    ['an https address without a host', { title: 'x', link: 'https:evil' }],
    ['an external link marked as routable', { title: 'x', link: 'https://a.example/', useRouter: true }],
    ['an external picture', { title: 'x', image: 'https://a.example/track.png' }],
    ['an owner', { title: 'x', accountId: randomUUID() }],
    ['an invalid time', { title: 'x', time: 'yesterday' }],
    ['a time in the year 0', { title: 'x', time: '0000-06-01T12:00:00Z' }],
    ['a time that is after the year 9999 in UTC', { title: 'x', time: '9999-12-31T23:00:00-02:00' }],
  ])('rejects %s', async (_what, item) => {
    const own = faceOf(await person());
    expect(await fails(() => own.add(item))).toBe('VALIDATION_FAILED');
    expect(await own.list()).toEqual([]);
  });

  test('a change follows the same rules, also for the resulting item', async () => {
    const own = faceOf(await person());
    const created = await own.add({ title: 'Elsewhere', link: 'https://a.example/' });
    expect(await fails(() => own.change(created.id, { useRouter: true }))).toBe('VALIDATION_FAILED');
    expect(await fails(() => own.change(created.id, { id: randomUUID(), read: true }))).toBe('VALIDATION_FAILED');
    expect(await own.list()).toEqual([created]);
  });

  test('are personal: neither a colleague nor another tenant finds them', async () => {
    const owner = await person();
    const created = await faceOf(owner).add({ title: 'Private' });
    for (const other of [await person(), await person('birch')]) {
      const theirs = faceOf(other);
      expect(await theirs.list()).toEqual([]);
      for (const work of [
        () => theirs.change(created.id, { title: 'Mine' }),
        () => theirs.remove(created.id),
        () => theirs.toggle(created.id, true),
      ])
        expect(await fails(work)).toBe('NOT_FOUND');
      await theirs.readAll();
    }
    expect(await faceOf(owner).list()).toEqual([created]);
  });

  test('of a person in two tenants are separate', async () => {
    const { cookie, accountId } = await portal.signIn({
      email: 'two@people.example',
      roles: ['tenant.user'],
      tenants: [portal.tenants.alder, portal.tenants.birch],
      enter: portal.tenants.alder,
    });
    const two = { cookie, accountId, client: clientFor(cookie) };
    const created = await faceOf(two).add({ title: 'In alder' });
    await two.client.call('PUT /api/v1/session/tenant', { body: { tenantId: portal.tenants.birch } });
    expect(await faceOf(two).list()).toEqual([]);
    expect(await fails(() => faceOf(two).remove(created.id))).toBe('NOT_FOUND');
    await two.client.call('PUT /api/v1/session/tenant', { body: { tenantId: portal.tenants.alder } });
    expect(await faceOf(two).list()).toEqual([created]);
  });

  test('marking all and toggling at the same time lose nothing and block nobody', async () => {
    const own = faceOf(await person());
    const created = await Promise.all(Array.from({ length: 30 }, (_, index) => own.add({ title: `No. ${index}` })));
    await Promise.all([
      ...created.map(({ id }) => own.toggle(id, true)),
      ...Array.from({ length: 6 }, () => own.readAll()),
      ...Array.from({ length: 6 }, (_, index) => own.add({ title: `Late ${index}`, read: true })),
    ]);
    const left = await own.list();
    expect(left).toHaveLength(36);
    expect(left.every(({ read }) => read)).toBe(true);
    // Only what is sent after both have responded is certain to come last.
    await own.toggle(created[0]!.id, false);
    expect((await own.list()).filter(({ read }) => !read).map(({ id }) => id)).toEqual([created[0]!.id]);
  });

  test('500 are stored: the oldest read ones are deleted first', async () => {
    const who = await person();
    const own = faceOf(who);
    const kind = _name === 'messages' ? 'message' : 'notification';
    // Ten unread ones, the oldest of all, and 490 read ones.
    await portal.database.withTenant(
      systemIn(portal.tenants.alder),
      (tx) => tx.run`
        INSERT INTO inbox_item (tenant_id, account_id, kind, title, description, time, read)
        SELECT ${tx.tenantId}, ${who.accountId}, ${kind}, to_jsonb('No. ' || n), '""'::jsonb,
               timestamptz '2025-01-01' + n * interval '1 hour', n > 10
        FROM generate_series(1, 500) AS n`,
    );
    expect(await own.list()).toHaveLength(500);
    await Promise.all([own.add({ title: 'New' }), own.add({ title: 'Newer' })]);
    const left = await own.list();
    expect(left).toHaveLength(500);
    const titles = new Set(left.map(({ title }) => title));
    expect([titles.has('New'), titles.has('Newer'), titles.has('No. 1'), titles.has('No. 10')]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect([titles.has('No. 11'), titles.has('No. 12'), titles.has('No. 13')]).toEqual([false, false, true]);
  });

  test('a GET that marks all as read rejects cross-site requests', async () => {
    const who = await person();
    const created = await faceOf(who).add({ title: 'Unread' });
    const key = `GET /api/common/${_name}/mark-all-as-read` as const;
    const foreign: Record<string, string | null>[] = [{ 'x-rise-request': null }, { 'sec-fetch-site': 'cross-site' }];
    for (const headers of foreign) expect((await portal.fetch(key, { cookie: who.cookie, headers })).status).toBe(403);
    expect(await faceOf(who).list()).toEqual([created]);
  });
});

test('messages and notifications do not mix', async () => {
  const who = await person();
  const created = await messagesOf(who).add({ title: 'A message' });
  expect(await notificationsOf(who).list()).toEqual([]);
  expect(await fails(() => notificationsOf(who).remove(created.id))).toBe('NOT_FOUND');
  await notificationsOf(who).readAll();
  expect(await messagesOf(who).list()).toEqual([created]);
});

test('marking all notifications as read marks them as seen; marking a single one does not', async () => {
  const { client } = await person();
  const add = (title: string): Promise<Notification> =>
    client.call('POST /api/common/notifications', { body: { notification: { title } } });
  const one = await add('One');
  expect(one.seen).toBe(false);
  await add('Two');
  const toggled = await client.call('POST /api/common/notifications/toggle-read-status', {
    body: { notification: { ...one, read: true } },
  });
  expect(toggled).toEqual({ ...one, read: true });
  await client.call('GET /api/common/notifications/mark-all-as-read');
  const all = await client.call('GET /api/common/notifications');
  expect(all.map(({ read, seen }) => [read, seen])).toEqual([
    [true, true],
    [true, true],
  ]);
});

describe('news', () => {
  const NEWS = {
    kind: 'exports',
    icon: 'info',
    title: { en: 'News', tr: 'Haber' },
    description: { en: 'Something **happened**.', tr: 'Bir şey **oldu**.' },
    link: '/home',
  } as const;
  const notifyPeople = (people: readonly string[] | 'everybody') =>
    portal.database.withTenant(systemIn(portal.tenants.alder), (tx) => notify(tx, people, NEWS));

  test('reach their recipients, each in their own language', async () => {
    const [english, turkish, left] = [await person(), await person('alder', 'tr-TR,tr;q=0.9'), await person()];
    await notifyPeople([english.accountId, turkish.accountId]);
    expect(await notificationsOf(left).list()).toEqual([]);
    expect(await notificationsOf(english).list()).toMatchObject([
      {
        icon: 'info',
        title: 'News',
        description: 'Something **happened**.',
        link: '/home',
        useRouter: true,
        read: false,
      },
    ]);
    expect(await notificationsOf(turkish).list()).toMatchObject([{ title: 'Haber', description: 'Bir şey **oldu**.' }]);
    // The person's choice takes precedence over the browser's language.
    await turkish.client.call('PATCH /api/v1/account', { body: { preferences: { language: 'en' } } });
    expect(await notificationsOf(turkish).list()).toMatchObject([{ title: 'News' }]);
  });

  test('remain multilingual when they are sent back unchanged, and become the person’s text when changed', async () => {
    const who = await person();
    await notifyPeople([who.accountId]);
    const [news] = await notificationsOf(who).list();
    await notificationsOf(who).change(news!.id, { ...news, title: 'My title' });
    const turkish = { ...who, client: clientFor(who.cookie, 'tr') };
    expect(await notificationsOf(turkish).list()).toMatchObject([
      { title: 'My title', description: 'Bir şey **oldu**.' },
    ]);
  });

  test('for everyone reach the current members who may enter the tenant, and nobody else', async () => {
    const [member, stranger, disabled] = [await person(), await person('birch'), await person()];
    await portal.database.withTenant(
      systemIn(portal.tenants.alder),
      (tx) => tx.run`
        UPDATE tenant_user SET disabled_at = now() WHERE tenant_id = ${tx.tenantId} AND account_id = ${disabled.accountId}`,
    );
    await notifyPeople('everybody');
    expect(await notificationsOf(member).list()).toMatchObject([{ title: 'News' }]);
    expect(await notificationsOf(stranger).list()).toEqual([]);
    const row = await portal.database.withTenant(
      systemIn(portal.tenants.alder),
      (tx) => tx.first<{ count: number }>`
        SELECT count(*) AS count FROM inbox_item WHERE tenant_id = ${tx.tenantId} AND account_id = ${disabled.accountId}`,
    );
    expect(row!.count).toBe(0);
  });

  test('leave out who switched their kind off, in this tenant', async () => {
    const [muting, other] = [await person(), await person()];
    const choose = (on: boolean) =>
      portal.fetch('PUT /api/v1/account/notification-choices', {
        cookie: muting.cookie,
        body: { kind: 'exports', channel: 'portal', on },
      });
    expect((await choose(false)).status).toBe(200);
    await notifyPeople('everybody');
    await notifyPeople([muting.accountId, other.accountId]);
    expect(await notificationsOf(muting).list()).toEqual([]);
    expect(await notificationsOf(other).list()).toHaveLength(2);
    await choose(true);
    await notifyPeople([muting.accountId]);
    expect(await notificationsOf(muting).list()).toHaveLength(1);
  });

  test('are not published when their transaction is rolled back', async () => {
    const who = await person();
    const undone = portal.database.withTenant(systemIn(portal.tenants.alder), async (tx) => {
      await notify(tx, 'everybody', NEWS);
      throw new Error('it did not happen after all');
    });
    await expect(undone).rejects.toThrow('it did not happen after all');
    expect(await notificationsOf(who).list()).toEqual([]);
  });
});

test('everything survives a restart', async () => {
  const who = await person();
  const created = await messagesOf(who).add({ title: 'Kept' });
  const notice = await notificationsOf(who).add({ title: 'Kept too' });
  await notificationsOf(who).toggle(notice.id, true);
  await portal.restart();
  const again = { ...who, client: clientFor(who.cookie) };
  expect(await messagesOf(again).list()).toEqual([created]);
  expect(await notificationsOf(again).list()).toEqual([{ ...notice, read: true }]);
});

describe('has parity with the demo’s simulation', () => {
  test.each(commonParity.map(({ name, show }) => [name, show] as const))('%s', async (_name, show) => {
    const { cookie } = await person();
    let requests = 0;
    await show(async (method, path, body) => {
      requests += 1;
      const [bare, search] = path.split('?') as [string, string | undefined];
      const response = await portal.fetch(`${method} ${bare as '/api/common/user'}`, {
        cookie,
        ...(search !== undefined && { search: `?${search}` }),
        ...(body !== undefined && { body }),
      });
      return { status: response.status, body: await response.json() };
    });
    expect(requests).toBeGreaterThan(0);
  });
});
