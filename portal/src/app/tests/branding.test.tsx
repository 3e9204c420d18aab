import type { Branding, Session } from '@rise/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { adoptSession } from '../../session/session.ts';
import { ALDER, BIRCH, openPortal, person, server, SETTINGS, usePortal } from './portal.fixture.tsx';

usePortal();

const NONE: Branding = { language: null, theme: null, logo: null };
const LOGO = '/api/v1/branding/logo?v=0123456789abcdef';
const THEMES = {
  appearance: { ...SETTINGS.appearance, themes: ['default' as const, 'teal' as const, 'rose' as const] },
};
const PATCH = 'PATCH /api/v1/account';
const theme = () => [...document.body.classList].find((name) => name.startsWith('theme-'));

describe('for administrators of a tenant', () => {
  let found: Branding;
  let session: Session;
  beforeEach(() => {
    found = NONE;
    session = person('tenant.admin');
    server.answers['GET /api/v1/branding'] = () => Response.json(found);
    server.answers['GET /api/v1/session'] = () => Response.json((session = { ...session, branding: found }));
    server.answers['PATCH /api/v1/branding'] = (body) =>
      Response.json((found = { ...found, ...(body as Partial<Branding>) }));
    server.answers['GET /api/v1/support-visits?page=1'] = () =>
      Response.json({ access: 'consent', visits: [], total: 0 });
    server.answers['GET /api/v1/plan'] = () =>
      Response.json({ limits: { users: null, storageMb: null, queryPercent: null }, users: 1, storageBytes: 0 });
  });

  it('language and color are saved when they are chosen, and the page follows', async () => {
    await openPortal('/organization', session, THEMES);
    await userEvent.click(await screen.findByRole('radio', { name: 'Teal' }));
    await screen.findByText('The setting was saved.');
    await waitFor(() => expect(theme()).toBe('theme-teal'));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Default language' }), 'tr');
    expect(await screen.findByText('Ayar kaydedildi.')).toBeTruthy();
    expect(server.sent('PATCH /api/v1/branding')).toEqual([{ theme: 'teal' }, { language: 'tr' }]);
    // What applies to all was nobody’s own choice.
    expect(server.sent(PATCH)).toEqual([]);
  });

  it('a logo is uploaded, shown in the frame with the tenant’s name, and removed', async () => {
    const data = btoa('a picture');
    server.answers['PUT /api/v1/branding/logo'] = () => Response.json((found = { ...found, logo: LOGO }));
    server.answers['DELETE /api/v1/branding/logo'] = () => Response.json((found = NONE));
    await openPortal('/organization', session);
    expect((await screen.findAllByRole('link', { name: /^Rise, / })).length).toBeGreaterThan(0);
    const file = new File(['a picture'], 'logo.png', { type: 'image/png' });
    await userEvent.upload(await screen.findByLabelText('Choose a logo'), file);
    expect(await screen.findByText('The logo was saved.')).toBeTruthy();
    expect(server.sent('PUT /api/v1/branding/logo')).toEqual([{ data }]);
    const [home] = await screen.findAllByRole('link', { name: /^Alder Credit Union, / });
    expect(home!.getAttribute('href')).toBe('/home');
    expect(within(home!).getByText('Alder Credit Union')).toBeTruthy();
    expect(home!.querySelector('img')!.getAttribute('src')).toBe(LOGO);
    expect(screen.getByAltText('Logo of Alder Credit Union')).toBeTruthy();
    // One that cannot be loaded leaves the product's mark and the tenant's name.
    fireEvent.error(home!.querySelector('img')!);
    expect(home!.querySelector('img')).toBeNull();
    expect(home!.querySelector('svg')).toBeTruthy();
    expect(within(home!).getByText('Alder Credit Union')).toBeTruthy();
    server.answers[`GET ${LOGO}`] = () => new Response('a picture', { headers: { 'content-type': 'image/png' } });
    await userEvent.click(screen.getByRole('button', { name: 'Remove logo' }));
    expect(await screen.findByText('The logo was removed.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('The logo was restored.')).toBeTruthy();
    expect(server.sent('PUT /api/v1/branding/logo')).toEqual([{ data }, { data }]);
    delete server.answers[`GET ${LOGO}`];
    await userEvent.click(await screen.findByRole('button', { name: 'Remove logo' }));
    expect(await screen.findByText('The logo was removed.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect((await screen.findAllByRole('link', { name: /^Rise, / })).length).toBeGreaterThan(0);
  });

  it('a file that is no picture is refused with the remedy', async () => {
    server.answers['PUT /api/v1/branding/logo'] = () =>
      Response.json(
        { error: { code: 'VALIDATION_FAILED', message: 'No', requestId: 'r', details: [] } },
        { status: 400 },
      );
    await openPortal('/organization', session);
    const file = new File(['text'], 'logo.png', { type: 'image/png' });
    await userEvent.upload(await screen.findByLabelText('Choose a logo'), file);
    expect((await screen.findByRole('alert')).textContent).toContain('Use a PNG, JPEG, WebP or GIF file');
  });
});

describe('for people of a tenant', () => {
  const branding: Branding = { language: 'tr', theme: 'teal', logo: null };

  it('its color applies to those who chose none, and leaves with the tenant', async () => {
    const inAlder = person('tenant.user', { branding: { ...branding, language: null } });
    await openPortal('/home', inAlder, THEMES);
    await waitFor(() => expect(theme()).toBe('theme-teal'));
    act(() => adoptSession({ ...inAlder, tenant: BIRCH, branding: NONE }));
    await waitFor(() => expect(theme()).toBe('theme-default'));
    expect(server.sent(PATCH)).toEqual([]);
  });

  it('a person’s own language stays', async () => {
    const own = { scheme: null, theme: null, layout: null, language: 'en' as const };
    const { texts } = await openPortal('/home', person('tenant.user', { tenant: ALDER, preferences: own }), THEMES);
    act(() => adoptSession(person('tenant.user', { preferences: own, branding })));
    await waitFor(() => expect(theme()).toBe('theme-teal'));
    expect(texts.language).toBe('en');
  });
});
