import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
// First: it stands a simulation of its own in for the one that the client would start.
import { answeredCalls, failingCalls, hold, noticeOf, openDemo, useDemoSetup } from './demo.fixture.tsx';
import { call } from '../client/client.ts';
import { switchLanguage } from '../i18n/language.ts';

useDemoSetup();
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());
const user = userEvent.setup({ delay: null });
const PATCH_TASK = 'PATCH /api/apps/tasks/task';
const tasks = () => call('GET /api/apps/tasks/all');
const openTasks = async () => (await tasks()).filter(({ type, completed }) => type === 'task' && !completed);
const isDone = async (id: string) => (await tasks()).find((task) => task.id === id)?.completed;
const box = (title: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: `“${title}” is done` });
const changed = (title: string) => `“${title}” could not be changed.`;
const retry = () => screen.getByRole('button', { name: 'Try again' });
const noRetry = () => waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());

/** Ticks two tasks, which fails; returns them. */
async function failTwice() {
  const [first, second] = await openTasks();
  await openDemo('/apps/tasks', 'empty');
  failingCalls.add(PATCH_TASK);
  await user.click(await box(first!.title));
  await screen.findByText(changed(first!.title));
  await user.click(await box(second!.title));
  await screen.findByText('2 changes could not be made:');
  return [first!, second!] as const;
}

test('changes that failed are named together, and one button makes all of them again, once each', async () => {
  const [first, second] = await failTwice();
  for (const { title } of [first, second]) expect(screen.getByText(changed(title))).toBeDefined();

  failingCalls.clear();
  const answer = hold(PATCH_TASK);
  answeredCalls.length = 0;
  const button = retry();
  await user.click(button);
  await user.click(button);
  answer();
  await noRetry();
  expect(answeredCalls.filter((key) => key === PATCH_TASK)).toHaveLength(2);
  expect([await isDone(first.id), await isDone(second.id)]).toEqual([true, true]);
});

test('a notice is read out, reached by the keyboard, and gives the focus back', async () => {
  const [task] = await openTasks();
  await openDemo('/apps/tasks', 'empty');
  failingCalls.add(PATCH_TASK);
  const checkbox = await box(task!.title);
  await user.click(checkbox);
  await screen.findByText(changed(task!.title));
  expect(retry().closest('[role="status"]')).not.toBeNull();
  for (let steps = 0; document.activeElement !== retry() && steps < 200; steps++) await user.tab({ shift: true });
  expect(document.activeElement).toBe(retry());
  // It fails again: the button keeps the focus.
  await user.keyboard('{Enter}');
  await waitFor(() => expect(retry().hasAttribute('data-loading')).toBe(false));
  await waitFor(() => expect(document.activeElement).toBe(retry()));
  failingCalls.clear();
  await user.keyboard('{Enter}');
  await noRetry();
  expect(await screen.findByText('Done.')).toBeDefined();
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  expect(await isDone(task!.id)).toBe(true);
});

test('a notice goes away once the record is deleted, or is as it was to be, wherever that is done', async () => {
  const [first, second] = await failTwice();
  failingCalls.clear();
  await call('DELETE /api/apps/tasks/task', { query: { id: first.id } });
  await screen.findByText(changed(second.title));
  expect(screen.queryByText(changed(first.title))).toBeNull();
  await call(PATCH_TASK, { body: { id: second.id, task: { completed: true } } });
  await noRetry();
});

test('a retry repeats the change, and not the record around it, which has been edited since', async () => {
  const note = (await call('GET /api/apps/notes/all')).find(
    ({ tasks: items, archived }) => !archived && items?.some(({ completed }) => !completed),
  )!;
  const item = note.tasks!.find(({ completed }) => !completed)!;
  await openDemo('/apps/notes', 'empty');
  failingCalls.add('PATCH /api/apps/notes');
  await user.click(await box(item.content));
  const notice = await noticeOf(changed(item.content));
  failingCalls.clear();
  const { createdAt: _createdAt, updatedAt: _updatedAt, ...content } = note;
  await call('PATCH /api/apps/notes', { body: { updatedNote: { ...content, title: 'Edited since' } } });
  await user.click(notice.getByRole('button', { name: 'Try again' }));
  await noRetry();
  const after = (await call('GET /api/apps/notes/all')).find(({ id }) => id === note.id)!;
  expect(after.title).toBe('Edited since');
  expect(after.tasks!.find(({ id }) => id === item.id)!.completed).toBe(true);
});

test('a label that mails could not get is added to those that they have by then', async () => {
  const labels = await call('GET /api/apps/mailbox/labels');
  const [mail] = (await call('GET /api/apps/mailbox/mails', { query: { folder: 'inbox' } })).mails;
  const [added, later] = labels.filter(({ id }) => !mail!.labels.includes(id));
  await openDemo('/apps/mailbox/inbox/1', 'empty');
  await user.click(await screen.findByRole('checkbox', { name: `Select “${mail!.subject}”` }));
  failingCalls.add('PATCH /api/apps/mailbox/mails');
  await user.click(within(screen.getByRole('group', { name: 'Actions' })).getByRole('button', { name: 'Label' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: added!.title }));
  const notice = await noticeOf(changed(mail!.subject));
  failingCalls.clear();
  const change = { labels: [...mail!.labels, later!.id], starred: !mail!.starred };
  await call('PATCH /api/apps/mailbox/mail', { body: { id: mail!.id, mail: change } });
  await user.click(notice.getByRole('button', { name: 'Try again' }));
  await noRetry();
  expect(await call('GET /api/apps/mailbox/mail', { query: { id: mail!.id } })).toMatchObject({
    labels: expect.arrayContaining([...mail!.labels, later!.id, added!.id]),
    starred: !mail!.starred,
  });
});

