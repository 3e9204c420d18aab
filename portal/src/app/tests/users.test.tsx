import type { ListedPerson, TenantPerson } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fill, openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();
afterEach(() => {
  vi.restoreAllMocks();
});

const id = (number: number) => `018f3a52-7d1c-7000-8000-00000000000${number}`;
const listed = (number: number, more: Partial<ListedPerson> = {}): ListedPerson => ({
  kind: 'member',
  id: id(number),
  name: `Person ${number}`,
  email: `person.${number}@alder.example`,
  state: 'active',
  roles: ['tenant.user'],
  groups: [],
  lastSeenAt: null,
  since: '2026-11-01T10:00:00.000Z',
  expiresAt: null,
  invitedBy: null,
  isSelf: false,
  ...more,
});
const NOTHING = { roles: [], groups: [], attributes: {} };
const details: TenantPerson = {
  id: id(1),
  name: 'Person 1',
  email: 'person.1@alder.example',
  state: 'active',
  since: '2026-11-01T10:00:00.000Z',
  lastSeenAt: null,
  sources: ['claim'],
  claimed: { roles: ['tenant.user'], groups: ['tellers'], attributes: {} },
  granted: NOTHING,
  provisioned: [],
  owned: { subscriptions: 2, alerts: 0, queries: 0, copies: 0, workspaces: 0 },
  isSelf: false,
  isLastAdministrator: false,
};
const refused = (field: string, code = 'CONFLICT', status = 409) =>
  Response.json({ error: { code, message: 'No', requestId: 'r', details: [{ field, message: 'No' }] } }, { status });

let people: ListedPerson[];
let total: number;
beforeEach(() => {
  people = [listed(1), listed(2)];
  total = 2;
  // The list, whatever it is narrowed to.
  server.answers['GET /api/v1/*'] = () => Response.json({ people, total });
  server.answers['GET /api/v1/users/groups'] = () => Response.json({ groups: ['tellers'] });
  server.answers[`GET /api/v1/users/${id(1)}`] = () => Response.json(details);
});

const open = (search = '') => openPortal(`/users${search}`, person('tenant.admin'));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

describe('the list', () => {
  it('keeps search, filters and page in the address', async () => {
    total = 120;
    const { address } = await open('?q=per&state=active&page=2');
    expect(await screen.findByText('51–100 of 120')).toBeTruthy();
    expect((screen.getByLabelText('Search by name or email') as HTMLInputElement).value).toBe('per');
    await press('Next');
    await waitFor(() => expect(address()).toContain('page=3'));
    await userEvent.selectOptions(screen.getByLabelText('Roles', { selector: 'select' }), 'tenant.admin');
    await waitFor(() => expect(address()).toBe('/users?q=per&role=tenant.admin&state=active'));
  });

  it('is narrowed to those who were not seen for long, and sorted, by its address', async () => {
    const { address } = await open();
    await userEvent.selectOptions(await screen.findByLabelText('Last seen', { selector: 'select' }), 'long-ago');
    await waitFor(() => expect(address()).toBe('/users?seen=long-ago'));
    await userEvent.selectOptions(screen.getByLabelText('Order'), 'Not seen for longest first');
    await waitFor(() => expect(address()).toBe('/users?seen=long-ago&sort=seen'));
    const last = () => server.requests.findLast(({ key }) => key.startsWith('GET /api/v1/users?'))!.key;
    await waitFor(() => expect(last()).toBe('GET /api/v1/users?unseenDays=90&sort=seen&offset=0&limit=50'));
    await userEvent.selectOptions(screen.getByLabelText('Order'), 'By name, Z to A');
    await waitFor(() => expect(address()).toBe('/users?seen=long-ago&order=desc'));
  });

  it('says so where nobody is found', async () => {
    people = [];
    total = 0;
    await open('?q=nobody');
    expect(await screen.findByText('No people found')).toBeTruthy();
  });
});

