import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
// First: it stands a simulation of its own in for the one that the client would start.
import { failingCalls, noticeOf, openDemo, useDemoSetup } from './demo.fixture.tsx';
import { call } from '../client/client.ts';

useDemoSetup();
const user = userEvent.setup({ delay: null });
const all = () => call('GET /api/apps/notes/all');
const noteOf = async (title: string) => (await all()).find((note) => note.title === title);
const cards = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

test('a note is written with a checklist, a label and a pin, and is all there after a reload', async () => {
  await openDemo('/apps/notes', 'empty');
  await user.click(await screen.findByRole('button', { name: 'New note' }));
  const form = within(await screen.findByRole('dialog', { name: 'Note' }));
  await waitFor(() => expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Title' })));
  await user.keyboard('Garden');
  await user.type(form.getByRole('textbox', { name: 'Text' }), 'Before the frost');
  await user.type(form.getByRole('textbox', { name: /^Add an item/ }), 'Roses{Enter}Hose{Enter}');
  await user.click(form.getByRole('checkbox', { name: '“Roses” is done' }));
  await user.click(form.getByRole('button', { name: 'Edit labels' }));
  await user.type(await form.findByRole('textbox', { name: 'Find or create a tag' }), 'Outdoors{Enter}');
  await waitFor(async () => expect((await call('GET /api/apps/notes/labels')).at(-1)?.title).toBe('Outdoors'));
  await user.keyboard('{Escape}');
  await user.click(form.getByRole('button', { name: 'Pin' }));
  await user.click(form.getByRole('button', { name: 'Close' }));
  await waitFor(async () =>
    expect(await noteOf('Garden')).toMatchObject({
      content: 'Before the frost',
      labels: [{ title: 'Outdoors' }],
      pinned: true,
      tasks: [
        { content: 'Roses', completed: true },
        { content: 'Hose', completed: false },
      ],
    }),
  );
  await waitFor(() => expect(cards()[0]).toBe('Garden'));
});

test('a new note in which nothing is written is not saved; one that is written by a key alone is', async () => {
  const before = await all();
  await openDemo('/apps/notes', 'empty');
  await screen.findByRole('link', { name: before[0]!.title });
  for (const text of ['', 'Written']) {
    await user.keyboard('{Control>}/{/Control}');
    const form = within(await screen.findByRole('dialog', { name: 'Note' }));
    await waitFor(() => expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Title' })));
    await user.keyboard(`${text}{Escape}`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  await waitFor(async () => expect(await noteOf('Written')).toBeDefined());
  await waitFor(async () => expect(await all()).toHaveLength(before.length + 1));
});

test('a box on a card is ticked at once, taken back where that fails, and ticked by a retry', async () => {
  const note = (await all()).find(({ tasks, archived }) => !archived && tasks?.some(({ completed }) => !completed))!;
  const item = note.tasks!.find(({ completed }) => !completed)!;
  await openDemo('/apps/notes', 'empty');
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: `“${item.content}” is done` });
  await waitFor(box);
  failingCalls.add('PATCH /api/apps/notes');
  await user.click(box());
  const notice = await noticeOf(`“${item.content}” could not be changed.`);
  await waitFor(() => expect(box().checked).toBe(false));
  failingCalls.clear();
  await user.click(notice.getByRole('button', { name: 'Try again' }));
  await waitFor(async () =>
    expect((await noteOf(note.title))!.tasks!.find(({ id }) => id === item.id)!.completed).toBe(true),
  );
});

test('a note that the archive or a label hides is named, and shown among all; not one that was left empty', async () => {
  const [label] = await call('GET /api/apps/notes/labels');
  await openDemo(`/apps/notes?show=archive&labels=${label!.id}`, 'empty');
  const hidden = 'Added, but your search or filters hide it.';
  await user.click(await screen.findByRole('button', { name: 'New note' }));
  await screen.findByText(hidden);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText(hidden)).toBeNull());

  await user.click(screen.getByRole('button', { name: 'New note' }));
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Out of sight{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const notice = await noticeOf(hidden);
  await user.click(notice.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Out of sight'));
  expect(screen.getByRole('radio', { name: 'Notes' })).toHaveProperty('checked', true);
});

test.each([
  ['Delete note', 'was deleted.'],
  ['Archive', 'was archived.'],
])('%s closes the note, and Undo brings it back as it was', async (act, message) => {
  const note = (await all()).find(({ archived }) => !archived)!;
  const { address } = await openDemo(`/apps/notes/${note.id}`, 'empty');
  await user.click(await screen.findByRole('button', { name: act }));
  await waitFor(() => expect(address()).toBe('/apps/notes'));
  const bar = await screen.findByText(`“${note.title}” ${message}`);
  await waitFor(() => expect(cards()).not.toContain(note.title));
  // The focus goes to a note that is there.
  await waitFor(() => expect(document.activeElement?.getAttribute('data-record')).toBeTruthy());
  await user.click(within(bar.parentElement!).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(cards()).toContain(note.title));
  const { updatedAt: _updatedAt, ...content } = note;
  expect(await noteOf(note.title)).toMatchObject(content);
});

test('a reminder that is due becomes a notification that leads to its note, once', async () => {
  const note = (await all()).find(({ archived, title }) => !archived && title !== '')!;
  const { id, createdAt: _createdAt, updatedAt: _updatedAt, ...content } = note;
  const reminder = new Date(Date.now() - 1000).toISOString();
  await call('PATCH /api/apps/notes', { body: { updatedNote: { id, ...content, reminder } } });
  const fired = async () =>
    (await call('GET /api/common/notifications')).filter(({ title }) => title === `Reminder: ${note.title}`);
  expect(await fired()).toEqual([]);
  await openDemo('/apps/notes', 'classic');
  // The reminder ends last.
  await waitFor(async () => expect((await noteOf(note.title))!.reminder).toBeNull());
  expect(await fired()).toMatchObject([{ link: `/apps/notes/${id}`, seen: false }]);
});
