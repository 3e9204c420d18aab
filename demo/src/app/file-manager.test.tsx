import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
// First: it stands a simulation of its own in for the one that the client would start.
import { failingCalls, noticeOf, openDemo, useDemoSetup } from './demo.fixture.tsx';
import { call } from '../client/client.ts';

useDemoSetup();
const user = userEvent.setup({ delay: null });
const ROOT = '/apps/file-manager';
/** Rows are lower than tiles: all of the first folder are in view. */
const LIST = `${ROOT}?view=list`;
const open = (folderId = 'null') => call('GET /api/apps/file-manager', { query: { folderId } });
const itemOf = async (name: string, folderId?: string) => {
  const { folders, files } = await open(folderId);
  return [...folders, ...files].find((item) => item.name === name);
};
const link = (name: string) => screen.findByRole('link', { name });
const undo = async (message: string) => {
  const bar = await screen.findByText(message);
  await user.click(within(bar.parentElement!).getByRole('button', { name: 'Undo' }));
};
const choose = (...files: File[]) =>
  fireEvent.change(document.querySelector('input[type="file"]')!, { target: { files } });

test('a file is uploaded, shown, renamed and described, and has the bytes that it had', async () => {
  await openDemo(LIST, 'empty');
  await link('Lending');
  choose(new File(['Hello, çay!'], 'hello.txt'));
  await user.click(await link('hello.txt'));
  const detail = within(await screen.findByRole('dialog', { name: 'hello.txt' }));
  expect(await detail.findByText('Hello, çay!')).toBeDefined();
  expect(detail.getByText('12 bytes')).toBeDefined();
  await user.clear(detail.getByRole('textbox', { name: 'Name' }));
  expect(detail.getByText('Name is required.')).toBeDefined();
  await user.type(detail.getByRole('textbox', { name: 'Name' }), 'tea.txt');
  await user.type(detail.getByRole('textbox', { name: 'Description' }), 'Drink it');
  await user.keyboard('{Escape}');
  await waitFor(async () => expect(await itemOf('tea.txt')).toMatchObject({ type: 'TXT', bytes: 12, description: 'Drink it' })); // prettier-ignore
});

test('a name that another item of the folder has is refused, stays in the field, and what was the name stays', async () => {
  const { type } = (await itemOf('Phone list'))!;
  await call('POST /api/apps/file-manager/item', {
    body: { item: { folderId: null, name: 'Phone book', type, bytes: 10 } },
  });
  await openDemo(LIST, 'empty');
  await user.click(await link('Phone list'));
  const detail = within(await screen.findByRole('dialog', { name: 'Phone list' }));
  const field = detail.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  const write = async (name: string) => {
    await user.clear(field);
    await user.paste(name);
  };
  await write('PHONE BOOK ');
  const issue = await detail.findByText('“PHONE BOOK” is already in this folder. Choose another name.');
  expect(field.getAttribute('aria-describedby')).toContain(issue.id);
  // What is saved next does not take it along, and leaves it in the field.
  await user.type(detail.getByRole('textbox', { name: 'Description' }), 'All branches');
  await waitFor(async () =>
    expect(await itemOf('Phone list')).toMatchObject({ description: expect.stringMatching(/All branches$/) }),
  );
  expect(field.value).toBe('PHONE BOOK ');
  // A folder and a file differ by their pictures; its own name in other letters is free.
  await write('Lending');
  await waitFor(async () => expect((await open()).files.map(({ name }) => name)).toContain('Lending'));
  await write('LENDING');
  await waitFor(async () => expect((await open()).files.map(({ name }) => name)).toContain('LENDING'));
  expect(detail.queryByText(/is already in this folder/)).toBeNull();
});

test('what is too large or not stored is named, the rest is stored, and a retry stores what is left', async () => {
  await openDemo(LIST, 'empty');
  await link('Lending');
  const large = new File(['x'], 'film.mp4');
  Object.defineProperty(large, 'size', { value: 6 * 1024 * 1024 });
  choose(large, new File(['x'], 'small.csv'));
  expect(await screen.findByText(/5 MB at most: film\.mp4/)).toBeDefined();
  await link('small.csv');
  failingCalls.add('POST /api/apps/file-manager/item');
  choose(new File(['x'], 'later.txt'));
  const notice = await noticeOf('“later.txt” could not be stored.');
  expect(await itemOf('later.txt')).toBeUndefined();
  failingCalls.clear();
  await user.click(notice.getByRole('button', { name: 'Try again' }));
  await link('later.txt');
  expect((await open()).files.filter(({ name }) => name === 'later.txt')).toHaveLength(1);
});