describe('an invitation', () => {
  it('needs an address and a role, and says why it was not sent', async () => {
    server.answers['POST /api/v1/invitations'] = () => refused('member');
    await open();
    await press('Invite');
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'User' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send invitation' }));
    expect(within(dialog).getByText('Enter an email address such as name@example.org.')).toBeTruthy();
    expect(within(dialog).getByText(/Choose at least one role/)).toBeTruthy();
    expect(server.sent('POST /api/v1/invitations')).toEqual([]);
    await fill(within(dialog).getByLabelText(/Email address/), 'new@elsewhere.example');
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Administrator' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send invitation' }));
    expect(await within(dialog).findByText('This person is a member already.')).toBeTruthy();
    expect(server.sent('POST /api/v1/invitations')).toEqual([
      { email: 'new@elsewhere.example', language: 'en', roles: ['tenant.admin'], groups: [], attributes: {} },
    ]);
  });
});

describe('what is entered or shown once in the dialog of an invitation', () => {
  const link = 'https://rise.example/invitations/secret';
  const question = 'Close without copying?';

  it('is in the form again after Escape, until it is discarded or sent', async () => {
    server.answers['POST /api/v1/invitations'] = () =>
      Response.json({ id: id(9), email: 'new@elsewhere.example', expiresAt: '2026-12-01T10:00:00.000Z', link: null });
    await open();
    await press('Invite');
    await fill(await screen.findByLabelText(/Email address/), 'new@elsewhere.example', '{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Invite'));
    await press('Invite');
    const field = () => screen.findByLabelText<HTMLInputElement>(/Email address/);
    expect((await field()).value).toBe('new@elsewhere.example');
    await press('Discard changes');
    expect((await field()).value).toBe('');
    await fill(await field(), 'new@elsewhere.example');
    await press('Send invitation');
    await press('Done');
    await press('Invite');
    expect((await field()).value).toBe('');
  });

  it('cannot be closed away before it was copied without saying so', async () => {
    server.answers['POST /api/v1/invitations'] = () =>
      Response.json({ id: id(9), email: 'new@elsewhere.example', expiresAt: '2026-12-01T10:00:00.000Z', link });
    await open();
    await press('Invite');
    await fill(await screen.findByLabelText(/Email address/), 'new@elsewhere.example');
    await press('Send invitation');
    await screen.findByDisplayValue(link);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: question })).getByRole('button', { name: 'Keep open' }),
    );
    expect(screen.getByDisplayValue(link)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: question })).toBeNull());
    await press('Copy Link of the invitation');
    await press('Done');
    await waitFor(() => expect(screen.queryByDisplayValue(link)).toBeNull());
    expect(screen.queryByRole('dialog', { name: question })).toBeNull();
  });
});

describe('an invitation that the loaded page does not have', () => {
  const notFound = () =>
    Response.json({ error: { code: 'NOT_FOUND', message: 'No', requestId: 'r' } }, { status: 404 });

  it('is opened by its address', async () => {
    server.answers[`GET /api/v1/users/${id(7)}`] = notFound;
    server.answers[`GET /api/v1/invitations/${id(7)}`] = () =>
      Response.json(listed(7, { kind: 'invitation', name: '', state: 'invited', invitedBy: 'chief@alder.example' }));
    await open(`?open=${id(7)}`);
    const drawer = await screen.findByRole('dialog', { name: 'person.7@alder.example' });
    expect(within(drawer).getByText('chief@alder.example')).toBeTruthy();
    expect(within(drawer).getByRole('button', { name: 'Send again' })).toBeTruthy();
  });

  it('is not found where there is none', async () => {
    server.answers[`GET /api/v1/users/${id(7)}`] = notFound;
    server.answers[`GET /api/v1/invitations/${id(7)}`] = notFound;
    await open(`?open=${id(7)}`);
    const drawer = await screen.findByRole('dialog');
    expect(await within(drawer).findByRole('button', { name: /try again/i })).toBeTruthy();
  });
});

