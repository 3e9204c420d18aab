import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
// First: it stands a simulation of its own in for the one that the client would start.
import { failingCalls, hold, noticeOf, openDemo, useDemoSetup } from './demo.fixture.tsx';
import { call } from '../client/client.ts';

useDemoSetup();
const user = userEvent.setup({ delay: null });
const all = () => call('GET /api/apps/tasks/all');
const taskOf = async (title: string) => (await all()).find((task) => task.title === title);
const drawer = (name: string | RegExp) => screen.findByRole('dialog', { name });

test('a task is added, written and filled in, and is all there after a reload', async () => {
  const { address } = await openDemo('/apps/tasks', 'empty');
  await user.click(await screen.findByRole('button', { name: 'Add task' }));
  const form = within(await drawer('Untitled'));
  const title = form.getByRole('textbox', { name: 'Title' });
  await waitFor(() => expect(document.activeElement).toBe(title));
  await user.keyboard('Call the auditors');
  await user.click(form.getByRole('radio', { name: 'High' }));
  await user.type(form.getByLabelText('Due'), '2030-03-04');
  await user.type(form.getByRole('textbox', { name: 'Add a step' }), 'Find the number{Enter}Dial it{Enter}');
  await user.click(form.getByRole('checkbox', { name: '“Find the number” is done' }));
  await user.click(form.getByRole('button', { name: 'Edit tags' }));
  await user.type(await form.findByRole('textbox', { name: 'Find or create a tag' }), 'Phone{Enter}');
  await waitFor(async () => expect((await call('GET /api/apps/tasks/tags')).at(-1)?.title).toBe('Phone'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(form.queryByRole('textbox', { name: 'Find or create a tag' })).toBeNull());
  // Only the panel is closed: the task stays open.
  expect(address()).toMatch(/^\/apps\/tasks\/.+/);
  // The last word is saved though the drawer closes at once.
  await user.type(await form.findByRole('textbox', { name: 'Notes' }), 'before noon');
  await user.click(form.getByRole('button', { name: 'Close' }));
  const tag = (await call('GET /api/apps/tasks/tags')).at(-1)!;
  await waitFor(async () =>
    expect(await taskOf('Call the auditors')).toMatchObject({
      priority: 2,
      dueDate: expect.stringMatching(/^2030-03-04/),
      notes: 'before noon',
      tags: [tag.id],
      subTasks: [
        { title: 'Find the number', completed: true },
        { title: 'Dial it', completed: false },
      ],
      order: 0,
    }),
  );
});

test('a deleted task returns by Undo, where it was and as it was', async () => {
  const before = await all();
  const task = before[2]!;
  const { address } = await openDemo(`/apps/tasks/${task.id}`, 'empty');
  await user.click(await screen.findByRole('button', { name: 'Delete task' }));
  // The next one is shown.
  await waitFor(() => expect(address()).toBe(`/apps/tasks/${before[3]!.id}`));
  await waitFor(async () => expect(await taskOf(task.title)).toBeUndefined());
  const bar = await screen.findByText(`“${task.title}” was deleted.`);
  await user.click(within(bar.parentElement!).getByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await all()).toEqual(before));
});

test('while a deletion is being stored, Undo and its key do not undo what was done before', async () => {
  const before = await all();
  const [first, second] = [before[2]!, before[3]!];
  const { address } = await openDemo(`/apps/tasks/${first.id}`, 'empty');
  await user.click(await screen.findByRole('button', { name: 'Delete task' }));
  await screen.findByText(`“${first.title}” was deleted.`);
  await waitFor(() => expect(address()).toBe(`/apps/tasks/${second.id}`));
  await screen.findByDisplayValue(second.title);
  const answer = hold('DELETE /api/apps/tasks/task');
  await user.click(screen.getByRole('button', { name: 'Delete task' }));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  await user.keyboard('{Control>}z{/Control}');
  answer();
  await screen.findByText(`“${second.title}” was deleted.`);
  expect(await taskOf(first.title)).toBeUndefined();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await taskOf(second.title)).toMatchObject({ id: second.id }));
});

