import { CHROME_LAYOUTS } from '@rise/ui';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { currentSession } from '../../session/session.ts';
import { ALDER, BIRCH, openPortal, person, server, SETTINGS, usePortal } from '../tests/portal.fixture.tsx';
import { routeTable } from '../router/route-table.ts';

usePortal();
// happy-dom has no Fullscreen API.
beforeEach(() => {
  Object.defineProperty(document, 'fullscreenEnabled', { configurable: true, value: true });
});

const layoutNow = () => document.querySelector('[data-layout]')?.getAttribute('data-layout');
const header = () => document.querySelector('header')!;
/** Accessible names of the header's controls, left to right. */
const tools = () =>
  [...header().querySelectorAll('a, button')].map(
    (tool) => tool.getAttribute('aria-label') ?? tool.textContent?.trim() ?? '',
  );

describe('every layout with chrome', () => {
  it.each(CHROME_LAYOUTS)(
    '%s has a loading bar, the main navigation, the logo to home, and fullscreen, search, help and the account menu',
    async (layout) => {
      let answer = () => {};
      const delayed = new Promise<void>((resolve) => {
        answer = resolve;
      });
      server.answers['GET /api/v1/reports'] = async () => {
        await delayed;
        return Response.json({ reports: [] });
      };
      await openPortal(`/reports?layout=${layout}`, person('tenant.user'));
      await waitFor(() => expect(layoutNow()).toBe(layout));
      await screen.findByRole('progressbar', { name: 'Loading' });
      expect(screen.getByRole('navigation', { name: 'Main navigation' })).toBeTruthy();
      expect(screen.getAllByRole('link', { name: 'Rise, Home' })[0]!.getAttribute('href')).toBe('/home');
      expect(screen.getByRole('button', { name: 'Full screen' })).toBeTruthy();
      expect(await screen.findByRole('button', { name: 'Search' })).toBeTruthy();
      expect(await screen.findByRole('button', { name: 'Help' })).toBeTruthy();
      expect(screen.getAllByRole('button', { name: 'Ada Alder’s account' })).toHaveLength(1);
      answer();
      await waitFor(() => expect(screen.queryByRole('progressbar', { name: 'Loading' })).toBeNull());
    },
  );
});

describe('the classic layout', () => {
  const shown = { chatbot: false, insights: true, chat: true };

  it('has its toggle first, then the common tools in order', async () => {
    await openPortal('/user', person('tenant.admin', { features: shown }));
    await screen.findByRole('button', { name: 'Announcements and alerts' });
    await screen.findByRole('button', { name: 'Help' });
    await screen.findByRole('button', { name: 'Search' });
    const expected = [
      'Hide navigation',
      'Ask Rise AI',
      'Full screen',
      'Search',
      'Help',
      'Announcements and alerts',
      'Ada Alder’s account',
    ];
    expect(tools().filter((name) => expected.includes(name))).toEqual(expected);
    expect(within(header()).getByRole('link', { name: 'Ask Rise AI' }).getAttribute('href')).toBe('/insights-ai');
  });

  it.each([
    ['without the feature', person('tenant.admin')],
    ['to who is no tenant admin', person('tenant.user', { features: shown })],
    ['to a global admin', person('global.admin', { features: shown })],
  ])('has no link to the insights %s', async (_whom, session) => {
    await openPortal('/user', session);
    await screen.findByRole('button', { name: 'Help' });
    expect(screen.queryByRole('link', { name: 'Ask Rise AI' })).toBeNull();
  });
});

describe('the layout', () => {
  const dense = routeTable.map((entry) =>
    entry.path === '/user'
      ? { ...entry, layout: 'dense' as const, screen: async () => ({ default: () => 'x' }) }
      : entry,
  );

  it('is the configuration’s if nothing else names one', async () => {
    const appearance = { ...SETTINGS.appearance, layout: 'modern' as const };
    await openPortal('/user', person('tenant.user'), { appearance });
    await waitFor(() => expect(layoutNow()).toBe('modern'));
  });

  it('is the route’s before the address’s, and again the address’s on the next page', async () => {
    const { router } = await openPortal('/user?layout=thin', person('tenant.user'), {}, dense);
    await waitFor(() => expect(layoutNow()).toBe('dense'));
    await router.navigate({ href: '/reports' });
    await waitFor(() => expect(layoutNow()).toBe('thin'));
  });

  it('does not keep the empty one, which has no navigation', async () => {
    const { router } = await openPortal('/user?layout=empty', person('tenant.user'));
    await waitFor(() => expect(layoutNow()).toBe('empty'));
    await router.navigate({ href: '/reports' });
    await waitFor(() => expect(layoutNow()).toBe('classic'));
  });

  it('stays empty on public pages even if the address requests another one', async () => {
    await openPortal('/contact-us?layout=dense', null);
    await screen.findByRole('heading', { level: 1, name: 'Contact us' });
    expect(screen.queryByRole('navigation', { name: 'Main navigation' })).toBeNull();
  });

  it('ignores an unknown name', async () => {
    await openPortal('/user?layout=brutalist', person('tenant.user'));
    await waitFor(() => expect(layoutNow()).toBe('classic'));
  });
});

