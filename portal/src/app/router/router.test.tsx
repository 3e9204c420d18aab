import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { currentSession } from '../../session/session.ts';
import { ALDER, BIRCH, openPortal, person, server, usePortal } from '../tests/portal.fixture.tsx';

usePortal();

describe('the router', () => {
  it('shows the landing page for an unknown address when signed out', async () => {
    const { address } = await openPortal('/nowhere/at/all?x=1', null);
    await screen.findByRole('heading', { level: 1, name: /See where your credit union stands/ });
    expect(address()).toBe('/landing');
    await waitFor(() => expect(document.title).toBe('Welcome · Rise'));
  });

  it('redirects from an unknown address to the landing page when signed in', async () => {
    const { address } = await openPortal('/nowhere', person('tenant.user', { defaultLandingPage: '/reports' }));
    await screen.findByRole('heading', { level: 1, name: /Reports/ });
    expect(address()).toBe('/reports');
  });

  it('redirects to sign-in when signed out, and returns to the same address', async () => {
    const { leave } = await openPortal('/reports?q=score&sort=-updatedAt', null);
    await waitFor(() =>
      expect(leave).toHaveBeenCalledWith(`/login?returnTo=${encodeURIComponent('/reports?q=score&sort=-updatedAt')}`),
    );
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  });

  it.each(['/global/users', '/workspaces', '/insights-ai'])(
    'shows %s as not found without permission, the address unchanged',
    async (path) => {
      const { address } = await openPortal(path, person('tenant.user'));
      await screen.findByRole('heading', { name: 'We can’t find this page' });
      expect(address()).toBe(path);
      expect(screen.getByRole('navigation', { name: 'Main navigation' })).toBeTruthy();
      await waitFor(() => expect(document.title).toBe('Not found · Rise'));
    },
  );

  it('renders the navigation from the server', async () => {
    await openPortal('/home', person('global.admin'));
    const navigation = await screen.findByRole('navigation', { name: 'Main navigation' });
    const places = [...navigation.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect([...new Set(places)]).toEqual(['/home', '/reports']);
  });

  it('asks for an organization first, then opens the requested page, with no data of the previous one', async () => {
    const undecided = person('global.admin', { kind: 'global', tenant: null, tenants: [ALDER, BIRCH] });
    server.answers['PUT /api/v1/session/tenant'] = () => Response.json({ ...undecided, tenant: BIRCH });
    const { address, cache } = await openPortal('/reports?q=score', undecided);
    const button = await screen.findByRole('button', { name: 'Birch Credit Union' });
    expect(address()).toBe(`/choose-tenant?returnTo=${encodeURIComponent('/reports?q=score')}`);
    cache.setQueryData(['left-over'], 'of nobody');
    button.click();
    await screen.findByRole('heading', { level: 1, name: /Reports/ });
    expect(address()).toBe('/reports?q=score');
    expect(currentSession.get()?.tenant).toEqual(BIRCH);
    expect(cache.getQueryData(['left-over'])).toBeUndefined();
  });

  it('never redirects to another site after the choice', async () => {
    const undecided = person('tenant.user', { tenant: null, tenants: [ALDER, BIRCH] });
    server.answers['PUT /api/v1/session/tenant'] = () => Response.json({ ...undecided, tenant: ALDER });
    const { address } = await openPortal('/choose-tenant?returnTo=//evil.example/', undecided);
    (await screen.findByRole('button', { name: 'Alder Credit Union' })).click();
    await waitFor(() => expect(address()).toBe('/home'));
  });

  it('says that the session has ended, and keeps the address', async () => {
    server.answers['GET /api/v1/reports'] = () =>
      Response.json({ error: { code: 'UNAUTHENTICATED', message: 'x', requestId: 'r' } }, { status: 401 });
    const { address } = await openPortal('/reports?q=score', person('tenant.user'));
    await screen.findByRole('dialog', { name: 'You have been signed out' });
    expect(screen.getByRole('button', { name: 'Sign in again' })).toBeTruthy();
    expect(address()).toBe('/reports?q=score');
  });

  it('shows a missing report, or another tenant’s, as not found', async () => {
    const path = '/reports/79b6a11d-ef89-43e9-9415-ce451433932a';
    server.answers[`GET /api/v1${path}`] = () =>
      Response.json({ error: { code: 'NOT_FOUND', message: 'x', requestId: 'r' } }, { status: 404 });
    const { address } = await openPortal(path, person('tenant.user'));
    await screen.findByRole('heading', { name: 'We can’t find this page' });
    expect(address()).toBe(path);
  });

  it('shows a failed list with its reference number, and retries', async () => {
    server.answers['GET /api/v1/reports'] = () =>
      Response.json({ error: { code: 'INTERNAL', message: 'x', requestId: 'req-4711' } }, { status: 500 });
    await openPortal('/reports', person('tenant.user'));
    await screen.findByText(/req-4711/);
    server.answers['GET /api/v1/reports'] = () => Response.json({ reports: [] });
    screen.getByRole('button', { name: 'Try again' }).click();
    expect(await screen.findByText('No reports yet')).toBeTruthy();
  });

  it('moves focus to the heading of the next page', async () => {
    const { router } = await openPortal('/home', person('tenant.user'));
    await screen.findByRole('heading', { level: 1 });
    await router.navigate({ href: '/reports' });
    const heading = await screen.findByRole('heading', { level: 1, name: /Reports/ });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    await waitFor(() => expect(document.title).toBe('Reports · Rise'));
  });
});
