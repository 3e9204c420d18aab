import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
// First: it stands a simulation of its own in for the one that the client would start.
import { failingCalls, useDemoSetup } from './demo.fixture.tsx';
import { call } from '../client/client.ts';

useDemoSetup();
const stored = async () => {};

/** The outbox of another page. */
async function openOutbox() {
  vi.resetModules();
  return import('../conversations/outbox.ts');
}
const firstChat = async () => (await call('GET /api/apps/chat/chats'))[0]!;

test('a draft and a message that was not sent are there in the next page, and a retry sends it once', async () => {
  const { id, contactId } = await firstChat();
  failingCalls.add('PATCH /api/apps/chat/chat');
  const before = await openOutbox();
  before.setDraft(contactId, 'Half a');
  before.send(contactId, 'Not sent', stored);
  await waitFor(() => expect(before.pendingMessages.get()).toMatchObject([{ state: 'failed' }]));

  failingCalls.clear();
  const after = await openOutbox();
  expect(after.draftTo(contactId)).toBe('Half a');
  const [message] = after.pendingMessages.get();
  expect(message).toMatchObject({ contactId, value: 'Not sent', state: 'failed' });
  after.sendAgain(message!.id, stored);
  await waitFor(() => expect(after.pendingMessages.get()).toEqual([]));
  after.setDraft(contactId, '');

  const last = await openOutbox();
  expect([last.pendingMessages.get(), last.draftTo(contactId)]).toEqual([[], '']);
  const { messages } = (await call('GET /api/apps/chat/chats')).find((chat) => chat.id === id)!;
  expect(messages.filter(({ value }) => value === 'Not sent')).toHaveLength(1);
});

test('a message that was stored as the page ended is not there as an unsent one', async () => {
  const { contactId } = await firstChat();
  failingCalls.add('PATCH /api/apps/chat/chat');
  const before = await openOutbox();
  before.send(contactId, 'Sent after all', stored);
  before.send(contactId, 'Not sent', stored);
  await waitFor(() => expect(before.pendingMessages.get().every(({ state }) => state === 'failed')).toBe(true));
  failingCalls.clear();
  const { sendMessage } = await import('../conversations/chat.queries.ts');
  await sendMessage(contactId, 'Sent after all');
  const { messages } = (await call('GET /api/apps/chat/chats')).find((chat) => chat.contactId === contactId)!;
  const after = await openOutbox();
  after.discardStored(contactId, messages);
  expect(after.pendingMessages.get().map(({ value }) => value)).toEqual(['Not sent']);
});

test('a discarded message does not return, and one that another tab has sent is gone here', async () => {
  const { contactId } = await firstChat();
  failingCalls.add('PATCH /api/apps/chat/chat');
  const before = await openOutbox();
  for (const text of ['First', 'Second']) before.send(contactId, text, stored);
  await waitFor(() => expect(before.pendingMessages.get().every(({ state }) => state === 'failed')).toBe(true));
  const [first, second] = before.pendingMessages.get();
  before.discard(first!.id);
  const after = await openOutbox();
  expect(after.pendingMessages.get().map(({ value }) => value)).toEqual(['Second']);
  window.dispatchEvent(new StorageEvent('storage', { key: `rise.demo.unsaved.message.${second!.id}`, newValue: null }));
  expect(after.pendingMessages.get()).toEqual([]);
});