test('the order is changed by the arrow keys on a handle, which is announced', async () => {
  const before = await all();
  await openDemo('/apps/tasks', 'empty');
  const handle = await screen.findByRole('button', { name: `Move ${before[1]!.title}` });
  handle.focus();
  await user.keyboard('{ArrowDown}');
  expect(await screen.findByText(`${before[1]!.title} is now number 3 of ${before.length}.`)).toBeDefined();
  await waitFor(async () => expect((await all())[2]!.id).toBe(before[1]!.id));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: `Move ${before[1]!.title}` }));
});

test('arrow keys that come faster than the page is drawn move on, step by step', async () => {
  const before = await all();
  const { id, title } = before[1]!;
  await openDemo('/apps/tasks', 'empty');
  const handle = await screen.findByRole('button', { name: `Move ${title}` });
  await act(async () => {
    fireEvent.keyDown(handle, { key: 'ArrowDown' });
    // A timer draws what was changed: before it, another key may come.
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    fireEvent.keyDown(handle, { key: 'ArrowDown' });
  });
  expect(await screen.findByText(`${title} is now number 4 of ${before.length}.`)).toBeDefined();
  await waitFor(async () => expect((await all())[3]!.id).toBe(id));
});

test('a section is moved with its tasks, closed or not, and a task is not moved into a closed one', async () => {
  const before = await all();
  const sections = before.filter(({ type }) => type === 'section');
  const [first, second, third] = sections.map(({ title }) => title);
  const tasksOf = (tasks: typeof before) => {
    const titles = new Map<string, string[]>();
    let section = '';
    for (const { type, title } of tasks) {
      if (type === 'section') titles.set((section = title), []);
      else titles.get(section)!.push(title);
    }
    return [...titles];
  };
  const under = Object.fromEntries(tasksOf(before)) as Record<string, string[]>;
  await openDemo(`/apps/tasks?closed=${sections[1]!.id}`, 'empty');
  const move = async (title: string, key: string) => {
    (await screen.findByRole('button', { name: `Move ${title}` })).focus();
    await user.keyboard(key);
  };
  await move(first!, '{ArrowDown}');
  await waitFor(async () =>
    expect(tasksOf(await all()).slice(0, 3)).toEqual([second, first, third].map((title) => [title, under[title!]])),
  );
  await move(second!, '{ArrowDown}');
  await waitFor(async () => expect(tasksOf(await all())).toEqual(tasksOf(before)));
  // Over the closed one and under the head of the next.
  const last = under[first!]!.at(-1)!;
  const shown = 3 + under[first!]!.length;
  await move(last, '{ArrowDown}');
  await screen.findByText(new RegExp(`^${last} is now number ${shown} of`));
  await waitFor(async () =>
    expect(tasksOf(await all()).slice(0, 3)).toEqual([
      [first, under[first!]!.slice(0, -1)],
      [second, under[second!]],
      [third, [last, ...under[third!]!]],
    ]),
  );
  await move(last, '{ArrowUp}');
  await waitFor(async () => expect(tasksOf(await all())).toEqual(tasksOf(before)));
});

test('Alt and an arrow key move the row that has the focus, and Enter in a title adds a task below', async () => {
  const before = await all();
  await openDemo('/apps/tasks', 'empty');
  const link = () => document.querySelector<HTMLElement>(`[data-record="${before[2]!.id}"]`)!;
  await waitFor(() => expect(link()).not.toBeNull());
  link().focus();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await waitFor(async () => expect((await all())[1]!.id).toBe(before[2]!.id));
  expect(document.activeElement).toBe(link());
  await user.keyboard('{Enter}');
  await user.click(within(await drawer(before[2]!.title)).getByRole('textbox', { name: 'Title' }));
  await user.keyboard('{Enter}');
  const title = within(await drawer('Untitled')).getByRole('textbox', { name: 'Title' });
  await waitFor(() => expect(document.activeElement).toBe(title));
  await user.keyboard('And then this{Escape}');
  await waitFor(async () => expect((await all())[2]!.title).toBe('And then this'));
  expect((await all())[3]!.id).toBe(before[1]!.id);
});

