import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
// First: it stands a simulation of its own in for the one that the client would start.
import { failingCalls, noticeOf, openDemo, useDemoSetup } from './demo.fixture.tsx';
import { call } from '../client/client.ts';

useDemoSetup();
const user = userEvent.setup({ delay: null });
const page = async (query: { folder?: string; label?: string; page?: number }) =>
  (await call('GET /api/apps/mailbox/mails', { query })).mails;
const read = (id: string) => call('GET /api/apps/mailbox/mail', { query: { id } });
const folderId = async (slug: string) =>
  (await call('GET /api/apps/mailbox/folders')).find((folder) => folder.slug === slug)!.id;
const row = (id: string) => document.querySelector<HTMLElement>(`[data-record="${id}"]`);
const shown = async (id: string) => waitFor(() => expect(row(id)).not.toBeNull());
const form = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('a mail is written, becomes a draft by itself, is opened again after a reload, and sent', async () => {
  await openDemo('/apps/mailbox/inbox/1', 'empty');
  await user.click(await screen.findByRole('button', { name: 'Compose' }));
  let compose = await form('New mail');
  await user.type(await compose.findByRole('textbox', { name: 'Subject' }), 'Branch hours');
  await user.click(compose.getByRole('textbox', { name: 'Text' }));
  await user.keyboard('Open until six.');
  // The last word is saved though the form closes at once.
  await user.click(compose.getByRole('button', { name: 'Close' }));
  await waitFor(async () =>
    expect((await page({ folder: 'drafts' }))[0]).toMatchObject({
      subject: 'Branch hours',
      content: expect.stringContaining('Open until six.'),
    }),
  );
  const { id } = (await page({ folder: 'drafts' }))[0]!;

  cleanup();
  await openDemo('/apps/mailbox/drafts/1', 'empty');
  await shown(id);
  await user.click(row(id)!);
  compose = await form('New mail');
  const subject = await compose.findByRole<HTMLInputElement>('textbox', { name: 'Subject' });
  expect(subject.value).toBe('Branch hours');
  await user.click(compose.getByRole('button', { name: 'Send' }));
  expect(await compose.findByText('Add at least one recipient')).toBeDefined();
  await user.type(compose.getByLabelText('To'), 'ada@elmwood.example,');
  await user.click(compose.getByRole('button', { name: 'Send' }));
  await screen.findByText('Mail sent.');
  expect(await read(id)).toMatchObject({ to: 'ada@elmwood.example', folder: await folderId('sent') });

  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect((await read(id))!.folder).toBe(await folderId('drafts')));
  expect(await form('New mail')).toBeDefined();
});

test('an answer to all has recipients, subject and the mail, and a failed sending keeps it', async () => {
  const mail = (await page({ folder: 'inbox' })).find(({ cc }) => cc.length > 1)!;
  await openDemo(`/apps/mailbox/inbox/1/${mail.id}`, 'empty');
  await user.click(await screen.findByRole('button', { name: 'Reply all' }));
  const compose = await form('Reply all');
  expect((await compose.findByRole<HTMLInputElement>('textbox', { name: 'Subject' })).value).toBe(
    `Re: ${mail.subject}`,
  );
  expect(compose.getByText('Marcus Oyelaran')).toBeDefined();
  expect(compose.getByRole('textbox', { name: 'Text' }).textContent).toContain(mail.content.split('\n')[2]);
  failingCalls.add('POST /api/apps/mailbox/mail');
  await user.click(compose.getByRole('button', { name: 'Send' }));
  await compose.findByText('The mail was not sent. What you wrote is still here; try again.');
  failingCalls.clear();
  await user.click(compose.getByRole('button', { name: 'Send' }));
  await screen.findByText('Mail sent.');
  expect((await page({ folder: 'sent' }))[0]).toMatchObject({ to: mail.from.contact, cc: mail.cc });
});

