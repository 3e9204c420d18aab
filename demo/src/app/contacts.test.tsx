import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
// First: it stands a simulation of its own in for the one that the client would start.
import { failedCalls, failingCalls, hold, noticeOf, openDemo, useDemoSetup } from './demo.fixture.tsx';
import { call } from '../client/client.ts';

useDemoSetup();
const user = userEvent.setup({ delay: null });
const all = () => call('GET /api/apps/contacts/all');
type Contact = Awaited<ReturnType<typeof all>>[number];
const contactOf = async (name: string) => (await all()).find((contact) => contact.name === name);
/** Faster than key by key. */
const write = async (field: HTMLElement, text: string) => {
  await user.click(field);
  await user.paste(text);
};
const drawer = (name: string) => screen.findByRole('dialog', { name });
const undo = async (message: string) => {
  const bar = await screen.findByText(message);
  await user.click(within(bar.parentElement!).getByRole('button', { name: 'Undo' }));
};

test('a contact is added and filled in, and is shown as it was written', async () => {
  await openDemo('/apps/contacts', 'empty');
  await user.click(await screen.findByRole('button', { name: 'Add contact' }));
  const form = within(await drawer('New contact'));
  const name = form.getByRole<HTMLInputElement>('textbox', { name: /^Name/ });
  await waitFor(() => expect(document.activeElement).toBe(name));
  await user.clear(name);
  expect(form.getByText('Write a name. Until then, the last one stays.')).toBeDefined();
  await user.type(name, 'Ada Alvarez');
  await write(form.getByRole('textbox', { name: 'Job title' }), 'Notary');
  await write(form.getByRole('textbox', { name: 'Email address 1' }), 'ada@post.example');
  await user.click(form.getByRole('button', { name: 'Add email address' }));
  await write(form.getByRole('textbox', { name: 'Email address 2' }), 'notary@post.example');
  await user.selectOptions(form.getByRole('combobox', { name: 'Country of phone number 1' }), 'tr');
  await write(form.getByRole('textbox', { name: 'Phone number 1' }), '312 555 01 23');
  // A blank one is not saved, and stays to be filled in.
  await user.click(form.getByRole('button', { name: 'Add phone number' }));
  await form.findByText('Saved');
  expect(form.getByRole('textbox', { name: 'Phone number 2' })).toBeDefined();
  await user.type(form.getByLabelText('Birthday'), '1980-02-29');
  await write(form.getByRole('textbox', { name: 'Notes' }), 'Likes <b>cats</b>\n& dogs');
  await user.click(form.getByRole('button', { name: 'Done' }));
  const view = within(await drawer('Ada Alvarez'));
  await view.findByText('February 29, 1980');
  expect(view.getByRole('link', { name: /\+90 312 555 01 23/ }).getAttribute('href')).toBe('tel:+903125550123');
  expect(await contactOf('Ada Alvarez')).toMatchObject({
    title: 'Notary',
    emails: [{ email: 'ada@post.example' }, { email: 'notary@post.example' }],
    phoneNumbers: [{ country: 'tr', phoneNumber: '312 555 01 23' }],
    notes: '<p>Likes &lt;b&gt;cats&lt;/b&gt;</p><p>&amp; dogs</p>',
  });
});

test('a deleted contact returns by Undo as it was, and the next one is shown meanwhile', async () => {
  const before = await all();
  const [contact, next] = before.filter(({ company }) => company === 'Kale Bilişim') as [Contact, Contact];
  const { router, address } = await openDemo('/apps/contacts', 'empty');
  await router.navigate({ href: `/apps/contacts/${contact.id}?q=kale` });
  await user.click(await screen.findByRole('button', { name: 'Delete contact' }));
  await waitFor(() => expect(address()).toBe(`/apps/contacts/${next.id}`));
  await undo(`${contact.name} was deleted.`);
  await waitFor(async () => expect(await all()).toEqual(before));
});

test('what is refused stays in the form, and is saved by a retry', async () => {
  const contact = (await all())[0]!;
  const { router } = await openDemo('/apps/contacts', 'empty');
  await router.navigate({ href: `/apps/contacts/${contact.id}?edit=yes` });
  failingCalls.add('PATCH /api/apps/contacts/contact');
  const form = within(await drawer(contact.name));
  const company = form.getByRole<HTMLInputElement>('textbox', { name: 'Company' });
  await user.clear(company);
  await write(company, 'Kept & Sons');
  await form.findByText('Not saved yet. What you wrote is still here.');
  expect(company.value).toBe('Kept & Sons');
  failingCalls.clear();
  await user.click(form.getByRole('button', { name: 'Try again' }));
  await form.findByText('Saved');
  expect((await contactOf(contact.name))!.company).toBe('Kept & Sons');
  // Another contact is opened to be read.
  await user.click(form.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('edit'));
});

test('a search looks at all fields, the count follows it, and tags narrow', async () => {
  const before = await all();
  const { router } = await openDemo('/apps/contacts', 'empty');
  await screen.findByText(`${before.length} contacts`);
  expect(screen.getByRole('heading', { level: 1, name: 'Contacts' })).toBeDefined();
  await write(screen.getByRole('searchbox', { name: 'Search contacts' }), 'kale bilisim');
  const found = before.filter(({ company }) => company === 'Kale Bilişim');
  await screen.findByText(`${found.length} of ${before.length} contacts`);
  expect(document.querySelectorAll('[data-record]')).toHaveLength(found.length);
  await user.clear(screen.getByRole('searchbox', { name: 'Search contacts' }));
  await user.type(screen.getByRole('searchbox', { name: 'Search contacts' }), 'zzz');
  expect(await screen.findByText('No contacts match')).toBeDefined();
  expect(screen.getByText(`0 of ${before.length} contacts`)).toBeDefined();
  const [tag] = await call('GET /api/apps/contacts/tags');
  await router.navigate({ href: `/apps/contacts?tag=${tag!.id}` });
  const tagged = before.filter(({ tags }) => tags.includes(tag!.id));
  await screen.findByText(`${tagged.length} of ${before.length} contacts`);
});

