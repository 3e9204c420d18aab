import type { ManagedDefaults } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { DEFAULTS, managedTenant } from './managed-tenant.fixture.ts';
import { ALDER, openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const PATH = `/api/v1/global/tenants/${ALDER.id}`;
const PATCH = `PATCH ${PATH}/defaults`;
const LOGO = `${PATH}/logo?v=0123456789abcdef`;
let saved: ManagedDefaults;
beforeEach(() => {
  saved = DEFAULTS;
  server.answers['GET /api/v1/global/workspace-templates'] = () => Response.json({ templates: [], tenants: [] });
  server.answers['GET /api/v1/global/tenants?page=1'] = () =>
    Response.json({ tenants: [managedTenant()], total: 1, deletionDays: 30 });
  server.answers[`GET ${PATH}/defaults`] = () => Response.json(saved);
  server.answers[PATCH] = (body) => {
    const { calendar, ...rest } = body as Partial<ManagedDefaults>;
    saved = { ...saved, ...rest, calendar: { ...saved.calendar, ...calendar } };
    return Response.json(saved);
  };
});

const SECTION = 'Branding, calendar and currency';
async function open(role: 'global.admin' | 'global.support' = 'global.admin') {
  const opened = await openPortal(`/tenants?tenant=${ALDER.id}`, person(role, { kind: 'global', tenant: null }));
  return { ...opened, drawer: await sectionOf() };
}
async function sectionOf() {
  const drawer = within(await screen.findByRole('dialog', { name: ALDER.name }));
  const heading = await drawer.findByRole('heading', { name: SECTION });
  return within(heading.closest('section')!);
}
type Section = Awaited<ReturnType<typeof sectionOf>>;
const zoneOf = (drawer: Section) => drawer.findByLabelText<HTMLSelectElement>('Time zone');
const save = (drawer: Section) => userEvent.click(drawer.getByRole('button', { name: 'Save branding and calendar' }));
const refuse = (...fields: string[]) =>
  Response.json(
    {
      error: {
        code: 'VALIDATION_FAILED',
        message: 'Refused',
        requestId: 'r-000001',
        details: fields.map((field) => ({ field, message: 'Refused' })),
      },
    },
    { status: 400 },
  );

describe('branding, calendar and currency of a tenant', () => {
  it('are shown to global support, without anything to change', async () => {
    saved = { ...DEFAULTS, language: 'tr', logo: LOGO, currency: 'EUR' };
    const { drawer } = await open('global.support');
    const names = ['Logo', 'Default language', 'Default color', 'Time zone', 'First day of the week', 'First month of the fiscal year', 'Reporting currency']; // prettier-ignore
    expect((await drawer.findAllByRole('term')).map(({ textContent }) => textContent)).toEqual(names);
    expect(drawer.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '',
      'Türkçe',
      'As Rise is set up',
      'America/Chicago',
      'Sunday',
      'January',
      'EUR – Euro',
    ]);
    expect(drawer.getByAltText(`Logo of ${ALDER.name}`).getAttribute('src')).toBe(LOGO);
    expect(drawer.queryByRole('button')).toBeNull();
    expect(drawer.queryByRole('combobox')).toBeNull();
  });

  it('are changed by a global administrator: only what was edited is sent', async () => {
    const { drawer } = await open();
    expect((await zoneOf(drawer)).value).toBe('America/Chicago');
    const button = drawer.getByRole<HTMLButtonElement>('button', { name: 'Save branding and calendar' });
    expect(button.disabled).toBe(true);
    await userEvent.selectOptions(await zoneOf(drawer), 'Europe/Istanbul');
    await userEvent.selectOptions(drawer.getByLabelText('Reporting currency'), 'TRY');
    await userEvent.selectOptions(drawer.getByLabelText('First day of the week'), 'Monday');
    // Taken back: no edit.
    await userEvent.selectOptions(drawer.getByLabelText('First day of the week'), 'Sunday');
    await save(drawer);
    expect(await drawer.findByText('Changes saved.')).toBeTruthy();
    expect(server.sent(PATCH)).toEqual([{ calendar: { timeZone: 'Europe/Istanbul' }, currency: 'TRY' }]);
    expect(button.disabled).toBe(true);
    await userEvent.selectOptions(drawer.getByLabelText('Default language'), 'Türkçe');
    await userEvent.selectOptions(drawer.getByLabelText('Reporting currency'), 'As in the model');
    await save(drawer);
    await waitFor(() => expect(server.sent(PATCH)[1]).toEqual({ currency: null, language: 'tr' }));
  });

  it('keep an edit where the drawer is closed, and what someone else changed meanwhile', async () => {
    const { drawer, cache } = await open();
    await userEvent.selectOptions(await zoneOf(drawer), 'Europe/Istanbul');
    await userEvent.selectOptions(drawer.getByLabelText('First day of the week'), 'Monday');
    await userEvent.selectOptions(drawer.getByLabelText('First day of the week'), 'Sunday');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    saved = { ...saved, currency: 'EUR', calendar: { ...saved.calendar, weekStart: 3 } };
    await cache.invalidateQueries({ queryKey: ['tenant-defaults'], refetchType: 'none' });

    await userEvent.click(await screen.findByRole('button', { name: ALDER.name }));
    const again = await sectionOf();
    await waitFor(() => expect(again.getByLabelText<HTMLSelectElement>('Reporting currency').value).toBe('EUR'));
    expect((await zoneOf(again)).value).toBe('Europe/Istanbul');
    expect(again.getByLabelText<HTMLSelectElement>('First day of the week').value).toBe('3');
    await save(again);
    await waitFor(() => expect(server.sent(PATCH)).toEqual([{ calendar: { timeZone: 'Europe/Istanbul' } }]));
    await again.findByText('Changes saved.');
    expect(again.queryByRole('button', { name: 'Discard changes' })).toBeNull();
  });

  it('can be discarded when they are found again', async () => {
    const { drawer } = await open();
    await userEvent.selectOptions(await zoneOf(drawer), 'Europe/Istanbul');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(await screen.findByRole('button', { name: ALDER.name }));
    const again = await sectionOf();
    await userEvent.click(await again.findByRole('button', { name: 'Discard changes' }));
    expect((await zoneOf(again)).value).toBe('America/Chicago');
    expect(server.sent(PATCH)).toEqual([]);
  });

  it('say at the field what the server refused, and keep what was entered', async () => {
    server.answers[PATCH] = () => refuse('calendar.timeZone');
    const { drawer } = await open();
    await userEvent.selectOptions(await zoneOf(drawer), 'Europe/Istanbul');
    await save(drawer);
    expect(await drawer.findByText('This choice isn’t available on the server. Choose another one.')).toBeTruthy();
    const zone = await zoneOf(drawer);
    expect([zone.value, zone.getAttribute('aria-invalid')]).toEqual(['Europe/Istanbul', 'true']);
    await userEvent.selectOptions(zone, 'UTC');
    expect(drawer.queryByText(/isn’t available on the server/)).toBeNull();

    server.answers[PATCH] = () => refuse('theme');
    await save(drawer);
    expect((await drawer.findByRole('alert')).textContent).not.toBe('');
  });
});

