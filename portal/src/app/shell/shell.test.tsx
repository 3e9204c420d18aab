import type { Preferences } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { preferencesSettled } from '../../appearance/preferences.ts';
import { currentSession } from '../../session/session.ts';
import { openPortal, person, server, usePortal } from '../tests/portal.fixture.tsx';

usePortal();

const layoutNow = () => document.querySelector('[data-layout]')?.getAttribute('data-layout');
const preferring = (layout: 'dense' | 'modern') =>
  person('tenant.user', { preferences: { scheme: null, theme: null, layout, language: null } });
const PATCH = 'PATCH /api/v1/account';

describe('the layout of the shell', () => {
  it('comes from the configuration, then the account, then the address', async () => {
    await openPortal('/user', person('tenant.user'));
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(layoutNow()).toBe('classic'));
  });

  it('is the account’s if it has one', async () => {
    await openPortal('/user', preferring('dense'));
    await waitFor(() => expect(layoutNow()).toBe('dense'));
  });

  it('is what the address requests, also on the pages after it', async () => {
    const { router } = await openPortal('/user?layout=thin', preferring('dense'));
    await waitFor(() => expect(layoutNow()).toBe('thin'));
    await router.navigate({ href: '/reports' });
    await screen.findByRole('heading', { level: 1, name: /Reports/ });
    expect(layoutNow()).toBe('thin');
  });

  it('is chosen on the profile page: the address is cleared, the choice shown and saved', async () => {
    server.answers[PATCH] = (body) => Response.json({ ...currentSession.get(), ...(body as object) });
    const { address } = await openPortal('/user?layout=thin&x=1', preferring('dense'));
    const select = await screen.findByRole('combobox', { name: 'Layout' });
    await userEvent.selectOptions(select, 'modern');
    await waitFor(() => expect(layoutNow()).toBe('modern'));
    expect(address()).toBe('/user?x=1');
    await waitFor(() => expect(server.sent(PATCH)).toEqual([{ preferences: { layout: 'modern' } }]));
  });

  it('applies in this tab although it could not be saved, and says so', async () => {
    server.answers[PATCH] = () =>
      Response.json({ error: { code: 'INTERNAL', message: 'x', requestId: 'r' } }, { status: 500 });
    await openPortal('/user', person('tenant.user'));
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Layout' }), 'centered');
    expect((await screen.findByRole('alert')).textContent).toContain('not saved to your account');
    await waitFor(() => expect(layoutNow()).toBe('centered'));
  });
});

