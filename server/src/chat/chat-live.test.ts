import { randomUUID } from 'node:crypto';
import { createClient } from '@rise/contract/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setTenantChat } from '../tenants/tenants.service.ts';
import { readEvents, type EventReader } from '../testing/event-reader.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

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
type Listener = Awaited<ReturnType<typeof person>>;

const send = ({ client }: Listener, to: Listener, id: string = randomUUID()) =>
  client.call('POST /api/apps/chat/message', { body: { id, contactId: to.accountId, value: 'Between us' } });
const chatsOf = ({ reader }: Listener) =>
  reader.events.filter(({ kind }) => kind === 'chat').map(({ data }) => data['chatId'] ?? data['contactId']);

test('both people of a chat are notified, without its content; nobody else is', async () => {
  const [ada, cem, other, stranger] = [await person(), await person(), await person(), await person('birch')];
  const id = randomUUID();
  const { chatId } = await send(ada, cem, id);
  await cem.reader.next(({ data }) => data['chatId'] === chatId);
  await ada.reader.next(({ data }) => data['chatId'] === chatId);
  // A repeated message causes no event; a read mark notifies only the reader's own pages.
  await send(ada, cem, id);
  await cem.client.call('PATCH /api/apps/chat/chat', { body: { id: chatId, chat: { unreadCount: 0 } } });
  const last = await send(other, ada);
  await ada.reader.next(({ data }) => data['chatId'] === last.chatId);
  await other.reader.next(({ data }) => data['chatId'] === last.chatId);
  expect(chatsOf(ada)).toEqual([chatId, last.chatId]);
  expect(chatsOf(cem)).toEqual([chatId, chatId]);
  expect(chatsOf(other)).toEqual([last.chatId]);
  expect(JSON.stringify(ada.reader.events)).not.toContain('Between us');

  // People who see a person's status are notified when it changes.
  await ada.client.call('PATCH /api/common/user', { body: { user: { status: 'busy' } } });
  const aboutAda = ({ data }: { data: object }) => 'contactId' in data && data.contactId === ada.accountId;
  for (const colleague of [ada, cem, other]) await colleague.reader.next(aboutAda);

  // The tenant's own event is published last: by then the stranger has received none of the others.
  await setTenantChat(portal.database, 'alder', false);
  await setTenantChat(portal.database, 'birch', null);
  await ada.reader.next(({ kind }) => kind === 'session');
  await stranger.reader.next(({ kind }) => kind === 'session');
  expect(chatsOf(stranger)).toEqual([]);
  expect((await ada.client.call('GET /api/v1/session')).features.chat).toBe(false);
  expect((await stranger.client.call('GET /api/v1/session')).features.chat).toBe(true);
});