describe('the settings drawer', () => {
  const tab = { name: 'Display settings' };

  it('is shown only if it is switched on', async () => {
    await openPortal('/user', person('tenant.user'));
    await screen.findByRole('button', { name: 'Help' });
    expect(screen.queryByRole('button', tab)).toBeNull();
  });

  it('clears the layout of the address first, then shows the chosen one, and applies theme and scheme', async () => {
    const { address } = await openPortal('/user?layout=thin&x=1', person('tenant.user'), { settingsDrawer: true });
    await waitFor(() => expect(layoutNow()).toBe('thin'));
    await userEvent.click(await screen.findByRole('button', tab));
    await userEvent.click(await screen.findByRole('radio', { name: 'Modern' }));
    await waitFor(() => expect(layoutNow()).toBe('modern'));
    expect(address()).toBe('/user?x=1');
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('radio', { name: 'Dark' }));
    await waitFor(() => expect(document.body.classList.contains('dark')).toBe(true));
  });
});

describe('the account menu', () => {
  const open = async () => userEvent.click(await screen.findByRole('button', { name: 'Ada Alder’s account' }));

  it('shows who is signed in, and links to the profile and sign-out', async () => {
    await openPortal('/reports', person('tenant.user'));
    await open();
    const menu = await screen.findByRole('menu');
    expect(within(menu).getByText('ada@alder.example')).toBeTruthy();
    expect(within(menu).getByRole('menuitem', { name: 'Profile and settings' }).getAttribute('href')).toBe('/user');
    expect(within(menu).getByRole('menuitem', { name: 'Sign out' })).toBeTruthy();
  });

  it('publishes a status change at once', async () => {
    server.answers['PATCH /api/common/user'] = (body) =>
      Response.json({ id: 'x', name: 'Ada', email: 'a', avatar: null, ...(body as { user: object }).user });
    await openPortal('/reports', person('tenant.user'));
    await open();
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Busy' }));
    await waitFor(() => expect(server.sent('PATCH /api/common/user')).toEqual([{ user: { status: 'busy' } }]));
  });

  it('switches to another organization for members of several', async () => {
    const several = person('global.admin', { kind: 'global', tenants: [ALDER, BIRCH] });
    server.answers['PUT /api/v1/session/tenant'] = () => Response.json({ ...several, tenant: BIRCH });
    await openPortal('/reports', several);
    await open();
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Birch Credit Union' }));
    await waitFor(() => expect(currentSession.get()?.tenant).toEqual(BIRCH));
    expect(server.sent('PUT /api/v1/session/tenant')).toEqual([{ tenantId: BIRCH.id }]);
  });

  it('says that another organization could not be entered', async () => {
    server.answers['PUT /api/v1/session/tenant'] = () =>
      Response.json({ error: { code: 'INTERNAL', message: 'x', requestId: 'r' } }, { status: 500 });
    await openPortal('/reports', person('global.admin', { kind: 'global', tenants: [ALDER, BIRCH] }));
    await open();
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Birch Credit Union' }));
    expect(await screen.findByText('Something went wrong on our side')).toBeTruthy();
    expect(currentSession.get()?.tenant).toEqual(ALDER);
  });
});

describe('the navigation', () => {
  const NAVIGATION = 'GET /api/common/navigation';

  it('is loaded once on entering the authenticated group, before anything of it is shown', async () => {
    const navigation = server.answers[NAVIGATION]!;
    let letIn = () => {};
    const delayed = new Promise<void>((resolve) => {
      letIn = resolve;
    });
    server.answers[NAVIGATION] = async (body) => {
      await delayed;
      return navigation(body);
    };
    const { router } = await openPortal('/reports', person('tenant.user'));
    await waitFor(() => expect(server.sent(NAVIGATION)).toHaveLength(1));
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
    letIn();
    await screen.findByRole('heading', { level: 1, name: /Reports/ });
    await router.navigate({ href: '/user' });
    await screen.findByRole('heading', { level: 1, name: 'Ada Alder' });
    expect(server.sent(NAVIGATION)).toHaveLength(1);
  });

  it('is not loaded for the public group', async () => {
    await openPortal('/contact-us', null);
    await screen.findByRole('heading', { level: 1, name: 'Contact us' });
    expect(server.sent(NAVIGATION)).toEqual([]);
  });
});
