import type { Provisioning, ProvisionedPerson, ProvisioningRequest, RoleEffects } from '@rise/contract';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const at = '2026-11-01T10:00:00.000Z';
const token = { id: id(1), name: 'Entra ID', createdAt: at, createdBy: 'ada@alder.example', expiresAt: '2027-05-01T10:00:00.000Z', isExpired: false, lastUsedAt: null }; // prettier-ignore
const loans = { id: id(2), name: 'Loans', members: 3, role: null };
const listed: ProvisionedPerson = { id: id(3), userName: 'ada', name: 'Ada Byron', externalId: '7', state: 'waiting', groups: ['Loans'], roles: ['tenant.user'], modifiedAt: at }; // prettier-ignore

let view: Provisioning;
let requests: ProvisioningRequest[];
beforeEach(() => {
  view = {
    address: 'https://rise.example/scim/v2',
    subjectAttribute: 'externalId',
    subjectClaim: 'sub',
    admitsAll: true,
    tokens: [],
    groups: [loans],
    people: 1,
    waiting: 1,
  };
  requests = [{ id: 1, at, method: 'POST', path: '/Users', name: null, token: 'Entra ID', status: 409, error: 'There is a user already.' }]; // prettier-ignore
  server.answers['GET /api/v1/provisioning'] = () => Response.json(view);
  // The page of the list is in its address.
  server.answers['GET /api/v1/provisioning/*'] = () => Response.json({ people: [listed], total: 1 });
  server.answers['GET /api/v1/provisioning/requests'] = () => Response.json({ requests });
});

const open = () => openPortal('/provisioning', person('tenant.admin'));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

describe('the connection', () => {
  it('shows the address, creates a token and shows it once', async () => {
    server.answers['POST /api/v1/provisioning/tokens'] = () => {
      view = { ...view, tokens: [token] };
      return Response.json({ provisioning: view, token: 'rise_scim_secret' });
    };
    await open();
    expect(((await screen.findByLabelText('SCIM address')) as HTMLInputElement).value).toBe(
      'https://rise.example/scim/v2',
    );
    await press('Create token');
    await screen.findByText('Enter a name.');
    await userEvent.type(screen.getByLabelText('Name'), 'Entra ID');
    await press('Create token');
    expect(((await screen.findByLabelText('Token')) as HTMLInputElement).value).toBe('rise_scim_secret');
    expect(server.sent('POST /api/v1/provisioning/tokens')).toEqual([{ name: 'Entra ID', days: 180 }]);
    await press('Done');
    expect(screen.queryByDisplayValue('rise_scim_secret')).toBeNull();
    expect(screen.getByRole('listitem', { name: 'Entra ID' }).textContent).toContain('Never used');
  });

  it('asks for another to be revoked where two are valid, and revokes after a confirmation', async () => {
    view = { ...view, tokens: [token, { ...token, id: id(9), name: 'Old' }] };
    server.answers[`DELETE /api/v1/provisioning/tokens/${id(9)}`] = () => Response.json({ ...view, tokens: [token] });
    await open();
    await screen.findByText(/Two tokens are valid/);
    await press('Revoke token Old');
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
    await screen.findByText('Token “Old” was revoked.');
    expect(screen.getByRole('button', { name: 'Create token' })).toBeDefined();
  });
});

describe('roles by group', () => {
  const effects: RoleEffects = {
    people: [{ id: id(3), name: 'Ada Byron', gains: ['tenant.admin'], loses: [], isWaiting: true }],
    total: 1,
    isLastAdministrator: false,
  };

  it('are previewed before they are saved', async () => {
    server.answers['POST /api/v1/provisioning/roles/preview'] = () => Response.json(effects);
    server.answers['POST /api/v1/provisioning/roles'] = () =>
      Response.json({ ...view, groups: [{ ...loans, role: 'tenant.admin' }] });
    await open();
    expect(await screen.findByRole('button', { name: 'Preview changes' })).toHaveProperty('disabled', true);
    await userEvent.selectOptions(screen.getByLabelText('Role of Loans'), 'tenant.admin');
    expect(screen.queryByRole('button', { name: 'Save roles' })).toBeNull();
    await press('Preview changes');
    const list = await screen.findByRole('list', { name: 'Who gains and loses roles' });
    expect(list.textContent).toContain('Gains: Administrator · from the first sign-in on');
    await press('Save roles');
    const mapping = { admitsAll: true, groups: [{ id: id(2), role: 'tenant.admin' }] };
    expect(server.sent('POST /api/v1/provisioning/roles')).toEqual([mapping]);
    expect(((await screen.findByLabelText('Role of Loans')) as HTMLSelectElement).value).toBe('tenant.admin');
  });

  it('cannot be saved where no administrator would be left', async () => {
    server.answers['POST /api/v1/provisioning/roles/preview'] = () =>
      Response.json({ ...effects, isLastAdministrator: true });
    await open();
    await userEvent.click(await screen.findByLabelText('Everyone who is provisioned is a user'));
    await press('Preview changes');
    await screen.findByText(/would have no administrator left/);
    expect(screen.queryByRole('button', { name: 'Save roles' })).toBeNull();
  });
});

it('shows who was provisioned, and why requests were refused', async () => {
  await open();
  const people = await screen.findByRole('list', { name: 'Provisioned people' });
  expect(people.textContent).toContain('Ada Byron');
  expect(people.textContent).toContain('Not signed in yet');
  const list = await screen.findByRole('list', { name: 'Latest requests' });
  expect(list.textContent).toContain('POST /Users');
  expect(list.textContent).toContain('There is a user already.');
  expect(list.textContent).toContain('Refused (409)');
});
