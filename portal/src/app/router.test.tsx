import { type ApplicationSettings, ROLE_PERMISSIONS, type Role, type Session } from '@rise/contract';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import { createMemoryHistory } from '@tanstack/react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTranslations } from '../i18n/i18n.ts';
import { translationServer } from '../i18n/translation-server.fixture.ts';
import { Providers } from './providers.tsx';
import { createQueryCache } from '../client/query-cache.ts';
import { createPortalRouter } from './router.tsx';
import { adoptSession, currentSession, sessionLapsed } from '../session/session.ts';

const ALDER = { id: '0b9f2f0e-4c31-4d8a-9a54-6d1f1c5d7a01', slug: 'alder', name: 'Alder Credit Union' };
const BIRCH = { id: '0b9f2f0e-4c31-4d8a-9a54-6d1f1c5d7a02', slug: 'birch', name: 'Birch Credit Union' };

const SETTINGS: ApplicationSettings = {
  product: { name: 'Rise', version: '1' },
  languages: ['en', 'tr'],
  defaultLanguage: 'en',
  appearance: {
    layout: 'classic',
    scheme: 'light',
    theme: 'default',
    themes: ['default'],
    screens: { sm: '600px', md: '960px', lg: '1280px', xl: '1440px' },
  },
  signIn: { path: '/login', signOutPath: '/logout', failedPath: '/login-failed', embedded: true },
  features: { chatbot: false, insights: false },
  chat: false,
  settingsDrawer: false,
  analytics: { key: null },
  help: { url: null },
};

function person(role: Role, change: Partial<Session> = {}): Session {
  return {
    account: {
      id: '6a0c2d5e-1111-4222-8333-444455556666',
      email: 'ada@alder.example',
      firstName: 'Ada',
      lastName: 'Alder',
      avatar: null,
    },
    kind: 'tenant',
    tenant: ALDER,
    tenants: [ALDER],
    roles: [role],
    permissions: [...ROLE_PERMISSIONS[role]],
    features: { chatbot: false, insights: false },
    defaultLandingPage: null,
    preferences: { scheme: null, theme: null, layout: null, language: null },
    ...change,
  };
}

// A screen's files are transformed when it is first shown.
configure({ asyncUtilTimeout: 15_000 });

/** The server as far as these screens ask it. */
let answers: Record<string, () => Response | Promise<Response>>;
const asked: string[] = [];

async function open(address: string, session: Session | null) {
  currentSession.set(null);
  sessionLapsed.set(false);
  if (session) adoptSession(session);
  const leave = vi.fn<(address: string) => void>();
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createPortalRouter({ history, leave });
  const texts = await startTranslations({ language: 'en', fetch: translationServer });
  const cache = createQueryCache();
  render(<Providers settings={SETTINGS} texts={texts} cache={cache} router={router} />);
  return { router, leave, cache, address: () => router.state.location.href };
}

