import type { GlobalPerson, ListedGlobalPerson } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { fill, openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const id = (number: number) => `018f3a52-7d1c-7000-8000-00000000000${number}`;
const listed = (number: number, more: Partial<ListedGlobalPerson> = {}): ListedGlobalPerson => ({
  kind: 'member',
  id: id(number),
  name: `Person ${number}`,
  email: `person.${number}@rise.example`,
  state: 'active',
  roles: ['global.support'],
  lastSeenAt: null,
  since: '2026-11-01T10:00:00.000Z',
  expiresAt: null,
  invitedBy: null,
  isSelf: false,
  ...more,
});
const details: GlobalPerson = {
  id: id(1),
  name: 'Person 1',
  email: 'person.1@rise.example',
  state: 'active',
  since: '2026-11-01T10:00:00.000Z',
  lastSeenAt: null,
  claimed: ['global.support'],
  granted: [],
  tenants: [{ id: id(8), name: 'Alder' }],
  isSelf: false,
  isLastAdministrator: false,
};
const refused = (field: string) =>
  Response.json(
    { error: { code: 'CONFLICT', message: 'No', requestId: 'r', details: [{ field, message: 'No' }] } },
    { status: 409 },
  );

let people: ListedGlobalPerson[];
beforeEach(() => {
  people = [listed(1), listed(2)];
  server.answers['GET /api/v1/global/*'] = () => Response.json({ people, total: people.length });
  server.answers[`GET /api/v1/global/users/${id(1)}`] = () => Response.json(details);
});

const PATCH = `PATCH /api/v1/global/users/${id(1)}`;
const open = (search = '') => openPortal(`/global/users${search}`, person('global.admin'));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const role = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });

describe('the list', () => {
  it('keeps search and filters in the address', async () => {
    const { address } = await open('?q=per&state=active');
    await userEvent.selectOptions(await screen.findByLabelText('Roles', { selector: 'select' }), 'global.admin');
    await waitFor(() => expect(address()).toBe('/global/users?q=per&state=active&role=global.admin'));
  });

  it('opens a link to an invitation that is not on the page', async () => {
    const invitation = listed(9, {
      kind: 'invitation',
      name: '',
      state: 'invited',
      expiresAt: '2099-11-08T10:00:00.000Z',
    });
    server.answers[`GET /api/v1/global/users/${id(9)}`] = () =>
      Response.json({ error: { code: 'NOT_FOUND', message: 'No', requestId: 'r' } }, { status: 404 });
    server.answers[`GET /api/v1/global/invitations/${id(9)}`] = () => Response.json(invitation);
    await open(`?open=${id(9)}`);
    const drawer = within(await screen.findByRole('dialog', { name: /person\.9@rise\.example/ }));
    expect(await drawer.findByRole('button', { name: /Send again/ })).toBeTruthy();
  });
});

describe('a person', () => {
  it('has claimed roles that stay, and gets others', async () => {
    server.answers[PATCH] = () => Response.json({ ...details, granted: ['global.admin'] });
    await open(`?open=${id(1)}`);
    expect((await role('Global support')).disabled).toBe(true);
    await userEvent.click(await role('Global administrator'));
    await press('Save roles');
    await waitFor(() => expect(server.sent(PATCH)).toEqual([{ roles: ['global.admin'] }]));
  });

  it('shows why the last administrator keeps the role', async () => {
    server.answers[`GET /api/v1/global/users/${id(1)}`] = () =>
      Response.json({ ...details, claimed: [], granted: ['global.admin'], isLastAdministrator: true });
    server.answers[PATCH] = () => refused('last-global-administrator');
    await open(`?open=${id(1)}`);
    expect(await screen.findByText('This is the last global administrator. Make someone else one first.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Disable' })).toBeNull();
    await userEvent.click(await role('Global administrator'));
    await press('Save roles');
    expect((await screen.findByRole('alert')).textContent).toContain('last global administrator');
  });

  it('is asked before giving up their own role, and keeps it where they cancel', async () => {
    server.answers[`GET /api/v1/global/users/${id(1)}`] = () =>
      Response.json({ ...details, claimed: [], granted: ['global.admin'], isSelf: true });
    await open(`?open=${id(1)}`);
    await userEvent.click(await role('Global administrator'));
    await press('Save roles');
    const dialog = await screen.findByRole('dialog', { name: 'Give up your own role?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(server.sent(PATCH)).toEqual([]);
  });
});

describe('an invitation', () => {
  it('needs a role, and shows the link where no mail can be sent', async () => {
    const POST = 'POST /api/v1/global/invitations';
    server.answers[POST] = () =>
      Response.json({ id: id(5), email: 'new@rise.example', expiresAt: '2026-12-01T10:00:00.000Z', link: 'https://a.example/l' }); // prettier-ignore
    await open();
    await press('Invite');
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Global support' }));
    await fill(within(dialog).getByLabelText(/Email address/), 'new@rise.example');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send invitation' }));
    expect(within(dialog).getByText('Choose at least one role.')).toBeTruthy();
    expect(server.sent(POST)).toEqual([]);
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Global administrator' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send invitation' }));
    expect(await within(dialog).findByDisplayValue('https://a.example/l')).toBeTruthy();
    expect(server.sent(POST)).toEqual([{ email: 'new@rise.example', language: 'en', roles: ['global.admin'] }]);
  });
});
