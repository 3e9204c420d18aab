import type { ProviderTest, TenantProvider } from '@rise/contract';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { fill, openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const rights = { subject: 'ada', email: 'ada@alder.example', isEmailVerified: true, name: 'Ada Byron', roles: [{ role: 'tenant.admin', value: 'rise-admins' }], groups: ['Loans'], problem: null } as const; // prettier-ignore
const passed: ProviderTest = {
  at: '2026-11-01T10:00:00.000Z',
  by: 'admin@alder.example',
  isCurrent: true,
  failure: null,
  claims: { sub: 'ada', groups: ['rise-admins'] },
  rights: { ...rights, roles: [...rights.roles], groups: [...rights.groups] },
};
const empty: TenantProvider = {
  signIn: 'shared',
  provider: null,
  addresses: {
    callback: 'https://rise.example/login/callback/1',
    backchannel: 'https://rise.example/login/backchannel/1',
    afterSignOut: 'https://rise.example/landing',
    signIn: 'https://rise.example/login/with/1',
  },
  domains: ['alder.example'],
  sharedMembers: 3,
};
const ready: TenantProvider = {
  ...empty,
  provider: {
    label: 'Alder Login',
    issuer: 'https://login.alder.example',
    clientId: 'rise',
    scopes: ['openid'],
    subjectClaim: 'sub',
    rolesClaim: 'groups',
    roleMap: [{ value: 'rise-admins', role: 'tenant.admin' }],
    defaultRole: null,
    groupsClaim: null,
    hasSecret: true,
    test: passed,
    people: 2,
    updatedAt: '2026-11-01T10:00:00.000Z',
    updatedBy: 'admin@alder.example',
  },
};

let found: TenantProvider;
beforeEach(() => {
  found = empty;
  server.answers['GET /api/v1/identity-provider'] = () => Response.json(found);
});
const open = () => openPortal('/identity-provider', person('tenant.admin'));
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('setting up the provider', () => {
  it('shows what to register there, names what is missing, and saves what was typed', async () => {
    server.answers['PUT /api/v1/identity-provider'] = () => Response.json((found = ready));
    await open();
    expect(await screen.findByDisplayValue(empty.addresses.callback)).toBeTruthy();
    expect(screen.queryByText('Test the sign-in')).toBeNull();
    await click('Save settings');
    expect(screen.getAllByText('This field is required.')).toHaveLength(3);
    await fill(screen.getByLabelText('Name on the sign-in page'), 'Alder Login');
    await fill(screen.getByLabelText('Issuer'), 'https://login.alder.example');
    await fill(screen.getByLabelText('Client ID'), 'rise');
    await fill(screen.getByLabelText('Client secret'), 'hush');
    await fill(screen.getByLabelText('Claim with roles'), 'groups');
    await fill(screen.getByLabelText('Values for administrators'), 'rise-admins');
    await click('Save settings');
    expect(await screen.findByText('The settings were saved. Test the sign-in before you use it.')).toBeTruthy();
    expect(server.sent('PUT /api/v1/identity-provider')).toEqual([
      {
        label: 'Alder Login',
        issuer: 'https://login.alder.example',
        clientId: 'rise',
        clientSecret: 'hush',
        scopes: ['openid', 'profile', 'email'],
        subjectClaim: 'sub',
        rolesClaim: 'groups',
        roleMap: [{ value: 'rise-admins', role: 'tenant.admin' }],
        defaultRole: null,
        groupsClaim: null,
      },
    ]);
    expect(screen.queryByDisplayValue('hush')).toBeNull();
  });

  it('tries the mapping with the claims of the test before it is saved', async () => {
    found = ready;
    server.answers['POST /api/v1/identity-provider/trial'] = () => Response.json({ people: [{ ...passed.rights, roles: [], problem: 'no-role' }] }); // prettier-ignore
    await open();
    await screen.findByText('Try the mapping');
    await fill(screen.getByLabelText('Claims'), 'nonsense');
    await click('Show rights');
    expect(screen.getByText('Paste a JSON object, or a list of objects.')).toBeTruthy();
    await click('Use the claims of the test');
    await userEvent.clear(screen.getByLabelText('Values for administrators'));
    await fill(screen.getByLabelText('Values for administrators'), 'others');
    await click('Show rights');
    const list = await screen.findByRole('list', { name: 'Rights by the mapping' });
    expect(within(list).getByText('Cannot sign in')).toBeTruthy();
    expect(within(list).getByText('The claims give no role.')).toBeTruthy();
    expect(server.sent('POST /api/v1/identity-provider/trial')).toMatchObject([
      { people: [passed.claims], mapping: { roleMap: [{ value: 'others', role: 'tenant.admin' }] } },
    ]);
  });
});

describe('using the provider', () => {
  beforeEach(() => {
    found = ready;
  });

  it('shows what the test gave, and leads to another one', async () => {
    await open();
    const list = await screen.findByRole('list', { name: 'Result of the test' });
    expect(within(list).getByText('Ada Byron')).toBeTruthy();
    expect(within(list).getByText('Administrator, by the value “rise-admins”')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Test the sign-in' }).getAttribute('href')).toBe('/login/test');
  });

  it('says who loses access before it is the only one, and why it cannot be', async () => {
    const detail = { field: 'no-administrator', message: 'No' };
    server.answers['PUT /api/v1/identity-provider/use'] = () =>
      Response.json({ error: { code: 'CONFLICT', message: 'No', requestId: 'r', details: [detail] } }, { status: 409 });
    await open();
    await userEvent.click(await screen.findByLabelText('Your own provider only'));
    expect(screen.getByText(/^3 members who use the shared sign-in lose access, possibly you too/)).toBeTruthy();
    await click('Apply');
    expect(await screen.findByText(/^The test did not give the role of an administrator/)).toBeTruthy();
    expect(server.sent('PUT /api/v1/identity-provider/use')).toEqual([{ signIn: 'own' }]);
  });

  it('is removed after a confirmation that says what happens to its people', async () => {
    server.answers['DELETE /api/v1/identity-provider'] = () => Response.json((found = empty));
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Remove provider' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/^2 people who sign in through it can no longer sign in/)).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove provider' }));
    expect(await screen.findByText('The identity provider was removed.')).toBeTruthy();
  });
});