test('contacts are exported, deleted and imported again, with what is there already left out', async () => {
  const before = await all();
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:saved';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await openDemo('/apps/contacts', 'empty');
  const menu = async (item: string) => {
    await user.click(await screen.findByRole('button', { name: 'Import and export' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  await screen.findByText(`${before.length} contacts`);
  await menu('Export as vCard');
  await waitFor(() => expect(saved).toHaveLength(1));
  await menu('Export as CSV');
  await waitFor(() => expect(saved).toHaveLength(2));
  vi.restoreAllMocks();
  const gone = before.slice(0, 2);
  await call('DELETE /api/apps/contacts/contacts', { body: { ids: gone.map(({ id }) => id) } });

  for (const [file, type] of [
    [saved[0]!, 'contacts.vcf'],
    [saved[1]!, 'contacts.csv'],
  ] as const) {
    await menu('Import a file');
    await drawer('Import a file');
    const input = document.querySelector<HTMLInputElement>('input[type="file"]')!;
    await user.upload(input, new File([await file.text()], type, { type: file.type }));
    await screen.findByText(`${type} has ${before.length} contacts.`);
    expect(
      screen.getByRole('checkbox', { name: `Skip ${before.length - 2} contacts that are already here` }),
    ).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Import 2 contacts' }));
    await screen.findByText('2 contacts were imported.');
    const after = await all();
    for (const { name, company, emails, phoneNumbers, tags, birthday, address } of gone)
      expect(after.find((contact) => contact.name === name)).toMatchObject({
        company,
        tags,
        birthday,
        address,
        emails: emails.map(({ email }) => ({ email })),
        phoneNumbers: phoneNumbers.map(({ phoneNumber, country }) => ({ phoneNumber, country })),
      });
    await undo('2 contacts were imported.');
    await waitFor(async () => expect(await all()).toHaveLength(before.length - 2));
  }
  await menu('Import a file');
  await drawer('Import a file');
  await user.upload(
    document.querySelector<HTMLInputElement>('input[type="file"]')!,
    new File(['a,b\n1,2'], 'x.csv', { type: 'text/csv' }),
  );
  expect(await screen.findByText('x.csv has no contacts that can be read. Choose a vCard or CSV file.')).toBeDefined();
});

test('an export that is asked for before the tags have loaded has them', async () => {
  const [first] = await call('GET /api/apps/contacts/tags');
  const answer = hold('GET /api/apps/contacts/tags');
  let saved: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved = blob as Blob;
    return 'blob:saved';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await openDemo('/apps/contacts', 'empty');
  await screen.findByText(`${(await all()).length} contacts`);
  await user.click(screen.getByRole('button', { name: 'Import and export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Export as CSV' }));
  await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Export as CSV' })).toBeNull());
  answer();
  await waitFor(() => expect(saved).toBeDefined());
  vi.restoreAllMocks();
  expect(await saved!.text()).toContain(first!.title);
});

test('duplicates are found and merged, and Undo parts them again', async () => {
  const contact = (await all()).find(({ birthday }) => birthday !== null)!;
  const twin = { name: contact.name, emails: [{ email: 'other@post.example', label: '' }] };
  await call('POST /api/apps/contacts/contacts', { body: { contacts: [twin] } });
  const before = await all();
  await openDemo('/apps/contacts', 'empty');
  await screen.findByText('One person seems to be here twice.');
  await user.click(screen.getByRole('button', { name: 'Review duplicates' }));
  await user.click(await screen.findByRole('button', { name: `Merge the contacts of ${contact.name}` }));
  await waitFor(async () => expect(await all()).toHaveLength(before.length - 1));
  const merged = (await contactOf(contact.name))!;
  expect(merged.birthday).toBe(contact.birthday);
  expect(merged.emails.map(({ email }) => email)).toEqual(
    expect.arrayContaining([contact.emails[0]!.email, 'other@post.example']),
  );
  await undo(`The contacts of ${contact.name} were merged.`);
  await waitFor(async () => expect(await all()).toEqual(expect.arrayContaining(before)));
});

test('a merge that fails halfway leaves all contacts as they were, and is made by a retry', async () => {
  const contact = (await all()).find(({ birthday }) => birthday !== null)!;
  const twin = { name: contact.name, emails: [{ email: 'other@post.example', label: '' }] };
  await call('POST /api/apps/contacts/contacts', { body: { contacts: [twin] } });
  const before = await all();
  await openDemo('/apps/contacts', 'empty');
  await user.click(await screen.findByRole('button', { name: 'Review duplicates' }));
  failingCalls.add('DELETE /api/apps/contacts/contacts');
  await user.click(await screen.findByRole('button', { name: `Merge the contacts of ${contact.name}` }));
  const notice = await noticeOf(`The duplicates of “${contact.name}” could not be merged.`);
  expect(failedCalls).toContain('DELETE /api/apps/contacts/contacts');
  expect(await all()).toEqual(before);
  failingCalls.clear();
  await user.click(notice.getByRole('button', { name: 'Try again' }));
  await waitFor(async () => expect(await all()).toHaveLength(before.length - 1));
});
