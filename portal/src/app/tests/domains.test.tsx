import type { JoinRequest, TenantDomain, TenantDomains } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { fill, openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const id = (number: number) => `018f3a52-7d1c-7000-8000-00000000000${number}`;
const pending: TenantDomain = {
  id: id(1),
  domain: 'alder.example',
  title: 'alder.example',
  state: 'pending',
  record: { name: '_rise-challenge.alder.example', value: 'token=abcdefghijklmnopqrstuvwxyz234567' },
  joinRule: 'invitation',
  role: 'tenant.user',
  lastResult: null,
  lastCheckedAt: null,
  nextCheckAt: '2026-11-01T10:01:00.000Z',
  expiresAt: '2026-11-15T10:00:00.000Z',
  missingSince: null,
  isMailAllowed: false,
  createdAt: '2026-11-01T10:00:00.000Z',
  createdBy: 'ada@alder.example',
};
const verified: TenantDomain = { ...pending, state: 'verified', lastResult: 'found', lastCheckedAt: pending.createdAt, expiresAt: null }; // prettier-ignore
const request: JoinRequest = {
  id: id(2),
  name: 'New Comer',
  email: 'new@alder.example',
  domain: 'alder.example',
  role: 'tenant.user',
  requestedAt: '2026-11-01T10:00:00.000Z',
  isDeclined: false,
};

let found: TenantDomains;
const own = `/api/v1/domains/${pending.id}`;
const answer = (key: string, next: TenantDomains) => {
  server.answers[key] = () => {
    found = next;
    return Response.json(found);
  };
};
const refuse = (key: string, code: string, status: number, field: string) => {
  server.answers[key] = () =>
    Response.json({ error: { code, message: 'No', requestId: 'r', details: [{ field, message: 'No' }] } }, { status });
};
beforeEach(() => {
  found = { domains: [pending], requests: [] };
  server.answers['GET /api/v1/domains'] = () => Response.json(found);
});
const open = () => openPortal('/domains', person('tenant.admin'));
const itemOf = (name = 'alder.example') => screen.findByRole('listitem', { name });
const press = (within_: HTMLElement, name: string | RegExp) =>
  userEvent.click(within(within_).getByRole('button', { name }));

describe('without domains', () => {
  it('the page says what they are for, and adding one shows its record to copy', async () => {
    found = { domains: [], requests: [] };
    answer('POST /api/v1/domains', { domains: [pending], requests: [] });
    await open();
    expect(await screen.findByText('No domains yet')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Add domain' }));
    expect(screen.getByText('Enter a domain such as example.com.')).toBeTruthy();
    await fill(screen.getByLabelText('Domain'), 'alder.example', '{Enter}');
    const item = await itemOf();
    expect(within(item).getByText('Waiting for the record')).toBeTruthy();
    expect(within(item).getByDisplayValue(pending.record.name)).toBeTruthy();
    expect(within(item).getByDisplayValue(pending.record.value)).toBeTruthy();
    expect(within(item).getAllByRole('button', { name: /^Copy / })).toHaveLength(2);
    expect(server.sent('POST /api/v1/domains')).toEqual([{ domain: 'alder.example' }]);
    expect(screen.getByText('alder.example was added. Add its record to DNS.')).toBeTruthy();
  });

  it.each([
    ['free-mail', 'Anybody can get an address at this domain. Enter your organization’s own domain.'],
    ['suffix', 'Anybody can register a domain below this one. Enter your organization’s own domain.'],
    ['exists', 'This domain is in the list already.'],
  ])('one that is refused (%s) says why, at the field', async (problem, text) => {
    refuse('POST /api/v1/domains', 'VALIDATION_FAILED', 422, problem);
    await open();
    await fill(await screen.findByLabelText('Domain'), 'gmail.com', '{Enter}');
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByLabelText('Domain').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('a domain', () => {
  it('is checked at once, and says what was found', async () => {
    answer(`POST ${own}/check`, { domains: [verified], requests: [] });
    await open();
    await press(await itemOf(), 'Check now: alder.example');
    expect(await screen.findByText('The record of alder.example was found.')).toBeTruthy();
    const item = await itemOf();
    expect(within(item).getByText('Verified')).toBeTruthy();
    // It has to stay, and can be looked at again.
    expect(within(item).queryByDisplayValue(pending.record.value)).toBeNull();
    await press(item, 'Show record of alder.example');
    expect(within(item).getByDisplayValue(pending.record.value)).toBeTruthy();
  });

  it('that was checked a moment ago says so', async () => {
    refuse(`POST ${own}/check`, 'CONFLICT', 409, 'recent');
    await open();
    await press(await itemOf(), 'Check now: alder.example');
    expect(await screen.findByText(/^It was checked a moment ago/)).toBeTruthy();
  });

  it.each<[string, Partial<TenantDomain>, RegExp]>([
    ['is not available', { lastResult: 'taken' }, /the domain is not available/],
    ['DNS has no answer for', { lastResult: 'unknown', lastCheckedAt: pending.createdAt }, /DNS gave no answer/],
    ['misses its record', { ...verified, missingSince: pending.createdAt }, /The record has been missing since/],
    ['is failing', { state: 'failing' }, /nobody can join by this domain. Members stay/],
    ['has expired', { state: 'expired', nextCheckAt: null, expiresAt: null }, /Start again to get a new record/],
  ])('that %s says what to do', async (_, change, text) => {
    found = { domains: [{ ...pending, ...change }], requests: [] };
    await open();
    expect(within(await itemOf()).getByText(text)).toBeTruthy();
  });

  it('with an international name shows both of its forms', async () => {
    found = { domains: [{ ...pending, domain: 'xn--nar-1la48a.example', title: 'çınar.example' }], requests: [] };
    await open();
    expect(within(await itemOf('çınar.example')).getByText('xn--nar-1la48a.example')).toBeTruthy();
  });

  it('has a joining rule, a role where people join by it, and a warning before all become administrators', async () => {
    found = { domains: [verified], requests: [] };
    await open();
    const item = await itemOf();
    expect(within(item).queryByLabelText('Role')).toBeNull();
    const rule = within(item).getByLabelText(/^People with a verified address/);
    await userEvent.selectOptions(rule, 'automatic');
    await userEvent.selectOptions(within(item).getByLabelText('Role'), 'tenant.admin');
    expect(within(item).getByText(/becomes an administrator when they sign in/)).toBeTruthy();
    expect(server.sent(`PATCH ${own}`)).toEqual([]);
    answer(`PATCH ${own}`, { domains: [{ ...verified, joinRule: 'automatic', role: 'tenant.admin' }], requests: [] });
    await press(item, 'Save joining rule');
    expect(await screen.findByText('The joining rule of alder.example was saved.')).toBeTruthy();
    expect(server.sent(`PATCH ${own}`)).toEqual([{ joinRule: 'automatic', role: 'tenant.admin' }]);
    expect(within(item).queryByRole('button', { name: 'Save joining rule' })).toBeNull();
    expect(document.activeElement).toBe(rule);
  });

  it('is removed after a confirmation, and the focus is where the next one is added', async () => {
    answer(`DELETE ${own}`, { domains: [], requests: [] });
    await open();
    await press(await itemOf(), 'Remove alder.example');
    const dialog = await screen.findByRole('dialog', { name: 'Remove alder.example?' });
    expect(dialog.textContent).toContain('Members stay.');
    await press(dialog, 'Remove');
    expect(await screen.findByText('alder.example was removed.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Domain')));
  });

  it('that has expired starts again with another record', async () => {
    found = { domains: [{ ...pending, state: 'expired', nextCheckAt: null }], requests: [] };
    answer(`POST ${own}/restart`, { domains: [pending], requests: [] });
    await open();
    await press(await itemOf(), 'Start again with alder.example');
    expect(await screen.findByText('alder.example has a new record. Replace the one before.')).toBeTruthy();
    expect(within(await itemOf()).getByDisplayValue(pending.record.value)).toBeTruthy();
  });

  it('says whether reports may be mailed there', async () => {
    found = { domains: [{ ...verified, isMailAllowed: true }], requests: [] };
    await open();
    const item = await itemOf();
    expect(within(item).getByText(/Reports may be mailed to addresses here that have no account/)).toBeTruthy();
    expect(within(item).getByRole('link', { name: 'Change in Mail' }).getAttribute('href')).toBe('/mail');
  });
});

describe('requests to join', () => {
  const path = `/api/v1/join-requests/${request.id}`;
  beforeEach(() => {
    found = { domains: [verified], requests: [request] };
  });

  it('are approved, and the focus stays among them', async () => {
    const other = { ...request, id: id(3), name: 'Other' };
    found = { domains: [verified], requests: [request, other] };
    answer(`POST ${path}/approve`, { domains: [verified], requests: [other] });
    await open();
    const item = await itemOf('New Comer');
    expect(within(item).getByText('new@alder.example')).toBeTruthy();
    await press(item, 'Approve New Comer');
    expect(await screen.findByText('New Comer is a member now.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Requests to join'));
    expect(screen.queryByRole('listitem', { name: 'New Comer' })).toBeNull();
  });

  it('leave the focus with what was done where none is left', async () => {
    answer(`POST ${path}/approve`, { domains: [verified], requests: [] });
    await open();
    await press(await itemOf('New Comer'), 'Approve New Comer');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('New Comer is a member now.'));
    expect(screen.queryByText('Requests to join')).toBeNull();
  });

  it('that are declined can still be approved', async () => {
    answer(`POST ${path}/decline`, { domains: [verified], requests: [{ ...request, isDeclined: true }] });
    await open();
    await press(await itemOf('New Comer'), 'Decline New Comer');
    expect(await screen.findByText(/You can still approve it/)).toBeTruthy();
    const item = await itemOf('New Comer');
    expect(within(item).getByText('Declined')).toBeTruthy();
    expect(within(item).queryByRole('button', { name: 'Decline New Comer' })).toBeNull();
    expect(within(item).getByRole('button', { name: 'Approve New Comer' })).toBeTruthy();
  });

  it('of a domain that is not verified any more say what to do', async () => {
    refuse(`POST ${path}/approve`, 'CONFLICT', 409, 'unverified');
    await open();
    await press(await itemOf('New Comer'), 'Approve New Comer');
    expect(await screen.findByText(/Add its record again, or invite the person/)).toBeTruthy();
  });
});
