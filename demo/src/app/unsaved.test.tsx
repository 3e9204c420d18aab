import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
// First: it stands a simulation of its own in for the one that the client would start.
import { failedCalls, failingCalls, hold, openDemo, useDemoSetup } from './demo.fixture.tsx';
import { call } from '../client/client.ts';

useDemoSetup();
const user = userEvent.setup({ delay: null });
const LEFT = 'Your last changes could not be saved. They are kept in this browser.';
const PATCH_TASK = 'PATCH /api/apps/tasks/task';
const taskOf = async (id: string) => (await call('GET /api/apps/tasks/all')).find((task) => task.id === id);
const openTask = async () =>
  (await call('GET /api/apps/tasks/all')).find(({ type, completed }) => type === 'task' && !completed)!;
const notes = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Notes' });
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const retry = async () => {
  const bar = await screen.findByText(LEFT);
  await user.click(within(bar.parentElement!).getByRole('button', { name: 'Try again' }));
};

test('what could not be saved when a task was closed is kept, and saved by a retry', async () => {
  const { id, notes: before } = await openTask();
  await openDemo(`/apps/tasks/${id}`, 'empty');
  failingCalls.add(PATCH_TASK);
  await user.clear(await notes());
  await user.type(await notes(), 'Ring the vault{Escape}');
  await closed();
  await retry();
  expect((await taskOf(id))?.notes).toBe(before);
  failingCalls.clear();
  await retry();
  await waitFor(() => expect(screen.queryByText(LEFT)).toBeNull());
  expect((await taskOf(id))?.notes).toBe('Ring the vault');
});

test('it is there when the task is open again, also after a reload, and saved from there', async () => {
  const { id } = await openTask();
  const { router } = await openDemo(`/apps/tasks/${id}`, 'empty');
  failingCalls.add(PATCH_TASK);
  await user.clear(await notes());
  await user.type(await notes(), 'Ring the vault{Escape}');
  await screen.findByText(LEFT);
  await router.navigate({ href: `/apps/tasks/${id}` });
  await waitFor(async () => expect((await notes()).value).toBe('Ring the vault'));
  expect(screen.queryByText(LEFT)).toBeNull();
  await user.type(await notes(), ' twice{Escape}');
  await screen.findByText(LEFT);
  cleanup();
  failingCalls.clear();
  await openDemo(`/apps/tasks/${id}`, 'empty');
  expect((await notes()).value).toBe('Ring the vault twice');
  await waitFor(async () => expect((await taskOf(id))?.notes).toBe('Ring the vault twice'));
});

test('what is typed while a save is under way is kept where the next one fails', async () => {
  const { id } = await openTask();
  await openDemo(`/apps/tasks/${id}`, 'empty');
  const answer = hold(PATCH_TASK);
  await user.clear(await notes());
  await user.type(await notes(), 'First');
  await screen.findByText('Saving…');
  await user.type(await notes(), ' and last{Escape}');
  await closed();
  failingCalls.add(PATCH_TASK);
  answer();
  await screen.findByText(LEFT);
  failingCalls.clear();
  await retry();
  await waitFor(async () => expect((await taskOf(id))?.notes).toBe('First and last'));
});

test('a note that could not be saved is kept when its page is left for another app', async () => {
  const note = (await call('GET /api/apps/notes/all')).find(({ archived }) => !archived)!;
  const { router } = await openDemo(`/apps/notes/${note.id}`, 'empty');
  failingCalls.add('PATCH /api/apps/notes');
  await user.type(await screen.findByRole('textbox', { name: 'Text' }), ' And the last word');
  await router.navigate({ href: '/apps/tasks' });
  await screen.findByText(LEFT);
  failingCalls.clear();
  await retry();
  await waitFor(async () =>
    expect((await call('GET /api/apps/notes/all')).find(({ id }) => id === note.id)!.content).toBe(
      `${note.content} And the last word`,
    ),
  );
});

test('a new mail that could not be stored is kept when its form is closed, and becomes a draft by a retry', async () => {
  await openDemo('/apps/mailbox/drafts/1', 'empty');
  failingCalls.add('POST /api/apps/mailbox/mail');
  await user.click(await screen.findByRole('button', { name: 'Compose' }));
  const form = within(await screen.findByRole('dialog', { name: 'New mail' }));
  await user.type(await form.findByRole('textbox', { name: 'Subject' }), 'Vault keys');
  await waitFor(() => expect(failedCalls).toContain('POST /api/apps/mailbox/mail'));
  await user.click(form.getByRole('button', { name: 'Close' }));
  await closed();
  await screen.findByText(LEFT);
  failingCalls.clear();
  await retry();
  await waitFor(async () =>
    expect((await call('GET /api/apps/mailbox/mails', { query: { folder: 'drafts' } })).mails[0]!.subject).toBe(
      'Vault keys',
    ),
  );
});

/** A record of each app: where it is open, its field and the button that deletes it, and what the field has now. */
const TYPED = {
  tasks: async () => {
    const { id } = await openTask();
    const contentOf = async () => (await taskOf(id))?.notes;
    return { address: `/apps/tasks/${id}`, field: 'Notes', act: 'Delete task', contentOf };
  },
  notes: async () => {
    const all = () => call('GET /api/apps/notes/all');
    const { id } = (await all()).find(({ archived }) => !archived)!;
    const contentOf = async () => (await all()).find((note) => note.id === id)?.content;
    return { address: `/apps/notes/${id}`, field: 'Text', act: 'Delete note', contentOf };
  },
  cards: async () => {
    const board = (await call('GET /api/apps/scrumboard/boards'))[0]!.id;
    const all = async () =>
      (await call('GET /api/apps/scrumboard/board', { query: { id: board } }))!.lists.flatMap(({ cards }) => cards);
    const { id } = (await all())[0]!;
    const contentOf = async () => (await all()).find((card) => card.id === id)?.description;
    return { address: `/apps/scrumboard/${board}/card/${id}`, field: 'Description', act: 'Delete card', contentOf };
  },
  contacts: async () => {
    const all = () => call('GET /api/apps/contacts/all');
    const { id } = (await all())[0]!;
    const contentOf = async () => (await all()).find((contact) => contact.id === id)?.company;
    return { address: `/apps/contacts/${id}?edit=yes`, field: 'Company', act: 'Delete contact', contentOf };
  },
  files: async () => {
    const all = async () => (await call('GET /api/apps/file-manager', { query: { folderId: 'null' } })).files;
    const { id } = (await all())[0]!;
    const contentOf = async () => (await all()).find((file) => file.id === id)?.description;
    return { address: `/apps/file-manager/details/${id}`, field: 'Description', act: 'Delete', contentOf };
  },
};

test.each(['tasks', 'notes', 'cards', 'contacts', 'files'] as const)(
  'what was typed right before a deletion is back with its Undo: %s',
  async (app) => {
    const { address, field, act, contentOf } = await TYPED[app]();
    const { router } = await openDemo('/demo-data', 'empty');
    await router.navigate({ href: address });
    const input = await screen.findByRole('textbox', { name: field });
    await user.clear(input);
    await user.type(input, 'The last words');
    await user.click(screen.getByRole('button', { name: act }));
    await waitFor(async () => expect(await contentOf()).toBeUndefined());
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await contentOf()).toBe('The last words'));
  },
);