test('a folder is deleted by a key with all that is in it, and returns by Undo as it was', async () => {
  const before = await itemOf('Lending');
  const inner = await open(before!.id);
  await openDemo(LIST, 'empty');
  (await link('Lending')).focus();
  await user.keyboard('{Delete}');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Lending' })).toBeNull());
  await undo('Deleted: “Lending”');
  await link('Lending');
  expect(await itemOf('Lending')).toEqual(before);
  expect(await open(before!.id)).toEqual(inner);
});

test('many are deleted at once and return by one Undo, all of them; where it fails none is, until a retry', async () => {
  const folder = (await itemOf('Lending'))!;
  for (let number = 1; number <= 25; number++)
    await call('POST /api/apps/file-manager/item', {
      body: { item: { folderId: folder.id, name: `Scan ${number}`, type: 'PDF', bytes: 10 } },
    });
  const before = await open(folder.id);
  const count = before.folders.length + before.files.length;
  await openDemo(`${ROOT}/folders/${folder.id}?view=list`, 'empty');
  const first = before.folders[0]!.name;
  const deleteAll = async () => {
    (await link(first)).focus();
    await user.keyboard('{Control>}a{/Control}');
    await screen.findByText(`${count} selected`);
    await user.keyboard('{Delete}');
  };
  failingCalls.add('DELETE /api/apps/file-manager/items');
  await deleteAll();
  const notice = await noticeOf(`${count} items could not be deleted.`);
  expect(await open(folder.id)).toEqual(before);
  failingCalls.clear();
  await user.click(notice.getByRole('button', { name: 'Try again' }));
  await screen.findByText('This folder is empty');
  await undo(`Deleted: ${count} items`);
  await link(first);
  expect(await open(folder.id)).toEqual(before);
});

test('items are selected by keys, cut, and moved into another folder; Undo moves them back', async () => {
  const people = (await itemOf('People'))!;
  const { router } = await openDemo(LIST, 'empty');
  (await link('Phone list')).focus();
  await user.keyboard(' ');
  await user.keyboard('{ArrowDown} ');
  await screen.findByText('2 selected');
  expect(document.activeElement?.textContent).toBe('Read me first');
  await user.keyboard('{Control>}x{/Control}');
  await router.navigate({ href: `${ROOT}/folders/${people.id}?view=list` });
  await link('Handbook');
  await user.keyboard('{Control>}v{/Control}');
  await link('Phone list');
  expect(await itemOf('Read me first', people.id)).toBeDefined();
  await undo('Moved to People: 2 items');
  await waitFor(async () => expect(await itemOf('Phone list')).toBeDefined());
  await user.keyboard('{Backspace}');
  await waitFor(() => expect(router.state.location.pathname).toBe(ROOT));
});

test('a folder is moved by the menu, not into itself; a move that fails changes nothing, and is made by a retry', async () => {
  const before = (await itemOf('Lending'))!;
  await openDemo(`${ROOT}/details/${before.id}`, 'empty');
  await user.click(await screen.findByRole('button', { name: 'Move' }));
  const targets = within(await screen.findByRole('dialog', { name: 'Move “Lending” to…' }));
  await targets.findByRole('button', { name: 'Onboarding' });
  for (const name of ['Lending', 'Mortgages', 'Letters']) expect(targets.queryByRole('button', { name })).toBeNull();
  failingCalls.add('PATCH /api/apps/file-manager/item');
  await user.click(targets.getByRole('button', { name: 'Onboarding' }));
  const notice = await noticeOf('“Lending” could not be moved.');
  expect(await itemOf('Lending')).toEqual(before);
  failingCalls.clear();
  await user.click(notice.getByRole('button', { name: 'Try again' }));
  const target = (await itemOf('Onboarding', (await itemOf('People'))!.id)) ?? (await itemOf('Onboarding'));
  await waitFor(async () => expect(await itemOf('Lending', target!.id)).toBeDefined());
});

