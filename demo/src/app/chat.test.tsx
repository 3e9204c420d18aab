import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
// First: it stands a simulation of its own in for the one that the client would start.
import { failingCalls, openDemo, useDemoSetup } from './demo.fixture.tsx';
import { call } from '../client/client.ts';

useDemoSetup();
afterEach(() => void vi.restoreAllMocks());
const user = userEvent.setup({ delay: null });
const chats = () => call('GET /api/apps/chat/chats');
const chatOf = async (id: string) => (await chats()).find((chat) => chat.id === id);
const rows = () => [...document.querySelectorAll('[data-record]')].map((row) => row.getAttribute('data-record'));
const openChat = async ({ id, contact }: Awaited<ReturnType<typeof chats>>[number]) => {
  await openDemo(`/apps/chat/${id}`, 'empty');
  return within(await screen.findByRole('dialog', { name: contact.name }));
};

test('reading a chat clears what was unread; a message is sent, answered, and there after a reload', async () => {
  const chat = (await chats()).find(({ unreadCount }) => unreadCount > 0)!;
  let drawer = await openChat(chat);
  await waitFor(async () => expect((await chatOf(chat.id))!.unreadCount).toBe(0));
  await user.type(drawer.getByRole('textbox', { name: /^Message to/ }), 'On my way{Enter}');
  // The last one was a colleague's before, too.
  await waitFor(async () =>
    expect((await chatOf(chat.id))!.messages.slice(chat.messages.length).map(({ isMine }) => isMine)).toEqual([
      true,
      false,
    ]),
  );
  const [sent, answer] = (await chatOf(chat.id))!.messages.slice(-2);
  expect(sent).toMatchObject({ value: 'On my way', isMine: true });
  cleanup();
  drawer = await openChat(chat);
  expect(await drawer.findByText(answer!.value)).toBeDefined();
});

test('a message that was not sent stays, and is sent by a retry', async () => {
  const [chat] = await chats();
  const drawer = await openChat(chat!);
  failingCalls.add('PATCH /api/apps/chat/chat');
  await user.type(drawer.getByRole('textbox', { name: /^Message to/ }), 'Still here{Enter}');
  await drawer.findByText('Not sent');
  failingCalls.clear();
  await user.click(drawer.getByRole('button', { name: 'Try again' }));
  await waitFor(async () =>
    expect((await chatOf(chat!.id))!.messages.map(({ value }) => value)).toContain('Still here'),
  );
});

test('a chat is starred, archived, cleared and deleted, and each is undone', async () => {
  const [chat] = await chats();
  const drawer = await openChat(chat!);
  await user.click(drawer.getByRole('button', { name: 'Starred' }));
  await waitFor(async () => expect((await chatOf(chat!.id))!.starred).toBe(true));
  const choose = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  const undo = async () => user.click(await screen.findByRole('button', { name: 'Undo' }));
  await choose('Clear messages');
  await waitFor(async () => expect((await chatOf(chat!.id))!.messages).toEqual([]));
  await undo();
  const values = chat!.messages.map(({ value }) => value);
  await waitFor(async () => expect((await chatOf(chat!.id))!.messages.map(({ value }) => value)).toEqual(values));
  await choose('Archive');
  await waitFor(() => expect(rows()).not.toContain(chat!.id));
  await user.click(screen.getByRole('radio', { name: 'Archived' }));
  await waitFor(() => expect(rows()).toEqual([chat!.id]));
  await undo();
  await waitFor(async () => expect((await chatOf(chat!.id))!.archived).toBe(false));
});

test('a deleted chat returns as it was, at its address', async () => {
  const before = await chats();
  const chat = before.find(({ unreadCount }) => unreadCount === 0);
  const drawer = await openChat(chat!);
  await user.click(drawer.getByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete chat' }));
  await waitFor(async () => expect(await chatOf(chat!.id)).toBeUndefined());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await chats()).toEqual(before));
});