test('a card that could not be moved comes to its place on a board that has changed since', async () => {
  const { id } = (await call('GET /api/apps/scrumboard/boards'))[0]!;
  const board = async () => (await call('GET /api/apps/scrumboard/board', { query: { id } }))!;
  const [from, to] = (await board()).lists;
  const [card, other] = from!.cards;
  await openDemo(`/apps/scrumboard/${id}`, 'empty');
  failingCalls.add('PATCH /api/apps/scrumboard/board/cards');
  await user.click(await screen.findByRole('button', { name: `Options for ${card!.title}` }));
  await user.click(await screen.findByRole('menuitem', { name: `Move to ${to!.title}` }));
  const notice = await noticeOf(`“${card!.title}” could not be moved.`);
  failingCalls.clear();
  const last = to!.cards.at(-1)?.position ?? 0;
  await call('PATCH /api/apps/scrumboard/board/cards', {
    body: { cards: [{ id: other!.id, listId: to!.id, position: last + 65_536 }] },
  });
  await user.click(notice.getByRole('button', { name: 'Try again' }));
  await noRetry();
  const ids = (await board()).lists[1]!.cards.map((one) => one.id);
  expect(ids.slice(-2)).toEqual([other!.id, card!.id]);
});

test('a task of which only the creation succeeded is not created a second time', async () => {
  const before = await openTasks();
  await openDemo(`/apps/tasks/${before[0]!.id}`, 'empty');
  const title = await screen.findByRole('textbox', { name: 'Title' });
  failingCalls.add('PATCH /api/apps/tasks/order');
  await user.type(title, '{Enter}');
  const notice = await noticeOf('A new task could not be created.');
  failingCalls.clear();
  await user.click(notice.getByRole('button', { name: 'Try again' }));
  await noRetry();
  expect(await openTasks()).toHaveLength(before.length + 1);
  const ids = (await tasks()).map(({ id }) => id);
  const added = (await tasks()).find((task) => task.title === '')!;
  expect(ids.indexOf(added.id)).toBe(ids.indexOf(before[0]!.id) + 1);
});

test('an Undo that failed is offered again', async () => {
  const [task] = await openTasks();
  await openDemo(`/apps/tasks/${task!.id}`, 'empty');
  await user.click(await screen.findByRole('button', { name: 'Delete task' }));
  failingCalls.add('POST /api/apps/tasks/restore');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  const notice = await noticeOf(`This could not be undone: “${task!.title}” was deleted.`);
  failingCalls.clear();
  await user.click(notice.getByRole('button', { name: 'Try again' }));
  await noRetry();
  expect((await tasks()).map(({ id }) => id)).toContain(task!.id);
});

test('a chat that could not be muted or deleted is by a retry, also from another app, and in Turkish', async () => {
  const [chat] = await call('GET /api/apps/chat/chats');
  const { name } = chat!.contact;
  const { router } = await openDemo(`/apps/chat/${chat!.id}`, 'empty');
  await switchLanguage('tr');
  const choose = async (action: string) => {
    await user.click(await screen.findByRole('button', { name: 'Diğer işlemler' }));
    await user.click(await screen.findByRole('menuitem', { name: action }));
  };
  failingCalls.add('PATCH /api/apps/chat/chat').add('DELETE /api/apps/chat/chat');
  await choose('Sessize al');
  await screen.findByText(`${name} ile sohbet değiştirilemedi.`);
  await choose('Sohbeti sil');
  await screen.findByText('2 değişiklik yapılamadı:');
  expect(screen.getByText(`${name} ile sohbet silinemedi.`)).toBeDefined();
  await router.navigate({ href: '/apps/tasks?layout=empty' });
  failingCalls.clear();
  answeredCalls.length = 0;
  await user.click(screen.getByRole('button', { name: 'Yeniden dene' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Yeniden dene' })).toBeNull());
  expect((await call('GET /api/apps/chat/chats')).map(({ id }) => id)).not.toContain(chat!.id);
  expect(answeredCalls).toContain('PATCH /api/apps/chat/chat');
});

test('tags that could not be renamed or deleted are by a retry', async () => {
  const [tag] = await call('GET /api/apps/tasks/tags');
  const [task] = await openTasks();
  await openDemo(`/apps/tasks/${task!.id}`, 'empty');
  await user.click(await screen.findByRole('button', { name: 'Edit tags' }));
  await user.click(await screen.findByRole('button', { name: 'Rename or delete tags' }));
  failingCalls.add('DELETE /api/apps/tasks/tag');
  await user.click(screen.getByRole('button', { name: `Delete the tag ${tag!.title}` }));
  await screen.findByText(`“${tag!.title}” could not be deleted.`);
  failingCalls.clear();
  // The task is open in a drawer, which keeps the Tab key to itself.
  await user.keyboard('{F8}');
  expect(document.activeElement).toBe(retry());
  await user.keyboard('{Enter}');
  await noRetry();
  expect((await call('GET /api/apps/tasks/tags')).map(({ id }) => id)).not.toContain(tag!.id);
});