test('a search finds files of all folders and says where they are; order and layout are in the address', async () => {
  const { router } = await openDemo(`${ROOT}?view=list`, 'empty');
  await user.type(await screen.findByRole('searchbox', { name: 'Search all files' }), 'reminder');
  await screen.findByText('2 items found in all folders');
  expect(screen.getAllByText('Lending / Collections / Letters')).toHaveLength(2);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Size');
  await user.click(screen.getByRole('button', { name: 'Sort descending' }));
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ view: 'list', q: 'reminder', sort: 'size', order: 'desc' }),
  );
});

const conflict = (name: string) => screen.findByRole('dialog', { name });
const answer = async (dialog: HTMLElement, name: string) => {
  await user.click(within(dialog).getByRole('button', { name }));
  // Another question would look like one that is still closing.
  await waitFor(() => expect(dialog.isConnected).toBe(false));
};

test('an upload under a name that is taken asks: both stay, the old one is replaced and back, or nothing is done', async () => {
  await openDemo(LIST, 'empty');
  await link('Lending');
  const before = (await itemOf('Phone list'))!;
  choose(new File(['new'], 'phone list.csv'), new File(['x'], 'other.txt'));
  await answer(await conflict('“phone list.csv” is already in “All files”'), 'Keep both');
  await link('phone list (2).csv');
  await link('other.txt');
  choose(new File(['newer'], 'phone list.csv'));
  await answer(await conflict('“phone list.csv” is already in “All files”'), 'Replace');
  await waitFor(async () => expect(await itemOf('Phone list')).toBeUndefined());
  expect((await itemOf('phone list.csv'))!.bytes).toBe(5);
  await undo('1 file was replaced.');
  await waitFor(async () => expect(await itemOf('phone list.csv')).toBeUndefined());
  expect(await itemOf('Phone list')).toEqual(before);
  choose(new File(['x'], 'phone list.csv'), new File(['x'], 'last.txt'));
  await answer(await conflict('“phone list.csv” is already in “All files”'), 'Skip');
  await link('last.txt');
  choose(new File(['x'], 'phone list.csv'), new File(['x'], 'never.txt'));
  await conflict('“phone list.csv” is already in “All files”');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await itemOf('never.txt')).toBeUndefined();
});

test('a move to where the name is taken asks, and Undo brings back what was replaced', async () => {
  const people = (await itemOf('People'))!;
  const add = (name: string, folderId: string | null) =>
    call('POST /api/apps/file-manager/item', { body: { item: { folderId, name, type: 'TXT' } } });
  const [moved, replaced] = [await add('Rota', null), await add('rota', people.id)];
  await openDemo(`${ROOT}/details/${moved.id}`, 'empty');
  await user.click(await screen.findByRole('button', { name: 'Move' }));
  const targets = within(await screen.findByRole('dialog', { name: 'Move “Rota” to…' }));
  await user.click(await targets.findByRole('button', { name: 'People' }));
  await answer(await conflict('“Rota” is already in “People”'), 'Replace');
  await undo('Moved to People: “Rota”');
  await waitFor(async () => expect((await itemOf('Rota'))?.id).toBe(moved.id));
  expect((await itemOf('rota', people.id))?.id).toBe(replaced.id);
});

test('Shift selects a range by keys and by clicks, and new folders get names of their own', async () => {
  await openDemo(LIST, 'empty');
  (await link('Board papers')).focus();
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  expect(await screen.findByText('3 selected')).toBeDefined();
  await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
  expect(await screen.findByText('2 selected')).toBeDefined();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('checkbox', { name: 'Select Finance' }));
  await user.keyboard('{Shift>}');
  await user.click(await link('People'));
  await user.keyboard('{/Shift}');
  expect(await screen.findByText('4 selected')).toBeDefined();
  await user.keyboard('{Control>}');
  await user.click(await link('Lending'));
  await user.keyboard('{/Control}');
  expect(await screen.findByText('3 selected')).toBeDefined();
  await user.keyboard('{Escape}');
  for (const name of ['New folder', 'New folder (2)']) {
    await user.click(screen.getByRole('button', { name: 'New folder' }));
    const detail = await screen.findByRole('dialog', { name });
    await waitFor(() => expect(document.activeElement).toBe(within(detail).getByRole('textbox', { name: 'Name' })));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});
