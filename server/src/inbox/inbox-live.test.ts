import { randomUUID } from 'node:crypto';
import { createClient } from '@rise/contract/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { readEvents, type EventReader } from '../testing/event-reader.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { notify } from './inbox.service.ts';

let portal: TestPortal;
const readers: EventReader[] = [];
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(async () => {
  for (const reader of readers) await reader.close();
  await portal?.close();
});

async function person(tenant: 'alder' | 'birch' = 'alder') {
  const { cookie, accountId } = await portal.signIn({
    email: `${randomUUID()}@people.example`,
    roles: ['tenant.user'],
    tenants: [portal.tenants[tenant]],
  });
  const reader = readEvents(await portal.fetch('GET /api/v1/events', { cookie }));
  readers.push(reader);
  await reader.opened;
  return { accountId, reader, client: createClient({ baseUrl: portal.url, headers: { cookie } }) };
}
const kindsOf = ({ reader }: { reader: EventReader }) => reader.events.map(({ kind }) => kind);
const notifyPeople = (tenantId: string, people: readonly string[] | 'everybody') =>
  portal.database.withTenant(systemIn(tenantId), (tx) =>
    notify(tx, people, {
      kind: 'exports',
      icon: 'info',
      title: { en: 'News' },
      description: { en: 'It happened.' },
      link: null,
    }),
  );

test('a person’s other pages are notified of each change, without its content; nobody else is', async () => {
  const [ada, colleague] = [await person(), await person()];
  const created = await ada.client.call('POST /api/common/messages', { body: { message: { title: 'Secret' } } });
  await ada.client.call('PATCH /api/common/messages', { body: { id: created.id, message: { title: 'Still secret' } } });
  await ada.client.call('POST /api/common/messages/toggle-read-status', {
    body: { message: { id: created.id, read: true } },
  });
  await ada.client.call('GET /api/common/messages/mark-all-as-read');
  await ada.client.call('DELETE /api/common/messages', { query: { id: created.id } });
  await ada.client.call('POST /api/common/notifications', { body: { notification: { title: 'Secret' } } });
  await ada.reader.next(({ kind }) => kind === 'notifications');
  expect(kindsOf(ada)).toEqual([...Array.from({ length: 5 }, () => 'messages'), 'notifications']);
  expect(JSON.stringify(ada.reader.events)).not.toMatch(/secret/i);
  // Rejected requests change nothing. The colleague's own change comes after all of the above.
  await expect(colleague.client.call('DELETE /api/common/messages', { query: { id: created.id } })).rejects.toThrow(
    'Not found.',
  );
  await colleague.client.call('GET /api/common/notifications/mark-all-as-read');
  await colleague.reader.next(({ kind }) => kind === 'notifications');
  expect(kindsOf(colleague)).toEqual(['notifications']);
});

test('notifications reach the open pages of their recipients', async () => {
  const [ada, colleague, stranger] = [await person(), await person(), await person('birch')];
  await notifyPeople(portal.tenants.alder, [ada.accountId]);
  await notifyPeople(portal.tenants.birch, 'everybody');
  await notifyPeople(portal.tenants.alder, 'everybody');
  for (const who of [ada, colleague, stranger]) await who.reader.next(({ kind }) => kind === 'notifications');
  const { id } = await colleague.reader.next(({ kind }) => kind === 'notifications');
  await ada.reader.next((event) => event.id === id);
  expect(kindsOf(ada)).toEqual(['notifications', 'notifications']);
  expect(kindsOf(colleague)).toEqual(['notifications']);
  expect(kindsOf(stranger)).toEqual(['notifications']);
});