test('chosen messages are deleted, and return by Undo among those that came meanwhile', async () => {
  const chat = (await chats()).find(({ unreadCount }) => unreadCount === 0)!;
  const drawer = await openChat(chat);
  await user.click(drawer.getByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Select messages' }));
  await waitFor(() => expect(document.activeElement).toBe(drawer.getByRole('button', { name: 'Cancel selection' })));
  expect(drawer.queryByRole('textbox')).toBeNull();
  const [first, second, ...others] = await drawer.findAllByRole('checkbox');
  expect(others).toHaveLength(chat.messages.length - 2);
  await user.click(first!);
  second!.focus();
  await user.keyboard(' ');
  expect(drawer.getByText('2 selected')).toBeDefined();
  await user.click(drawer.getByRole('button', { name: 'Delete messages' }));
  const values = async () => (await chatOf(chat.id))!.messages.map(({ value }) => value);
  await waitFor(async () => expect(await values()).toEqual(chat.messages.slice(2).map(({ value }) => value)));
  await user.type(await drawer.findByRole('textbox', { name: /^Message to/ }), 'Meanwhile{Enter}');
  await waitFor(async () => expect(await values()).toContain('Meanwhile'));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(async () =>
    expect((await chatOf(chat.id))!.messages.slice(0, chat.messages.length)).toEqual(chat.messages),
  );
  expect(await values()).toContain('Meanwhile');
});

test('Escape ends the choosing of messages and leaves the chat open', async () => {
  const [chat] = await chats();
  const drawer = await openChat(chat!);
  await user.click(drawer.getByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Select messages' }));
  (await drawer.findAllByRole('checkbox'))[0]!.focus();
  await user.keyboard('{Escape}');
  expect(await drawer.findByRole('button', { name: 'More actions' })).toBeDefined();
  expect(drawer.queryByRole('checkbox')).toBeNull();
});

test('a group is created with its people, and the profile saves itself', async () => {
  // The test DOM has no layout, and only people in view are drawn.
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(480);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(480);
  const { address } = await openDemo('/apps/chat', 'empty');
  await user.click(await screen.findByRole('button', { name: 'New chat' }));
  await user.click(await screen.findByRole('button', { name: 'New group' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'New group' }));
  await user.type(drawer.getByRole('textbox', { name: 'Title of the group' }), 'Auditors');
  await user.type(drawer.getByRole('searchbox', { name: 'Find people' }), 'aylin');
  await user.click(await drawer.findByRole('checkbox', { name: 'Aylin Demirci' }));
  await user.click(drawer.getByRole('button', { name: 'Create group with 1 person' }));
  await screen.findByRole('dialog', { name: 'Auditors' });
  const group = (await chats()).find(({ contact }) => contact.name === 'Auditors')!;
  expect(address()).toBe(`/apps/chat/${group.id}`);
  expect(group.contact.members).toHaveLength(1);
  const conversation = within(await screen.findByRole('dialog', { name: 'Auditors' }));
  await user.type(await conversation.findByRole('textbox', { name: /^Message to/ }), 'Good morning{Enter}');
  // The member who answers is named.
  expect(await within(conversation.getByRole('log')).findByText('Aylin Demirci')).toBeDefined();
  cleanup();
  await openDemo('/apps/chat', 'empty');
  await user.click(await screen.findByRole('button', { name: 'Profile' }));
  const about = await screen.findByRole('textbox', { name: 'About' });
  await user.clear(about);
  await user.type(about, 'In the branch');
  await waitFor(async () => expect((await call('GET /api/apps/chat/profile')).about).toBe('In the branch'));
});

test('a search finds messages in all chats and in one', async () => {
  const [chat] = await chats();
  await openDemo('/apps/chat', 'empty');
  await user.type(await screen.findByRole('searchbox', { name: 'Search names and messages' }), 'three cats');
  await waitFor(() => expect(rows()).toEqual([chat!.id]));
  cleanup();
  const drawer = await openChat(chat!);
  await user.click(drawer.getByRole('button', { name: 'Search in this chat' }));
  await user.type(drawer.getByRole('searchbox', { name: 'Search in this chat' }), 'cats');
  expect(await drawer.findByText(/^\d messages$/)).toBeDefined();
  await waitFor(() =>
    expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent.toLowerCase())).toEqual(
      expect.arrayContaining(['cats', 'cats']),
    ),
  );
});
