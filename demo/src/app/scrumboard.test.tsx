import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
// First: it stands a simulation of its own in for the one that the client would start.
import { failingCalls, noticeOf, openDemo, useDemoSetup } from './demo.fixture.tsx';
import { call } from '../client/client.ts';

useDemoSetup();
const user = userEvent.setup({ delay: null });
const boards = () => call('GET /api/apps/scrumboard/boards');
const boardOf = async (id: string) => (await call('GET /api/apps/scrumboard/board', { query: { id } }))!;
const firstBoard = async () => boardOf((await boards())[0]!.id);
const listsOf = async (id: string) =>
  (await boardOf(id)).lists.map(({ title, cards }) => [title, cards.map((card) => card.title)] as const);
const link = (id: string) => document.querySelector<HTMLElement>(`[data-record="${id}"]`)!;
/** Faster than key by key. */
const write = async (field: HTMLElement, text: string) => {
  await user.click(field);
  await user.paste(text);
};
const undo = async (message: string) => {
  const bar = await screen.findByText(message);
  await user.click(within(bar.parentElement!).getByRole('button', { name: 'Undo' }));
};

test('a board is created, filled in, and given lists and cards, and deleted and brought back', async () => {
  const before = await boards();
  const { address } = await openDemo('/apps/scrumboard', 'empty');
  await user.click(await screen.findByRole('button', { name: 'New board' }));
  const settings = within(await screen.findByRole('dialog', { name: 'Board settings' }));
  const title = settings.getByRole<HTMLTextAreaElement>('textbox', { name: 'Title' });
  await user.clear(title);
  expect(settings.getByText('Write a title. Until then, the last one stays.')).toBeDefined();
  await write(title, 'Audit');
  await write(settings.getByRole('textbox', { name: 'Description' }), 'Due in May');
  // The last word is saved though the drawer closes at once.
  await user.click(settings.getByRole('button', { name: 'Close' }));
  const id = address().split('/').at(-1)!;
  await waitFor(async () => expect(await boardOf(id)).toMatchObject({ title: 'Audit', description: 'Due in May' }));

  const list = within(await screen.findByRole('region', { name: 'To do' }));
  await user.click(list.getByRole('button', { name: 'Add a card' }));
  await user.keyboard('Count the cash{Enter}Sign the report{Enter}{Escape}');
  await user.click(screen.getByRole('button', { name: 'Add a list' }));
  await user.keyboard('Later{Enter}{Escape}');
  await waitFor(async () =>
    expect(await listsOf(id)).toEqual([
      ['To do', ['Count the cash', 'Sign the report']],
      ['In progress', []],
      ['Done', []],
      ['Later', []],
    ]),
  );
  await user.click(await screen.findByRole('button', { name: 'Later' }));
  const name = screen.getByRole('textbox', { name: 'Name of the list Later' });
  await user.clear(name);
  await user.type(name, 'Some day{Enter}');
  await waitFor(async () => expect((await listsOf(id))[3]![0]).toBe('Some day'));

  await user.click(screen.getByRole('button', { name: 'Board settings' }));
  await user.click(await screen.findByRole('button', { name: 'Delete board' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete “Audit”?' }));
  await user.click(question.getByRole('button', { name: 'Delete board' }));
  await waitFor(() => expect(address()).toBe('/apps/scrumboard'));
  await waitFor(async () => expect(await boards()).toEqual(before));
  await undo('“Audit” was deleted.');
  await waitFor(async () => expect((await listsOf(id))[0]![1]).toHaveLength(2));
});

test('a card is filled in, and is all there after a reload', async () => {
  const { id, lists, members } = await firstBoard();
  const card = lists[0]!.cards[1]!;
  const cardNow = async () =>
    (await boardOf(id)).lists.flatMap(({ cards }) => cards).find((one) => one.id === card.id)!;
  await openDemo(`/apps/scrumboard/${id}`, 'empty');
  await waitFor(() => expect(link(card.id)).not.toBeNull());
  await user.click(link(card.id));
  const form = within(await screen.findByRole('dialog', { name: card.title }));
  await user.clear(form.getByLabelText('Due'));
  await user.type(form.getByLabelText('Due'), '2030-03-04');
  await write(form.getByRole('textbox', { name: 'Description' }), 'Because banks rest');
  await user.type(form.getByRole('textbox', { name: 'Add a step' }), 'Draw it{Enter}');
  await user.click(form.getByRole('checkbox', { name: '“Draw it” is done' }));
  await user.click(form.getByRole('radio', { name: 'Color 4' }));
  await user.click(form.getByRole('combobox', { name: 'Members' }));
  const person = members.find((member) => !card.members.includes(member.id))!;
  await user.click(await form.findByRole('option', { name: person.name }));
  await write(form.getByRole('textbox', { name: 'Write a comment' }), 'Ask the bank');
  cleanup();
  await openDemo(`/apps/scrumboard/${id}/card/${card.id}`, 'empty');
  const again = within(await screen.findByRole('dialog', { name: card.title }));
  await waitFor(async () =>
    expect(await cardNow()).toMatchObject({
      dueDate: expect.stringMatching(/^2030-03-04/),
      description: 'Because banks rest',
      checklist: [{ title: 'Draw it', completed: true }],
      members: [...card.members, person.id],
      cover: { color: 4 },
    }),
  );
  // A comment that was not sent yet is still written.
  expect(again.getByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' }).value).toBe('Ask the bank');
  await user.click(again.getByRole('button', { name: 'Add comment' }));
  expect(await again.findByText('Ask the bank')).toBeDefined();
  await user.click(await again.findByRole('button', { name: 'Delete comment' }));
  await waitFor(async () => expect((await cardNow()).comments).toEqual([]));
  await undo('The comment was deleted.');
  await waitFor(async () => expect((await cardNow()).comments[0]!.content).toBe('Ask the bank'));
});

test('a card is moved by the keyboard, which is announced, and Undo moves it back', async () => {
  const { id, lists } = await firstBoard();
  const card = lists[0]!.cards[1]!;
  const before = await listsOf(id);
  await openDemo(`/apps/scrumboard/${id}`, 'empty');
  await waitFor(() => expect(link(card.id)).not.toBeNull());
  link(card.id).focus();
  await user.keyboard(' ');
  expect(await screen.findByText(/is lifted/)).toBeDefined();
  await user.keyboard('{ArrowRight}');
  expect(await screen.findByText(`${lists[1]!.title}, 2 of ${lists[1]!.cards.length + 1}`)).toBeDefined();
  expect(document.activeElement).toBe(link(card.id));
  await user.keyboard('{Escape}');
  expect(await screen.findByText(`${card.title} is back where it was.`)).toBeDefined();
  expect(document.activeElement).toBe(link(card.id));
  expect(await listsOf(id)).toEqual(before);

  await user.keyboard(' {ArrowRight}{ArrowUp}{Enter}');
  await waitFor(async () => expect((await listsOf(id))[1]![1][0]).toBe(card.title));
  expect(document.activeElement).toBe(link(card.id));
  await user.keyboard('{ArrowLeft}');
  expect(document.activeElement).toBe(link(lists[0]!.cards[0]!.id));
  await undo(`“${card.title}” is in ${lists[1]!.title}, 1 of ${lists[1]!.cards.length + 1}.`);
  await waitFor(async () => expect(await listsOf(id)).toEqual(before));
});

test('menus move cards and lists, and delete them; what is deleted returns by Undo', async () => {
  const { id, lists } = await firstBoard();
  const before = await listsOf(id);
  const card = lists[0]!.cards[0]!;
  await openDemo(`/apps/scrumboard/${id}`, 'empty');
  const choose = async (button: string, item: string) => {
    await user.click(await screen.findByRole('button', { name: button }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  await choose(`Options for ${card.title}`, `Move to ${lists[3]!.title}`);
  await waitFor(async () => expect((await listsOf(id))[3]![1].at(-1)).toBe(card.title));
  await undo(
    `“${card.title}” is in ${lists[3]!.title}, ${lists[3]!.cards.length + 1} of ${lists[3]!.cards.length + 1}.`,
  );
  await waitFor(async () => expect(await listsOf(id)).toEqual(before));
  await choose(`Options for ${card.title}`, 'Delete card');
  await undo(`“${card.title}” was deleted.`);
  await waitFor(async () => expect(await listsOf(id)).toEqual(before));
  await choose(`Options for the list ${lists[0]!.title}`, 'Move right');
  await waitFor(async () => expect((await listsOf(id)).map(([title]) => title)[1]).toBe(lists[0]!.title));
  await undo(`“${lists[0]!.title}” is now list 2 of ${lists.length}.`);
  await waitFor(async () => expect(await listsOf(id)).toEqual(before));
  await choose(`Options for the list ${lists[0]!.title}`, 'Delete list');
  await waitFor(async () => expect(await listsOf(id)).toEqual(before.slice(1)));
  await undo(`“${lists[0]!.title}” was deleted.`);
  await waitFor(async () => expect(await listsOf(id)).toEqual(before));
});

test('a card that a filter hides is named, and shown among all', async () => {
  const { id, lists } = await firstBoard();
  await openDemo(`/apps/scrumboard/${id}?due=overdue`, 'empty');
  const first = within(await screen.findByRole('region', { name: lists[0]!.title }));
  await user.click(first.getByRole('button', { name: 'Add a card' }));
  await user.keyboard('Not overdue{Enter}');
  const hidden = 'Added, but your search or filters hide it.';
  const notice = await noticeOf(hidden);
  expect(first.queryByRole('link', { name: 'Not overdue' })).toBeNull();
  await user.click(notice.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(document.activeElement).toBe(first.getByRole('link', { name: 'Not overdue' })));
  expect(screen.queryByText(hidden)).toBeNull();
});

test('what is refused is taken back, and tried again by a button; what was written stays', async () => {
  const { id, lists } = await firstBoard();
  const card = lists[0]!.cards[0]!;
  await openDemo(`/apps/scrumboard/${id}`, 'empty');
  await waitFor(() => expect(link(card.id)).not.toBeNull());
  failingCalls.add('PATCH /api/apps/scrumboard/board/cards').add('PUT /api/apps/scrumboard/board/card');
  link(card.id).focus();
  await user.keyboard(' {ArrowRight} ');
  const notice = await noticeOf(`“${card.title}” could not be moved.`);
  const first = within(screen.getByRole('region', { name: lists[0]!.title }));
  await waitFor(() => expect(first.getByRole('link', { name: card.title })).toBeDefined());

  await user.click(first.getByRole('button', { name: 'Add a card' }));
  await user.keyboard('Lost?{Enter}');
  expect(await first.findByText('It could not be added. What you wrote is still here; try again.')).toBeDefined();
  expect(first.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Lost?');
  failingCalls.clear();
  await user.click(first.getByRole('button', { name: 'Add' }));
  await first.findByRole('link', { name: 'Lost?' });
  await user.click(notice.getByRole('button', { name: 'Try again' }));
  await waitFor(async () => expect((await listsOf(id))[1]![1][0]).toBe(card.title));
  await waitFor(() => expect(screen.queryByText(`“${card.title}” could not be moved.`)).toBeNull());
});

test('filters and a search are part of the address, mark what they found and count it', async () => {
  const { id, lists } = await firstBoard();
  const { router } = await openDemo(`/apps/scrumboard/${id}`, 'empty');
  await screen.findByRole('region', { name: lists[0]!.title });
  await router.navigate({ href: `/apps/scrumboard/${id}?due=overdue` });
  await waitFor(() => expect(document.querySelectorAll('[data-record]')).toHaveLength(1));
  expect(screen.getAllByText(`0 of ${lists[0]!.cards.length} cards`)).not.toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await write(screen.getByRole('searchbox', { name: 'Search cards' }), 'fingerprint');
  await waitFor(() => expect(document.querySelector('mark')?.textContent).toBe('fingerprint'));
  expect(router.state.location.search).toMatchObject({ q: 'fingerprint' });
});

test('an unknown board or card leads back', async () => {
  const { id } = await firstBoard();
  const { address } = await openDemo(`/apps/scrumboard/${id}/card/none`, 'empty');
  await waitFor(() => expect(address()).toBe(`/apps/scrumboard/${id}`));
  cleanup();
  const other = await openDemo('/apps/scrumboard/none', 'empty');
  await waitFor(() => expect(other.address()).toBe('/apps/scrumboard'));
});