describe('scheme, theme and language', () => {
  it('are the account’s, also where the page began with others', async () => {
    const preferences = { scheme: 'dark', theme: null, layout: null, language: 'tr' } as const;
    await openPortal('/reports', person('tenant.user', { preferences }));
    await waitFor(() => expect(document.body.classList.contains('dark')).toBe(true));
    await waitFor(() => expect(document.documentElement.lang).toBe('tr'));
    expect(server.sent(PATCH)).toEqual([]);
  });

  it('are saved with the account only when the person changes them', async () => {
    server.answers[PATCH] = (body) =>
      Response.json({
        ...currentSession.get(),
        preferences: { ...currentSession.get()!.preferences, ...(body as { preferences: object }).preferences },
      });
    await openPortal('/user', person('tenant.user'));
    await screen.findByRole('heading', { level: 1 });
    expect(server.sent(PATCH)).toEqual([]);
    await userEvent.click(await screen.findByRole('radio', { name: 'Dark' }));
    await waitFor(() => expect(server.sent(PATCH)).toEqual([{ preferences: { scheme: 'dark' } }]));
    expect(document.body.classList.contains('dark')).toBe(true);
    await userEvent.click(screen.getByRole('radio', { name: 'Türkçe' }));
    await waitFor(() => expect(server.sent(PATCH)).toHaveLength(2));
    expect(server.sent(PATCH)[1]).toEqual({ preferences: { language: 'tr' } });
  });

  it('keep a choice that is made while another is being saved', async () => {
    let stored: Preferences = { scheme: null, theme: null, layout: null, language: null };
    const save: (() => void)[] = [];
    server.answers[PATCH] = async (body) => {
      await new Promise<void>((resolve) => save.push(resolve));
      stored = { ...stored, ...(body as { preferences: Partial<Preferences> }).preferences };
      return Response.json(person('tenant.user', { preferences: stored }));
    };
    await openPortal('/user', person('tenant.user'));
    await userEvent.click(await screen.findByRole('radio', { name: 'Dark' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Layout' }), 'modern');
    for (let request = 0; request < 2; request++) {
      await waitFor(() => expect(save).toHaveLength(request + 1));
      save[request]!();
    }
    await preferencesSettled();
    await waitFor(() => expect(layoutNow()).toBe('modern'));
    expect(document.body.classList.contains('dark')).toBe(true);
    expect(stored).toMatchObject({ scheme: 'dark', layout: 'modern' });
  });
});

describe('the main navigation', () => {
  const NAVIGATION = 'GET /api/common/navigation';

  /** Answers menus in the language saved with the account, which precedes the request's, as the server does. */
  function followAccount(saved: Promise<void> = Promise.resolve()): void {
    let stored = 'en';
    const menus = server.answers[NAVIGATION]!;
    server.answers[NAVIGATION] = (body) => menus(body, stored);
    server.answers[PATCH] = async (body) => {
      await saved;
      const { preferences } = body as { preferences: Partial<Preferences> };
      stored = preferences.language ?? stored;
      const own = { scheme: null, theme: null, layout: null, language: null };
      return Response.json(person('tenant.user', { preferences: { ...own, ...preferences } }));
    };
  }

  it('is in the language that the reader changes to, with the former one until then', async () => {
    let save = () => {};
    followAccount(
      new Promise((resolve) => {
        save = resolve;
      }),
    );
    await openPortal('/user', person('tenant.user'));
    const links = () =>
      within(screen.getByRole('navigation', { name: /Main navigation|Ana menü/ })).getAllByRole('link');
    const names = () => links().map(({ textContent }) => textContent);
    await screen.findByRole('heading', { level: 1 });
    expect(names()).toEqual(['Rise', 'Home', 'Reports']);
    await userEvent.click(await screen.findByRole('radio', { name: 'Türkçe' }));
    await screen.findByRole('navigation', { name: 'Ana menü' });
    expect(names()).toEqual(['Rise', 'Home', 'Reports']);
    save();
    await waitFor(() => expect(names()).toEqual(['Rise', 'Ana sayfa', 'Raporlar']));
    await userEvent.click(screen.getByRole('radio', { name: 'English' }));
    await waitFor(() => expect(names()).toEqual(['Rise', 'Home', 'Reports']));
    expect(server.sent(NAVIGATION)).toHaveLength(3);
  });

  it('stays, and offers a retry, if it can’t be loaded in the new language', async () => {
    followAccount();
    await openPortal('/user', person('tenant.user'));
    await screen.findByRole('link', { name: 'Reports' });
    const menus = server.answers[NAVIGATION]!;
    server.answers[NAVIGATION] = () =>
      Response.json({ error: { code: 'INTERNAL', message: 'x', requestId: 'r' } }, { status: 500 });
    await userEvent.click(await screen.findByRole('radio', { name: 'Türkçe' }));
    const failure = await screen.findByText('Menü yüklenemedi.');
    expect(screen.getByRole('link', { name: 'Reports' })).toBeTruthy();
    server.answers[NAVIGATION] = menus;
    await userEvent.click(within(failure.closest<HTMLElement>('[role=alert]')!).getByRole('button'));
    expect((await screen.findByRole('link', { name: 'Raporlar' })).getAttribute('href')).toBe('/reports');
    expect(screen.queryByText('Menü yüklenemedi.')).toBeNull();
  });

  it('offers a retry if the menu could not be loaded', async () => {
    const menus = server.answers['GET /api/common/navigation']!;
    server.answers['GET /api/common/navigation'] = () =>
      Response.json({ error: { code: 'INTERNAL', message: 'x', requestId: 'r' } }, { status: 500 });
    await openPortal('/user', person('tenant.user'));
    const failure = (await screen.findByText('The menu could not be loaded.')).closest<HTMLElement>('[role=alert]')!;
    server.answers['GET /api/common/navigation'] = menus;
    await userEvent.click(within(failure).getByRole('button', { name: 'Try again' }));
    expect((await screen.findByRole('link', { name: 'Reports' })).getAttribute('href')).toBe('/reports');
  });
});