describe('a person', () => {
  it('keeps what the identity provider gives, and gets roles beside it', async () => {
    server.answers[`PATCH /api/v1/users/${id(1)}`] = () => Response.json(details);
    await open(`?open=${id(1)}`);
    const drawer = await screen.findByRole('dialog', { name: 'Person 1' });
    const user = (await within(drawer).findByRole('checkbox', { name: 'User' })) as HTMLInputElement;
    expect([user.checked, user.disabled]).toEqual([true, true]);
    expect(within(drawer).getByText('From the identity provider: tellers')).toBeTruthy();
    await userEvent.click(within(drawer).getByRole('checkbox', { name: 'Administrator' }));
    await userEvent.click(within(drawer).getByRole('button', { name: 'Save rights' }));
    await waitFor(() =>
      expect(server.sent(`PATCH /api/v1/users/${id(1)}`)).toEqual([
        { roles: ['tenant.admin'], groups: [], attributes: {} },
      ]),
    );
  });

  it('who owns something is removed only with someone who takes it over', async () => {
    server.answers[`POST /api/v1/users/${id(1)}/remove`] = () => Response.json({ id: id(1) });
    await open(`?open=${id(1)}`);
    await press('Remove…');
    const dialog = await screen.findByRole('dialog', { name: 'Remove Person 1' });
    expect(within(dialog).getByText(/2 items belong to this person/)).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(within(dialog).getByRole('alert').textContent).toContain('Choose an active person');
    expect(server.sent(`POST /api/v1/users/${id(1)}/remove`)).toEqual([]);
  });
});

describe('a change of many', () => {
  it('says what became of each who could not be changed', async () => {
    server.answers['POST /api/v1/users/bulk'] = () =>
      Response.json({
        results: [
          { id: id(1), outcome: 'done', reason: null },
          { id: id(2), outcome: 'failed', reason: 'unassigned' },
        ],
      });
    await open();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all members on this page' }));
    const bar = screen.getByRole('region', { name: 'Change selected people' });
    expect(within(bar).getByText('2 people selected')).toBeTruthy();
    await userEvent.selectOptions(within(bar).getByLabelText('Change'), 'enable');
    await userEvent.click(within(bar).getByRole('button', { name: 'Apply' }));
    expect(await within(bar).findByText('2 of 2 processed: 1 changed, 0 unchanged, 1 failed.')).toBeTruthy();
    expect(within(bar).getByRole('listitem').textContent).toContain('Person 2');
    expect(server.sent('POST /api/v1/users/bulk')).toEqual([{ ids: [id(1), id(2)], action: { kind: 'enable' } }]);
  });
});

describe('a change of a thousand', () => {
  const members = Array.from({ length: 1000 }, (_, number) => ({
    id: `018f3a52-7d1c-7000-8000-${String(number).padStart(12, '0')}`,
    name: `Person ${number}`,
  }));
  // Each part is answered when the test says so.
  let answer: (() => void)[];
  beforeEach(() => {
    answer = [];
    total = 1302;
    server.answers['GET /api/v1/users/members'] = () => Response.json({ members, total });
    server.answers['POST /api/v1/users/bulk'] = (body) => {
      const { ids } = body as { ids: string[] };
      const results = ids.map((one) => ({ id: one, outcome: 'done', reason: null }));
      return new Promise((resolve) => {
        answer.push(() => resolve(Response.json({ results })));
      });
    };
  });
  const start = async () => {
    await open();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Person 1' }));
    await press('Select all that match');
    await screen.findByText('The first 1,000 of 1,302 are selected');
    await userEvent.selectOptions(screen.getByLabelText('Change'), 'enable');
    await press('Apply');
  };
  const parts = () => server.sent('POST /api/v1/users/bulk').length;
  const answerNext = async () => {
    await waitFor(() => expect(answer).toHaveLength(1));
    answer.pop()!();
  };

  it('shows its progress part by part, to the end', async () => {
    await start();
    const bar = screen.getByRole('region', { name: 'Change selected people' });
    const progress = await within(bar).findByRole('progressbar', { name: 'Progress of the change' });
    expect(progress.getAttribute('aria-valuenow')).toBe('0');
    for (let part = 1; part <= 10; part += 1) await answerNext();
    expect(await within(bar).findByText(/^250 of 1,000 processed: 250 changed/)).toBeTruthy();
    expect(progress.getAttribute('aria-valuenow')).toBe('25');
    for (let part = 11; part <= 40; part += 1) await answerNext();
    expect(
      await within(bar).findByText('1,000 of 1,000 processed: 1,000 changed, 0 unchanged, 0 failed.'),
    ).toBeTruthy();
    const sent = server.sent('POST /api/v1/users/bulk') as { ids: string[] }[];
    expect(sent.flatMap(({ ids }) => ids)).toEqual(members.map((member) => member.id));
  });

  it('goes on and keeps its results where someone searches meanwhile', async () => {
    await start();
    await answerNext();
    await fill(screen.getByLabelText('Search by name or email'), 'someone');
    await answerNext();
    const bar = screen.getByRole('region', { name: 'Change selected people' });
    expect(await within(bar).findByText(/^50 of 1,000 processed/)).toBeTruthy();
    expect(within(bar).queryByText(/selected$/)).toBeNull();
    await waitFor(() => expect(parts()).toBe(3));
    await userEvent.click(within(bar).getByRole('button', { name: 'Stop' }));
    await answerNext();
    expect(await within(bar).findByText(/^75 of 1,000 processed/)).toBeTruthy();
    await userEvent.click(await within(bar).findByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('region', { name: 'Change selected people' })).toBeNull();
    expect(parts()).toBe(3);
  });
});