test('reading marks as read; keys star, archive and go on, and a move is undone', async () => {
  const [first, second] = await page({ folder: 'inbox' });
  expect(first!.unread).toBe(true);
  const { address } = await openDemo(`/apps/mailbox/inbox/1/${first!.id}`, 'empty');
  await screen.findByRole('dialog', { name: first!.subject });
  await waitFor(async () => expect((await read(first!.id))!.unread).toBe(false));
  await user.keyboard('s');
  await waitFor(async () => expect((await read(first!.id))!.starred).toBe(true));
  await user.keyboard('j');
  await waitFor(() => expect(address()).toBe(`/apps/mailbox/inbox/1/${second!.id}`));
  await user.keyboard('e');
  await waitFor(() => expect(address()).toBe('/apps/mailbox/inbox/1'));
  await screen.findByText('Moved to “Archive”.');
  expect((await read(second!.id))!.folder).toBe(await folderId('archive'));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect((await read(second!.id))!.folder).toBe(await folderId('inbox')));
  await user.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined();
});

test('another folder takes the focus to no mail, whether one was open or had the focus', async () => {
  const [sent] = await page({ folder: 'sent' });
  const [received] = await page({ folder: 'inbox' });
  const { router } = await openDemo('/apps/mailbox/sent/1', 'empty');
  await shown(sent!.id);
  row(sent!.id)!.focus();
  await router.navigate({ href: '/apps/mailbox/inbox/1' });
  await shown(received!.id);
  expect(document.activeElement!.hasAttribute('data-record')).toBe(false);
  await router.navigate({ href: `/apps/mailbox/inbox/1/${received!.id}` });
  await screen.findByRole('dialog', { name: received!.subject });
  await router.navigate({ href: '/apps/mailbox/sent/1' });
  await shown(sent!.id);
  expect(document.activeElement!.hasAttribute('data-record')).toBe(false);
});

test('keys answer, forward, compose, go back, and move to spam and to the trash', async () => {
  const [first, second] = await page({ folder: 'inbox' });
  const { address, router } = await openDemo(`/apps/mailbox/inbox/1/${second!.id}`, 'empty');
  await screen.findByRole('dialog', { name: second!.subject });
  const subjectBy = async (key: string, name: string) => {
    await user.keyboard(key);
    const field = await (await form(name)).findByRole<HTMLInputElement>('textbox', { name: 'Subject' });
    router.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull());
    return field.value;
  };
  expect(await subjectBy('r', 'Reply')).toBe(`Re: ${second!.subject}`);
  expect(await subjectBy('a', 'Reply all')).toBe(`Re: ${second!.subject}`);
  expect(await subjectBy('f', 'Forward')).toBe(`Fwd: ${second!.subject}`);
  expect(await subjectBy('c', 'New mail')).toBe('');
  await user.keyboard('k');
  await waitFor(() => expect(address()).toBe(`/apps/mailbox/inbox/1/${first!.id}`));
  await user.keyboard('u');
  await waitFor(() => expect(address()).toBe('/apps/mailbox/inbox/1'));
  for (const [key, mail, folder] of [
    ['#', first!, 'trash'],
    ['!', second!, 'spam'],
  ] as const) {
    await shown(mail.id);
    row(mail.id)!.focus();
    await user.keyboard(key);
    await waitFor(async () => expect((await read(mail.id))!.folder).toBe(await folderId(folder)));
    await waitFor(() => expect(row(mail.id)).toBeNull());
  }
});