describe('the logo of a tenant', () => {
  const file = () => new File(['a picture'], 'l.png', { type: 'image/png' });

  it('is saved at once, removed, and restored', async () => {
    server.answers[`PUT ${PATH}/logo`] = () => Response.json((saved = { ...saved, logo: LOGO }));
    server.answers[`DELETE ${PATH}/logo`] = () => Response.json((saved = { ...saved, logo: null }));
    server.answers[`GET ${LOGO}`] = () => new Response('a picture', { headers: { 'content-type': 'image/png' } });
    const { drawer } = await open();
    await userEvent.selectOptions(await zoneOf(drawer), 'Europe/Istanbul');
    await userEvent.upload(drawer.getByLabelText('Choose a logo'), file());
    expect(await drawer.findByText('The logo was saved.')).toBeTruthy();
    expect(drawer.getByAltText(`Logo of ${ALDER.name}`).getAttribute('src')).toBe(LOGO);
    expect(server.sent(`PUT ${PATH}/logo`)).toEqual([{ data: btoa('a picture') }]);
    // What is edited below it stays.
    expect((await zoneOf(drawer)).value).toBe('Europe/Istanbul');

    await userEvent.click(drawer.getByRole('button', { name: 'Remove logo' }));
    expect(await drawer.findByText('The logo was removed.')).toBeTruthy();
    expect(drawer.queryByRole('img')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Upload logo');
    await userEvent.click(drawer.getByRole('button', { name: 'Undo' }));
    expect(await drawer.findByText('The logo was restored.')).toBeTruthy();
    expect(server.sent(`PUT ${PATH}/logo`)).toHaveLength(2);
  });

  it('that is no picture is refused in the reader’s words', async () => {
    server.answers[`PUT ${PATH}/logo`] = () => refuse('data');
    const { drawer } = await open();
    await zoneOf(drawer);
    await userEvent.upload(drawer.getByLabelText('Choose a logo'), file());
    expect((await drawer.findByRole('alert')).textContent).toContain('This file can’t be used as a logo.');
  });
});
