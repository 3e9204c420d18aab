import type { ManagedTenant } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { DEFAULTS, managedTenant } from './managed-tenant.fixture.ts';
import { ALDER, fill, openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const DAY = '2026-11-01T10:00:00.000Z';
const KEY = '/api/v1/global/tenants';
const LIST = `GET ${KEY}?page=1`;
let tenant: ManagedTenant;
beforeEach(() => {
  tenant = managedTenant();
  server.answers['GET /api/v1/global/workspace-templates'] = () => Response.json({ templates: [], tenants: [] });
  server.answers[`GET ${KEY}/${ALDER.id}/defaults`] = () => Response.json(DEFAULTS);
  server.answers[LIST] = () => Response.json({ tenants: [tenant], total: 1, deletionDays: 30 });
});
const open = (role: 'global.admin' | 'global.support', path = '/tenants') =>
  openPortal(path, person(role, { kind: 'global', tenant: null }));
const press = (name: string) => screen.findByRole('button', { name }).then((button) => userEvent.click(button));

describe('the list of tenants', () => {
  it('shows global support what a tenant holds, without anything to change', async () => {
    await open('global.support');
    expect((await screen.findAllByText('2 failed loads')).length).toBeGreaterThan(0);
    await press(ALDER.name);
    const drawer = within(await screen.findByRole('dialog', { name: ALDER.name }));
    expect(drawer.getByText('2.5 MB')).toBeTruthy();
    expect(drawer.queryByRole('textbox', { name: 'Name' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Create|Suspend|Save/ })).toBeNull();
  });

  it('says what is wrong with a tenant: the worst in the list, all of it in the drawer', async () => {
    tenant = { ...tenant, failedLoads: 0, failingDomains: 2, provider: 'failed', users: 46 };
    await open('global.admin');
    const row = (await screen.findByText('Sign-in fails')).parentElement!;
    expect(row.textContent).toBe('Sign-in fails+3');
    await press(ALDER.name);
    const drawer = within(await screen.findByRole('dialog', { name: ALDER.name }));
    for (const text of ['Sign-in fails', '1 failed job', '2 domains fail', 'Few users left'])
      expect(drawer.getByText(text)).toBeTruthy();
  });

  it('says when there is none, and when none matches', async () => {
    for (const query of ['page=1', 'search=elm&page=1', 'search=e&page=1', 'search=el&page=1'])
      server.answers[`GET ${KEY}?${query}`] = () => Response.json({ tenants: [], total: 0, deletionDays: 30 });
    await open('global.admin');
    expect(await screen.findByText('No tenants yet')).toBeTruthy();
    await userEvent.type(screen.getByRole('searchbox'), 'elm');
    expect(await screen.findByText('No matching tenants')).toBeTruthy();
  });
});

describe('background jobs of a tenant', () => {
  it('are shown by kind, with how many were given up', async () => {
    await open('global.support', `/tenants?tenant=${tenant.id}`);
    const drawer = within(await screen.findByRole('dialog'));
    const table = within(await drawer.findByRole('table', { name: 'Background jobs, last 30 days' }));
    const rows = table.getAllByRole('row').map((row) => row.textContent);
    expect(rows).toEqual([
      'JobDoneFailed',
      'Loads1,2002',
      'Copies00',
      'Prepared exports70',
      'Subscriptions301',
      'Mail900',
    ]);
  });
});

describe('changing tenants', () => {
  it('keeps what was entered when the slug is in use, and says so at the field', async () => {
    server.answers[`POST ${KEY}`] = () =>
      Response.json({ error: { code: 'CONFLICT', message: 'In use', requestId: 'r-000001' } }, { status: 409 });
    await open('global.admin');
    await press('Create tenant');
    const drawer = within(await screen.findByRole('dialog', { name: 'New tenant' }));
    await userEvent.type(drawer.getByRole('textbox', { name: 'Name' }), 'Elm');
    await userEvent.clear(drawer.getByRole('textbox', { name: 'Slug' }));
    await userEvent.type(drawer.getByRole('textbox', { name: 'Slug' }), 'alder');
    await userEvent.click(drawer.getByRole('button', { name: 'Create tenant' }));
    expect(await drawer.findByText('Another tenant has this slug. Choose another one.')).toBeTruthy();
    expect(drawer.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Elm');
  });

  it('invites the first administrator of a new tenant, and shows the link where no mail can be sent', async () => {
    const invitation = { id: ALDER.id, email: 'first@elm.example', expiresAt: DAY, link: 'https://a.example/l' };
    server.answers[`POST ${KEY}`] = () => Response.json({ ...tenant, invitation });
    await open('global.admin');
    await press('Create tenant');
    const drawer = within(await screen.findByRole('dialog', { name: 'New tenant' }));
    // The slug follows the name until it is edited by hand.
    const name = drawer.getByRole('textbox', { name: 'Name' });
    const slug = drawer.getByRole<HTMLInputElement>('textbox', { name: 'Slug' });
    await fill(name, 'Elm C.U.');
    expect(slug.value).toBe('elm-c-u');
    await userEvent.clear(slug);
    expect(slug.value).toBe('');
    await fill(slug, 'elm');
    await userEvent.clear(name);
    await fill(name, 'Elm');
    expect(slug.value).toBe('elm');
    await userEvent.type(drawer.getByRole('textbox', { name: 'Email address' }), 'first');
    await userEvent.selectOptions(drawer.getByLabelText('Time zone'), 'Europe/Istanbul');
    await userEvent.selectOptions(drawer.getByLabelText('First month of the fiscal year'), 'July');
    await userEvent.selectOptions(drawer.getByLabelText('Reporting currency'), 'TRY');
    await userEvent.selectOptions(drawer.getByRole('combobox', { name: 'Default language' }), 'Türkçe');
    await userEvent.upload(
      drawer.getByLabelText('Choose a logo'),
      new File(['a picture'], 'l.png', { type: 'image/png' }),
    );
    expect((await drawer.findByAltText('Logo of Elm')).getAttribute('src')).toBe(
      `data:image/png;base64,${btoa('a picture')}`,
    );
    await userEvent.click(drawer.getByRole('button', { name: 'Create tenant' }));
    expect(drawer.getByText('Enter an email address such as name@example.org.')).toBeTruthy();
    expect(server.sent(`POST ${KEY}`)).toEqual([]);
    await userEvent.type(drawer.getByRole('textbox', { name: 'Email address' }), '@elm.example');
    await userEvent.type(drawer.getByRole('textbox', { name: 'Users' }), '25');
    await userEvent.click(drawer.getByRole('button', { name: 'Create tenant' }));
    expect(await screen.findByDisplayValue('https://a.example/l')).toBeTruthy();
    expect(server.sent(`POST ${KEY}`)).toEqual([
      {
        name: 'Elm',
        slug: 'elm',
        administrator: { email: 'first@elm.example', language: 'en' },
        calendar: { timeZone: 'Europe/Istanbul', weekStart: 1, fiscalYearStart: 7 },
        currency: 'TRY',
        language: 'tr',
        theme: null,
        logo: btoa('a picture'),
        supportAccess: 'consent',
        limits: { users: 25, storageMb: null, queryPercent: null, assistantTokens: null, assistantCost: null },
        templates: [],
      },
    ]);
  });

  it('starts a tenant with templates that are for all tenants, and keeps them chosen when it fails', async () => {
    const template = (id: number, more: object) => ({
      id: `018f3a52-7d1c-7000-8000-00000000000${id}`,
      name: { en: `Pack ${id}` },
      description: { en: 'Reports' },
      icon: 'coins',
      color: 'amber',
      version: 1,
      tenants: null,
      withdrawnAt: null,
      source: null,
      versions: [],
      users: [],
      ...more,
    });
    const templates = [template(1, {}), template(2, { tenants: [ALDER.id] }), template(3, { withdrawnAt: DAY }), template(4, {})]; // prettier-ignore
    server.answers['GET /api/v1/global/workspace-templates'] = () => Response.json({ templates, tenants: [] });
    const message = 'A template is not offered to new tenants any more. Choose again.';
    server.answers[`POST ${KEY}`] = () =>
      Response.json({ error: { code: 'VALIDATION_FAILED', message, requestId: 'r-000001', details: [{ field: 'templates', message }] } }, { status: 400 }); // prettier-ignore
    await open('global.admin', '/tenants?form=new');
    const drawer = within(await screen.findByRole('dialog', { name: 'New tenant' }));
    await fill(drawer.getByRole('textbox', { name: 'Name' }), 'Elm');
    expect(drawer.getByRole<HTMLInputElement>('textbox', { name: 'Slug' }).value).toBe('elm');
    const boxes = await drawer.findAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.map(({ labels }) => labels![0]!.textContent)).toEqual(['Pack 1', 'Pack 4']);
    await userEvent.click(boxes[1]!);
    await userEvent.click(boxes[0]!);
    await userEvent.click(drawer.getByRole('button', { name: 'Create tenant' }));
    expect((await drawer.findByRole('alert')).textContent).toContain('no longer offered');
    expect(drawer.getByRole<HTMLInputElement>('checkbox', { name: 'Pack 4' }).checked).toBe(true);
    expect(server.sent(`POST ${KEY}`)[0]).toMatchObject({ templates: [templates[3]!.id, templates[0]!.id] });
  });

  it('invites an administrator where a tenant has none', async () => {
    tenant = { ...tenant, hasAdministrator: false };
    const invite = `POST ${KEY}/${ALDER.id}/administrator`;
    server.answers[invite] = () =>
      Response.json({ id: ALDER.id, email: 'a@alder.example', expiresAt: DAY, link: null });
    await open('global.admin', `/tenants?tenant=${ALDER.id}`);
    const drawer = within(await screen.findByRole('dialog'));
    await userEvent.click(drawer.getByRole('button', { name: 'Send invitation' }));
    expect(drawer.getByText('Enter an email address such as name@example.org.')).toBeTruthy();
    await fill(drawer.getByRole('textbox', { name: 'Email address' }), 'a@alder.example');
    await userEvent.click(drawer.getByRole('button', { name: 'Send invitation' }));
    expect(await drawer.findByText('The invitation was sent to a@alder.example.')).toBeTruthy();
    expect(server.sent(invite)).toEqual([{ email: 'a@alder.example', language: 'en' }]);
  });

  it('sets the limits of its plan, and shows how much of it is in use', async () => {
    server.answers[`PATCH ${KEY}/${tenant.id}`] = () => Response.json(tenant);
    await open('global.admin', `/tenants?tenant=${tenant.id}`);
    const drawer = within(await screen.findByRole('dialog'));
    expect(drawer.getByText('12 of 50')).toBeTruthy();
    await userEvent.clear(drawer.getByRole('textbox', { name: 'Users' }));
    await userEvent.type(drawer.getByRole('textbox', { name: 'Storage (MB)' }), '2000');
    await userEvent.selectOptions(drawer.getByRole('combobox', { name: 'SQL' }), 'Nobody');
    await userEvent.click(drawer.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(server.sent(`PATCH ${KEY}/${tenant.id}`)).toHaveLength(1));
    expect(server.sent(`PATCH ${KEY}/${tenant.id}`)[0]).toMatchObject({
      sqlAccess: 'nobody',
      limits: { users: null, storageMb: 2000, queryPercent: null, assistantTokens: null, assistantCost: null },
    });
  });

  it('suspends after a confirmation, and restores without one', async () => {
    for (const [act, state] of [
      ['suspend', 'suspended'],
      ['restore', 'active'],
    ] as const)
      // prettier-ignore
      server.answers[`POST ${KEY}/${ALDER.id}/${act}`] = () => {
        tenant = { ...tenant, state, suspendedAt: state === 'active' ? null : DAY };
        return Response.json(tenant);
      };
    await open('global.admin', `/tenants?tenant=${ALDER.id}`);
    await press('Suspend tenant');
    const dialog = within(await screen.findByRole('dialog', { name: `Suspend ${ALDER.name}?` }));
    expect(tenant.state).toBe('active');
    await userEvent.click(dialog.getByRole('button', { name: 'Suspend tenant' }));
    await press('Restore tenant');
    await waitFor(() => expect(tenant.state).toBe('active'));
  });

  it('schedules a deletion once its name is typed, shows the day, and calls it off', async () => {
    tenant = { ...tenant, state: 'suspended', suspendedAt: DAY };
    const POST = `POST ${KEY}/${ALDER.id}/deletion`;
    server.answers[POST] = () => {
      const dueAt = '2026-12-27T10:00:00.000Z';
      tenant = {
        ...tenant,
        state: 'deleting',
        deletion: { dueAt, requestedBy: 'gina@rise.example', isRunning: false },
      };
      return Response.json(tenant);
    };
    server.answers[`DELETE ${KEY}/${ALDER.id}/deletion`] = () => {
      tenant = { ...tenant, state: 'suspended', deletion: null };
      return Response.json(tenant);
    };
    await open('global.admin', `/tenants?tenant=${ALDER.id}`);
    const name = await screen.findByRole('textbox', { name: `Type “${ALDER.name}” to confirm` });
    expect(screen.getByText(/After 30 days the tenant is deleted/)).toBeTruthy();
    await userEvent.type(name, 'Something else');
    await press('Schedule deletion');
    expect(await screen.findByText('This is not the name of the tenant.')).toBeTruthy();
    expect(server.sent(POST)).toEqual([]);
    await userEvent.clear(name);
    await userEvent.type(name, ALDER.name);
    await press('Schedule deletion');
    expect(await screen.findByText(/Scheduled by gina@rise.example/)).toBeTruthy();
    expect(screen.getAllByText('Deleted on Dec 27, 2026').length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Restore tenant' })).toBeNull();
    await press('Call off deletion');
    await screen.findByRole('button', { name: 'Restore tenant' });
  });
});

describe('the Back button', () => {
  it('takes a confirmation along with the drawer that opened it, and the drawer of a new tenant', async () => {
    const { router } = await open('global.admin');
    await press(ALDER.name);
    await press('Suspend tenant');
    await screen.findByRole('dialog', { name: `Suspend ${ALDER.name}?` });
    router.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.href).toBe('/tenants');
    expect(server.requests.some(({ key }) => !key.startsWith('GET'))).toBe(false);

    server.answers[`GET ${KEY}?state=suspended&page=1`] = () =>
      Response.json({ tenants: [], total: 0, deletionDays: 30 });
    await userEvent.selectOptions(screen.getByLabelText('State', { selector: 'select' }), 'suspended');
    await screen.findByText('No matching tenants');
    await press('Create tenant');
    await screen.findByRole('dialog', { name: 'New tenant' });
    await fill(screen.getByRole('textbox', { name: 'Name' }), 'Elm');
    router.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press('Create tenant');
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })).value).toBe('Elm');
    await press('Discard changes');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('');
  });

  it('does not open a drawer again that was closed, and leaves the focus on the tenant', async () => {
    const { router } = await open('global.admin', '/tenants?state=active');
    server.answers[`GET ${KEY}?state=active&page=1`] = server.answers[LIST]!;
    await router.navigate({ to: '/tenants' });
    await press(ALDER.name);
    await screen.findByRole('dialog', { name: ALDER.name });
    await userEvent.keyboard('{Escape}{Escape}');
    await waitFor(() => expect(router.state.location.href).toBe('/tenants'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement?.textContent).toBe(ALDER.name);
    router.history.back();
    await waitFor(() => expect(router.state.location.href).toBe('/tenants?state=active'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('leads to the list from a drawer that a link opened', async () => {
    const { router } = await open('global.admin', '/tenants');
    await screen.findByRole('button', { name: ALDER.name });
    await router.navigate({ href: `/tenants?tenant=${ALDER.id}` });
    await screen.findByRole('dialog', { name: ALDER.name });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.href).toBe('/tenants');
    router.history.back();
    await waitFor(() => expect(router.history.location.state.__TSR_index).toBe(0));
    expect(router.state.location.href).toBe('/tenants');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