test('a task or section that a filter hides is named, and shown among all', async () => {
  const { router } = await openDemo('/apps/tasks?q=certificate&priority=2', 'empty');
  await user.click(await screen.findByRole('button', { name: 'Add section' }));
  await user.click(within(await drawer('Untitled section')).getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: 'Add task' }));
  const form = within(await drawer('Untitled'));
  const hidden = 'Added, but your search or filters hide it.';
  await screen.findByText(hidden);
  await waitFor(() => expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Title' })));
  // Once it fits, there is nothing to say; by then it is in the list.
  await user.keyboard('A certificate');
  await user.click(form.getByRole('radio', { name: 'High' }));
  await waitFor(() => expect(screen.queryByText(hidden)).toBeNull());
  await user.click(form.getByRole('button', { name: 'Close' }));

  await user.click(screen.getByRole('button', { name: 'Add task' }));
  await user.click(within(await drawer('Untitled')).getByRole('button', { name: 'Close' }));
  const notice = await noticeOf(hidden);
  await user.click(notice.getByRole('button', { name: 'Show' }));
  const { id } = (await all())[0]!;
  await waitFor(() => expect(document.activeElement?.getAttribute('data-record')).toBe(id));
  expect(router.state.location.search).not.toHaveProperty('q');
  expect(router.state.location.search).not.toHaveProperty('priority');
  expect(screen.queryByText(hidden)).toBeNull();
});

test('what is refused is taken back, and what was written is kept and saved by a retry', async () => {
  const task = (await all()).find(({ type, completed }) => type === 'task' && !completed)!;
  await openDemo(`/apps/tasks/${task.id}`, 'empty');
  failingCalls.add('PATCH /api/apps/tasks/task');
  const form = within(await drawer(task.title));
  const notes = form.getByRole<HTMLTextAreaElement>('textbox', { name: 'Notes' });
  await user.clear(notes);
  await user.type(notes, 'kept');
  await form.findByText('Not saved yet. What you wrote is still here.');
  expect(notes.value).toBe('kept');
  expect((await taskOf(task.title))!.notes).toBe(task.notes);
  failingCalls.clear();
  await user.click(form.getByRole('button', { name: 'Try again' }));
  await form.findByText('Saved');
  expect((await taskOf(task.title))!.notes).toBe('kept');

  failingCalls.add('PATCH /api/apps/tasks/order');
  await user.click(form.getByRole('button', { name: 'Close' }));
  screen.getByRole('button', { name: `Move ${task.title}` }).focus();
  const rows = () => [...document.querySelectorAll('[data-record]')].map((row) => row.getAttribute('data-record'));
  const shown = rows();
  await user.keyboard('{ArrowDown}');
  const notice = await noticeOf(`“${task.title}” could not be moved.`);
  await waitFor(() => expect(rows()).toEqual(shown));
  failingCalls.clear();
  await user.click(notice.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(rows()).not.toEqual(shown));
  expect((await all()).map(({ id }) => id)).toEqual(rows());
});

test('what was written when the page ended is there when the task is open again, and saved then', async () => {
  const task = (await all()).find(({ type, completed }) => type === 'task' && !completed)!;
  await openDemo(`/apps/tasks/${task.id}`, 'empty');
  // A page that ends starts a save, of which it sees no answer.
  failingCalls.add('PATCH /api/apps/tasks/task');
  await user.type(await screen.findByRole('textbox', { name: 'Notes' }), ' and the last word');
  window.dispatchEvent(new Event('pagehide'));
  cleanup();
  await openDemo(`/apps/tasks/${task.id}`, 'empty');
  const notes = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Notes' });
  expect(notes.value).toMatch(/ and the last word$/);
  await screen.findByText('Not saved yet. What you wrote is still here.');
  failingCalls.clear();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('Saved');
  expect((await taskOf(task.title))!.notes).toMatch(/ and the last word$/);
});

test('filters are part of the address, a search marks what it found, and a section folds', async () => {
  const [section] = await all();
  await openDemo('/apps/tasks', 'empty');
  const list = await screen.findByRole('list', { name: 'Tasks in their order' });
  const count = () => within(list).getAllByRole('checkbox').length;
  const before = count();
  await user.click(screen.getByRole('button', { name: `Tasks of ${section!.title}` }));
  await waitFor(() => expect(count()).toBeLessThan(before));
  await user.type(screen.getByRole('searchbox', { name: 'Search tasks' }), 'certificate');
  await waitFor(() => expect(document.querySelector('mark')?.textContent).toBe('certificate'));
  expect(screen.queryByRole('button', { name: /^Move / })).toBeNull();
});
