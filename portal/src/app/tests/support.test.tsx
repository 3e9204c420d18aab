import type { OwnSupportVisit, SupportVisit, TenantSupport } from '@rise/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { adoptSession } from '../../session/session.ts';
import { DEFAULTS } from './managed-tenant.fixture.ts';
import { ALDER, fill, openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const ID = '0b9f2f0e-4c31-4d8a-9a54-6d1f1c5d7b01';
const LATER = new Date(Date.now() + 3_600_000).toISOString();
const visit: SupportVisit = {
  id: ID,
  state: 'requested',
  person: 'Gus Global',
  email: 'gus@rise.example',
  reason: 'The import of September fails',
  minutes: 60,
  requestedAt: '2026-11-01T10:00:00.000Z',
  decidedBy: null,
  enteredAt: null,
  endsAt: null,
  endedBy: null,
};
const press = (name: string) => screen.findByRole('button', { name }).then((button) => userEvent.click(button));

describe('for administrators of a tenant', () => {
  let found: TenantSupport;
  beforeEach(() => {
    found = { access: 'consent', visits: [visit], total: 1 };
    server.answers['GET /api/v1/support-visits?page=1'] = () => Response.json(found);
    server.answers['GET /api/v1/plan'] = () =>
      Response.json({
        limits: { users: null, storageMb: null, queryPercent: null, assistantTokens: null, assistantCost: null },
        users: 1,
        storageBytes: 0,
      });
  });

  it('the plan says what of it is in use', async () => {
    const MB = 1024 * 1024;
    server.answers['GET /api/v1/plan'] = () =>
      Response.json({
        limits: { users: 10, storageMb: null, queryPercent: 25, assistantTokens: null, assistantCost: null },
        users: 10,
        storageBytes: 3 * MB,
      });
    await openPortal('/organization', person('tenant.admin'));
    expect(await screen.findByText('10 of 10')).toBeTruthy();
    expect(screen.getByText('At most 25% at once')).toBeTruthy();
    expect(screen.getByText(/, without a limit$/)).toBeTruthy();
  });

  it('a request is allowed, and then ended', async () => {
    const answer = (act: string, next: SupportVisit) => {
      server.answers[`POST /api/v1/support-visits/${ID}/${act}`] = () => {
        found = { ...found, visits: [next] };
        return Response.json(found);
      };
    };
    answer('allow', { ...visit, state: 'active', enteredAt: visit.requestedAt, endsAt: LATER });
    answer('end', { ...visit, state: 'ended', endedBy: 'ada@alder.example' });
    await openPortal('/organization', person('tenant.admin'));
    expect(await screen.findByText('The import of September fails')).toBeTruthy();
    await press('Allow the visit of Gus Global');
    expect(await screen.findByText('Gus Global may enter once.')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Support access');
    await press('End the visit of Gus Global now');
    expect(await screen.findByText(/Ended by ada@alder\.example/)).toBeTruthy();
  });

  it('the setting is saved by its button, after what follows from it was said', async () => {
    const key = 'PUT /api/v1/support-access';
    server.answers[key] = () => Response.json((found = { access: 'never', visits: [], total: 0 }));
    await openPortal('/organization', person('tenant.admin'));
    await userEvent.click(await screen.findByRole('radio', { name: 'An administrator allows each visit' }));
    expect((screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(true);
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByText(/^Visits that are under way end at once, and visits/)).toBeTruthy();
    expect(server.sent(key)).toEqual([]);
    await press('Save');
    expect(await screen.findByText('The setting was saved.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Nobody may enter' }));
    expect(server.sent(key)).toEqual([{ access: 'never' }]);
    expect(screen.getByText('No one has asked to enter your organization.')).toBeTruthy();
  });
});

it('everyone in the tenant sees who is there; only administrators get a link to end it', async () => {
  const supportVisits = [{ id: ID, person: 'Gus Global', accountId: ID, endsAt: LATER }];
  await openPortal('/user', person('tenant.user', { supportVisits }));
  const banner = await screen.findByRole('status', { name: 'Support is in your organization' });
  within(banner).getByText(/^Gus Global, until/);
  expect(within(banner).queryByRole('link')).toBeNull();
});

describe('for people above the tenants', () => {
  const outside = person('global.support', { kind: 'global', tenant: null, tenants: [] });

  it('entering is asked for with a reason, and then possible', async () => {
    let own: OwnSupportVisit[] = [];
    server.answers['GET /api/v1/global/support-visits'] = () => Response.json({ visits: own });
    server.answers['GET /api/v1/session'] = () => Response.json(outside);
    const tenant = { ...ALDER, state: 'active', createdAt: LATER, suspendedAt: null, deletion: null, supportAccess: 'always', features: { chat: null, insights: null }, sqlAccess: null, limits: { users: null, storageMb: null, queryPercent: null, assistantTokens: null, assistantCost: null }, users: 1, hasAdministrator: true, failingDomains: 0, provider: null, data: null, storageBytes: 0, queries: 0, failedLoads: 0, jobs: [] }; // prettier-ignore
    server.answers['GET /api/v1/global/tenants?page=1'] = () =>
      Response.json({ tenants: [tenant], total: 1, deletionDays: 30 });
    server.answers[`GET /api/v1/global/tenants/${ALDER.id}/defaults`] = () => Response.json(DEFAULTS);
    const key = `POST /api/v1/global/tenants/${ALDER.id}/support-visits`;
    server.answers[key] = () => Response.json((own = [{ ...visit, state: 'allowed', tenant: ALDER }])[0]);
    await openPortal(`/tenants?tenant=${ALDER.id}`, outside);
    await press('Request entry');
    expect(await screen.findByText('Say in a sentence what you need to do there.')).toBeTruthy();
    await fill(screen.getByRole('textbox', { name: 'Reason' }), visit.reason);
    await userEvent.selectOptions(screen.getByLabelText('Time limit'), '4 hours');
    await press('Request entry');
    await waitFor(() => expect(server.sent(key)).toEqual([{ reason: visit.reason, minutes: 240 }]));
    server.answers['PUT /api/v1/session/tenant'] = () =>
      Response.json({ ...outside, tenant: ALDER, tenants: [ALDER], supportVisits: [{ id: ID, person: 'Ada', accountId: outside.account.id, endsAt: LATER }] }); // prettier-ignore
    await press(`Enter ${ALDER.name}`);
    const banner = await screen.findByRole('status', { name: /^You are in Alder Credit Union for support until/ });

    server.answers[`DELETE /api/v1/global/support-visits/${ID}`] = () => Response.json({ ...visit, state: 'ended', tenant: ALDER }); // prettier-ignore
    await userEvent.click(within(banner).getByRole('button', { name: 'Leave organization' }));
    await waitFor(() => expect(screen.queryByRole('status', { name: /for support until/ })).toBeNull());
  });

  it('who is led out while a page of the tenant is open is led to where tenants are entered', async () => {
    const { address } = await openPortal('/reports', { ...outside, tenant: ALDER, tenants: [ALDER] });
    await screen.findByRole('heading', { level: 1, name: /Reports/ });
    act(() => adoptSession(outside));
    await waitFor(() => expect(address()).toContain('/choose-tenant'));
  });

  it('who can enter none is led to the tenants, or home', async () => {
    await openPortal('/choose-tenant', outside);
    expect((await screen.findByRole('link', { name: 'Go to tenants' })).getAttribute('href')).toBe('/tenants');
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/home');
  });
});