beforeEach(() => {
  localStorage.clear();
  asked.length = 0;
  answers = { 'GET /api/v1/reports': () => Response.json({ reports: [] }) };
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const key = `${init?.method ?? 'GET'} ${input}`;
    asked.push(key);
    const answer = answers[key];
    if (!answer) throw new TypeError(`Failed to fetch ${key}`);
    return answer();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the router', () => {
  it('shows whoever is signed out the landing page for an unknown address', async () => {
    const { address } = await open('/nowhere/at/all?x=1', null);
    await screen.findByRole('heading', { level: 1, name: /See where your credit union stands/ });
    expect(address()).toBe('/landing');
    await waitFor(() => expect(document.title).toBe('Welcome · Rise'));
  });

  it('leads whoever is signed in from an unknown address through landing to their landing page', async () => {
    const { address } = await open('/nowhere', person('tenant.user', { defaultLandingPage: '/reports' }));
    await screen.findByRole('heading', { level: 1, name: /Reports/ });
    expect(address()).toBe('/reports');
  });

  it('sends whoever is signed out to sign-in, and back to the very address', async () => {
    const { leave } = await open('/reports?q=score&sort=-updatedAt', null);
    await waitFor(() =>
      expect(leave).toHaveBeenCalledWith(`/login?returnTo=${encodeURIComponent('/reports?q=score&sort=-updatedAt')}`),
    );
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  });

  it.each(['/global/users', '/workspaces', '/insights-ai'])(
    'shows %s as not found to whoever may not, the address unchanged',
    async (path) => {
      const { address } = await open(path, person('tenant.user'));
      await screen.findByRole('heading', { name: 'We can’t find this page' });
      expect(address()).toBe(path);
      expect(screen.getByRole('navigation', { name: 'Main navigation' })).toBeTruthy();
      await waitFor(() => expect(document.title).toBe('Not found · Rise'));
    },
  );

  it('answers alike where there is no screen yet', async () => {
    const { address } = await open('/workspaces', person('tenant.admin'));
    await screen.findByRole('heading', { name: 'We can’t find this page' });
    expect(address()).toBe('/workspaces');
  });

  it('lists in the navigation only what has a screen', async () => {
    await open('/home', person('global.admin'));
    const navigation = await screen.findByRole('navigation', { name: 'Main navigation' });
    const places = [...navigation.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect([...new Set(places)]).toEqual(['/home', '/reports']);
  });

  it('asks for an organisation first, then goes where the reader wanted, with nothing of the former kept', async () => {
    const undecided = person('global.admin', { kind: 'global', tenant: null, tenants: [ALDER, BIRCH] });
    answers['PUT /api/v1/session/tenant'] = () => Response.json({ ...undecided, tenant: BIRCH });
    const { address, cache } = await open('/reports?q=score', undecided);
    const button = await screen.findByRole('button', { name: 'Birch Credit Union' });
    expect(address()).toBe(`/choose-tenant?returnTo=${encodeURIComponent('/reports?q=score')}`);
    cache.setQueryData(['left-over'], 'of nobody');
    button.click();
    await screen.findByRole('heading', { level: 1, name: /Reports/ });
    expect(address()).toBe('/reports?q=score');
    expect(currentSession.get()?.tenant).toEqual(BIRCH);
    expect(cache.getQueryData(['left-over'])).toBeUndefined();
  });

  it('follows no address of another site after the choice', async () => {
    const undecided = person('tenant.user', { tenant: null, tenants: [ALDER, BIRCH] });
    answers['PUT /api/v1/session/tenant'] = () => Response.json({ ...undecided, tenant: ALDER });
    const { address } = await open('/choose-tenant?returnTo=//evil.example/', undecided);
    (await screen.findByRole('button', { name: 'Alder Credit Union' })).click();
    await waitFor(() => expect(address()).toBe('/home'));
  });

  it('says calmly that the session is over, and keeps the address', async () => {
    answers['GET /api/v1/reports'] = () =>
      Response.json({ error: { code: 'UNAUTHENTICATED', message: 'x', requestId: 'r' } }, { status: 401 });
    const { address } = await open('/reports?q=score', person('tenant.user'));
    await screen.findByRole('dialog', { name: 'You have been signed out' });
    expect(screen.getByRole('button', { name: 'Sign in again' })).toBeTruthy();
    expect(address()).toBe('/reports?q=score');
  });

  it('shows a report that is not there, or another tenant’s, as not found', async () => {
    const path = '/reports/79b6a11d-ef89-43e9-9415-ce451433932a';
    answers[`GET /api/v1${path}`] = () =>
      Response.json({ error: { code: 'NOT_FOUND', message: 'x', requestId: 'r' } }, { status: 404 });
    const { address } = await open(path, person('tenant.user'));
    await screen.findByRole('heading', { name: 'We can’t find this page' });
    expect(address()).toBe(path);
  });

  it('tells a failing list with its reference, and tries again', async () => {
    answers['GET /api/v1/reports'] = () =>
      Response.json({ error: { code: 'INTERNAL', message: 'x', requestId: 'req-4711' } }, { status: 500 });
    await open('/reports', person('tenant.user'));
    await screen.findByText(/req-4711/);
    answers['GET /api/v1/reports'] = () => Response.json({ reports: [] });
    screen.getByRole('button', { name: 'Try again' }).click();
    expect(await screen.findByText('No reports yet')).toBeTruthy();
  });

  it('moves the focus to the heading of the next page', async () => {
    const { router } = await open('/home', person('tenant.user'));
    await screen.findByRole('heading', { level: 1 });
    await router.navigate({ href: '/reports' });
    const heading = await screen.findByRole('heading', { level: 1, name: /Reports/ });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    await waitFor(() => expect(document.title).toBe('Reports · Rise'));
  });
});