describe('a file of people', () => {
  const choose = async (text: string) => {
    await open();
    await press('Import CSV');
    const field = await screen.findByLabelText('Choose a file');
    await userEvent.upload(field, new File([text], 'people.csv', { type: 'text/csv' }));
  };

  it('is sent part by part, and says whom it could not invite', async () => {
    server.answers['POST /api/v1/invitations/bulk'] = (body) => {
      const { invitations } = body as { invitations: { email: string }[] };
      const results = invitations.map(({ email }) => ({
        email,
        problem: email.startsWith('p3@') ? 'member' : null,
        link: null,
      }));
      return Response.json({ results });
    };
    const lines = Array.from({ length: 30 }, (_, number) => `p${number}@x.example,admin`);
    await choose(`email,role\n${lines.join('\n')}\nnobody,user\n`);
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText(/30 people can be invited\. 1 line is left out/)).toBeTruthy();
    expect(within(dialog).getByText('Line 32: “nobody” is not an email address.')).toBeTruthy();
    await press('Send 30 invitations');
    expect(await within(dialog).findByText('30 of 30: 29 invited, 1 not invited.')).toBeTruthy();
    expect(within(dialog).getByText('p3@x.example').parentElement?.textContent).toMatch(/member already/);
    const sent = server.sent('POST /api/v1/invitations/bulk') as { invitations: object[] }[];
    expect(sent.map(({ invitations }) => invitations.length)).toEqual([25, 5]);
    expect(sent[0]!.invitations[0]).toEqual({
      email: 'p0@x.example',
      language: 'en',
      roles: ['tenant.admin'],
      groups: [],
      attributes: {},
    });
  });

  it('whose links were not downloaded is not closed without saying so', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:links');
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    // The test DOM would lead its window to the file, and with it the files after this one.
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    server.answers['POST /api/v1/invitations/bulk'] = () =>
      Response.json({ results: [{ email: 'a@x.example', problem: null, link: 'https://rise.example/a' }] });
    await choose('email\na@x.example\n');
    await press('Send 1 invitation');
    await screen.findByRole('button', { name: 'Download links' });
    await userEvent.keyboard('{Escape}');
    const question = await screen.findByRole('dialog', { name: 'Close without copying?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Keep open' }));
    await press('Download links');
    await press('Done');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Invite from a CSV file' })).toBeNull());
  });

  it('that has no addresses is refused with the reason', async () => {
    await choose('name\nAda\n');
    expect(await screen.findByText('The file has no column named “email”.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull();
  });
});