test('several mails are chosen, labeled and moved at once, and what is refused is taken back', async () => {
  const [first, second, third] = await page({ folder: 'inbox' });
  await openDemo('/apps/mailbox/inbox/1', 'empty');
  await shown(first!.id);
  await user.click(screen.getByRole('checkbox', { name: `Select “${first!.subject}”` }));
  await user.click(screen.getByRole('checkbox', { name: `Select “${third!.subject}”` }));
  await screen.findByText('2 selected');
  const actions = within(screen.getByRole('group', { name: 'Actions' }));
  await user.click(actions.getByRole('button', { name: 'Label' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Forums' }));
  await waitFor(async () =>
    expect((await page({ label: 'forums' })).map(({ id }) => id)).toEqual(
      expect.arrayContaining([first!.id, third!.id]),
    ),
  );
  await user.keyboard('{Escape}');
  failingCalls.add('PATCH /api/apps/mailbox/mails');
  await user.click(actions.getByRole('button', { name: 'Move to trash' }));
  const notice = await noticeOf('2 mails could not be moved.');
  await shown(first!.id);
  failingCalls.clear();
  await user.click(notice.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(
    within(screen.getByRole('group', { name: 'Actions' })).getByRole('button', { name: 'Report as spam' }),
  );
  await screen.findByText('10 mails were moved to “Spam”.');
  expect((await read(second!.id))!.folder).toBe(await folderId('spam'));
});

test('a change of several mails is done for all or none, and so is its Undo', async () => {
  const mails = await page({ folder: 'inbox' });
  const archived = await folderId('archive');
  await openDemo('/apps/mailbox/inbox/1', 'empty');
  await shown(mails[0]!.id);
  for (const { subject } of mails.slice(0, 3))
    await user.click(screen.getByRole('checkbox', { name: `Select “${subject}”` }));
  const foldersNow = async () =>
    (await Promise.all(mails.slice(0, 3).map(({ id }) => read(id)))).map((mail) => mail!.folder);
  const before = await foldersNow();
  failingCalls.add('PATCH /api/apps/mailbox/mails');
  const archive = async () =>
    user.click(within(screen.getByRole('group', { name: 'Actions' })).getByRole('button', { name: 'Archive' }));
  await archive();
  const notice = await noticeOf('3 mails could not be moved.');
  expect(await foldersNow()).toEqual(before);
  failingCalls.clear();
  await user.click(notice.getByRole('button', { name: 'Close' }));
  await shown(mails[0]!.id);
  for (const { subject } of mails.slice(0, 3))
    await user.click(screen.getByRole('checkbox', { name: `Select “${subject}”` }));
  await archive();
  await screen.findByText('3 mails were moved to “Archive”.');
  expect(await foldersNow()).toEqual([archived, archived, archived]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await foldersNow()).toEqual(before));
});

test('a draft is neither archived nor moved to the inbox, and goes back from the trash to the drafts', async () => {
  const [draft] = await page({ folder: 'drafts' });
  const { router } = await openDemo('/apps/mailbox/drafts/1', 'empty');
  await shown(draft!.id);
  await user.click(screen.getByRole('checkbox', { name: `Select “${draft!.subject}”` }));
  const actions = within(await screen.findByRole('group', { name: 'Actions' }));
  for (const name of ['Archive', 'Report as spam']) expect(actions.queryByRole('button', { name })).toBeNull();
  await user.click(actions.getByRole('button', { name: 'Move to' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Trash']);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  await user.keyboard('e');
  await user.keyboard('!');
  await user.click(actions.getByRole('button', { name: 'Move to trash' }));
  await screen.findByText('Moved to “Trash”.');
  expect((await read(draft!.id))!.folder).toBe(await folderId('trash'));
  await router.navigate({ href: `/apps/mailbox/trash/1/${draft!.id}` });
  const detail = within(await screen.findByRole('dialog', { name: draft!.subject || '(no subject)' }));
  expect(detail.queryByRole('button', { name: 'Reply' })).toBeNull();
  await user.click(await detail.findByRole('button', { name: 'Move to drafts' }));
  await screen.findByText('Moved to “Drafts”.');
  const { origin, ...back } = (await read(draft!.id))!;
  expect([back.folder, origin]).toEqual([await folderId('drafts'), undefined]);
});

test('what was just written of a mail is there again when its discarding is undone', async () => {
  await openDemo('/apps/mailbox/inbox/1?compose=new', 'empty');
  const compose = await form('New mail');
  await user.type(await compose.findByRole('textbox', { name: 'Subject' }), 'Vault');
  await user.click(compose.getByRole('button', { name: 'Discard' }));
  await screen.findByText('The draft was moved to the trash.');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  const again = await form('New mail');
  expect((await again.findByRole<HTMLInputElement>('textbox', { name: 'Subject' })).value).toBe('Vault');
});

test('a mail in the trash is deleted permanently, and returns by Undo as it was', async () => {
  const mail = (await page({ folder: 'trash' }))[0]!;
  await openDemo(`/apps/mailbox/trash/1/${mail.id}`, 'empty');
  await user.click(await screen.findByRole('button', { name: 'Delete permanently' }));
  await screen.findByText('The mail was deleted permanently.');
  expect(await read(mail.id)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await read(mail.id)).toMatchObject({ subject: mail.subject, to: mail.to }));
});

test('the trash is emptied, over all its pages, and returns by Undo; where that fails, nothing is gone', async () => {
  const inbox = await page({ folder: 'inbox' });
  const trash = await folderId('trash');
  for (const { id } of inbox) await call('PATCH /api/apps/mailbox/mail', { body: { id, mail: { folder: trash } } });
  const all = async () => (await Promise.all([1, 2].map((number) => page({ folder: 'trash', page: number })))).flat();
  const before = await all();
  expect(before.length).toBeGreaterThan(10);
  await openDemo('/apps/mailbox/trash/1', 'empty');
  await shown(before[0]!.id);
  failingCalls.add('DELETE /api/apps/mailbox/trash');
  await user.click(screen.getByRole('button', { name: 'Empty trash' }));
  const notice = await noticeOf('“Trash” could not be emptied.');
  await shown(before[0]!.id);
  failingCalls.clear();
  await user.click(notice.getByRole('button', { name: 'Try again' }));
  await screen.findByText(`${before.length} mails were deleted permanently.`);
  expect(await screen.findByText('No mails here')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await all()).toEqual(before));
  await shown(before[0]!.id);
});

test('an open mail is printed, as it is aligned and without what could run', async () => {
  const [mail] = await page({ folder: 'inbox' });
  const html = '<p align="center" onclick="alert()" style="color:red">In the middle</p>';
  await call('PATCH /api/apps/mailbox/mail', { body: { id: mail!.id, mail: { html } } });
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  await openDemo(`/apps/mailbox/inbox/1/${mail!.id}`, 'empty');
  expect((await screen.findByText('In the middle')).outerHTML).toBe('<p align="center">In the middle</p>');
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  // What the browser does when it prints.
  fireEvent(window, new Event('beforeprint'));
  const sheet = within(document.body.lastElementChild as HTMLElement);
  expect(sheet.getByRole('heading', { level: 1, name: mail!.subject, hidden: true })).toBeDefined();
  expect(sheet.getByText('In the middle')).toBeDefined();
  fireEvent(window, new Event('afterprint'));
  expect(screen.getAllByText('In the middle')).toHaveLength(1);
  vi.unstubAllGlobals();
});

test('a search is in the address and marks what it found; a page past the end leads to the last one', async () => {
  const { address, router } = await openDemo('/apps/mailbox/inbox/99', 'empty');
  await waitFor(() => expect(address()).toBe('/apps/mailbox/inbox/3'));
  expect(screen.queryByText('No mails here')).toBeNull();
  await user.type(await screen.findByRole('searchbox', { name: 'Search in Inbox' }), 'quarter point');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ q: 'quarter point' }));
  expect(address()).toBe('/apps/mailbox/inbox/1');
  await waitFor(() => expect(document.querySelectorAll('[data-record]')).toHaveLength(1));
  await user.type(screen.getByRole('searchbox', { name: 'Search in Inbox' }), ' xyzzy');
  await screen.findByText('No matching mails');
});

test('labels are created, renamed, colored and deleted in the settings, and single keys turned off', async () => {
  const labels = () => call('GET /api/apps/mailbox/labels');
  await openDemo('/apps/mailbox/settings', 'empty');
  await user.type(await screen.findByRole('textbox', { name: 'New label' }), 'Audit{Enter}');
  const title = await screen.findByRole('textbox', { name: 'Title of Audit' });
  await user.type(title, ' 2030');
  await waitFor(async () => expect((await labels()).at(-1)).toMatchObject({ title: 'Audit 2030', slug: 'audit-2030' }));
  await user.click(await screen.findByRole('button', { name: 'Color of Audit 2030' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Purple' }));
  await waitFor(async () => expect((await labels()).at(-1)!.color).toBe('#a855f7'));
  await user.click(screen.getByRole('button', { name: 'Delete Audit 2030' }));
  await user.click(
    within(await screen.findByRole('dialog', { name: /Audit 2030/ })).getByRole('button', { name: 'Delete' }),
  );
  await waitFor(async () => expect((await labels()).map(({ slug }) => slug)).not.toContain('audit-2030'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await user.click(screen.getByRole('switch', { name: /Single-key shortcuts/ }));
  await user.click(screen.getByRole('radio', { name: 'Below the list' }));
  await waitFor(async () =>
    expect(await call('GET /api/apps/mailbox/settings')).toEqual({ messageLayout: 'bottom', singleKeys: false }),
  );
});

test('a search that was just typed does not lead back to the mailbox', async () => {
  const { router, address } = await openDemo('/apps/mailbox/inbox/1', 'empty');
  await user.type(await screen.findByRole('searchbox', { name: 'Search in Inbox' }), 'loan');
  await router.navigate({ href: '/apps/contacts' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Contacts' })).toBeDefined();
  expect(address()).toBe('/apps/contacts');
});
