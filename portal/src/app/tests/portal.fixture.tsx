import { MantineThemeProvider } from '@mantine/core';
import {
  type ApplicationSettings,
  type Navigation,
  ROLE_PERMISSIONS,
  type Role,
  type Profile,
  type Session,
} from '@rise/contract';
import { createMemoryHistory } from '@tanstack/react-router';
import { cleanup, render, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { requestedLayout } from '@rise/shell/display';
import { loading } from '@rise/ui';
import { lastRequestId } from '../../client/client.ts';
import { createQueryCache } from '../../client/query-cache.ts';
import { startTranslations } from '../../i18n/i18n.ts';
import { translationServer } from '../../i18n/translation-server.fixture.ts';
import type { RouteEntry } from '../../routing/route-entry.ts';
import { adoptSession, currentSession, sessionLapsed } from '../../session/session.ts';
import { Providers } from '../boot/providers.tsx';
import { createPortalRouter } from '../router/router.tsx';

export const ALDER = { id: '0b9f2f0e-4c31-4d8a-9a54-6d1f1c5d7a01', slug: 'alder', name: 'Alder Credit Union' };
export const BIRCH = { id: '0b9f2f0e-4c31-4d8a-9a54-6d1f1c5d7a02', slug: 'birch', name: 'Birch Credit Union' };

/** The server's settings without any configuration. */
export const SETTINGS: ApplicationSettings = {
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
  aiClients: true,
  chat: false,
  signedIn: true,
  settingsDrawer: false,
  analytics: { key: null },
  help: { url: null },
  demoSuite: { path: null },
};

/** The four menus in a language. */
function menusIn(language: string): Navigation {
  const [home, reports] = language === 'tr' ? ['Ana sayfa', 'Raporlar'] : ['Home', 'Reports'];
  const lines: Navigation['default'] = [
    { id: 'home', type: 'basic', title: home!, link: '/home', icon: 'home' },
    { id: 'reports', type: 'basic', title: reports!, link: '/reports', icon: 'report' },
  ];
  return { default: lines, compact: lines, futuristic: lines, horizontal: lines };
}

const ONESELF = {
  id: '6a0c2d5e-1111-4222-8333-444455556666',
  name: 'Ada Alder',
  email: 'ada@alder.example',
  avatar: null,
  status: 'online',
};

/** The profile of that person. */
export const PROFILE: Profile = {
  email: 'ada@alder.example',
  firstName: 'Ada',
  lastName: 'Alder',
  provider: 'login.alder.example',
  roles: ['tenant.user'],
  groups: ['Lending'],
  attributes: { branch: ['12', '14'] },
  lastSignInAt: '2026-11-20T10:00:00.000Z',
  createdAt: '2026-01-01T10:00:00.000Z',
  picture: null,
};

/** Session of a person at Alder with a role. */
export function person(role: Role, change: Partial<Session> = {}): Session {
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
    features: { chatbot: false, insights: false, chat: true },
    supportVisits: [],
    branding: { language: null, theme: null, logo: null },
    defaultLandingPage: null,
    preferences: { scheme: null, theme: null, layout: null, language: null },
    ...change,
  };
}

type Answer = (body: unknown, language?: string) => Response | Promise<Response>;

/** A fake server: responses by 'METHOD /path', which may depend on the language asked for, and the requests so far. */
export const server = {
  answers: {} as Record<string, Answer>,
  requests: [] as { key: string; body: unknown }[],
  /** Bodies of the requests with that key. */
  sent: (key: string) => server.requests.filter((request) => request.key === key).map(({ body }) => body),
};

// happy-dom has no layout: a panel's trigger would count as scrolled out of view, and its panel as hidden.
const SHOWN = { defaultProps: { hideDetached: false } };
const SHOWN_PANELS = { components: { Menu: SHOWN, Popover: SHOWN } };
const InSight = ({ children }: { children: ReactNode }) => (
  <MantineThemeProvider inherit theme={SHOWN_PANELS}>
    {children}
  </MantineThemeProvider>
);

/** Opens the portal at an address; a null session is signed out. */
export async function openPortal(
  address: string,
  session: Session | null,
  settings: Partial<ApplicationSettings> = {},
  table?: readonly RouteEntry[],
) {
  currentSession.set(null);
  sessionLapsed.set(false);
  requestedLayout.set(null);
  lastRequestId.set(null);
  if (session) adoptSession(session);
  const leave = vi.fn<(address: string) => void>();
  const history = createMemoryHistory({ initialEntries: [address] });
  const texts = await startTranslations({ language: 'en', fetch: translationServer });
  const cache = createQueryCache();
  const router = createPortalRouter({ cache, history, leave, ...(table && { table }) });
  router.update({ ...router.options, InnerWrap: InSight });
  render(<Providers settings={{ ...SETTINGS, ...settings }} texts={texts} cache={cache} router={router} />);
  return { router, leave, cache, texts, address: () => router.state.location.href };
}

/**
 * Enters a text at once, where typing is not what is tested, since each key renders much of the page; then presses the
 * keys of `then`.
 */
export async function fill(field: HTMLElement, text: string, then = ''): Promise<void> {
  await userEvent.click(field);
  await userEvent.paste(text);
  if (then !== '') await userEvent.keyboard(then);
}

const AT_REST = { mode: 'auto', visible: false };

/** As in a browser: what is not awaited any more does not stay pending, which files after this one would see. */
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

const STREAMED: ReadonlySet<string> = new Set(['application/x-ndjson', 'text/event-stream']);

/** As in a browser: an answer that streams ends with its request. */
const endingWith = (signal: AbortSignal, response: Response) =>
  STREAMED.has(response.headers.get('content-type') ?? '')
    ? new Response(response.body!.pipeThrough(new TransformStream(), { signal }), response)
    : response;

/** Sets up the fake server with what every screen requests before each test, and cleans up after it. */
export function usePortal(): void {
  let closing = new AbortController();
  beforeEach(() => {
    closing = new AbortController();
    const closed = closing.signal;
    localStorage.clear();
    server.requests.length = 0;
    server.answers = {
      'GET /api/v1/reports': () => Response.json({ reports: [] }),
      'GET /api/v1/workspaces': () => Response.json({ workspaces: [] }),
      'GET /api/v1/workspace-templates': () => Response.json({ templates: [] }),
      'GET /api/common/navigation': (_body, language = 'en') => Response.json(menusIn(language)),
      'GET /api/v1/installation': () => Response.json({ readOnly: null }),
      'GET /api/v1/global/support-visits': () => Response.json({ visits: [] }),
      'GET /api/v1/announcements': () => Response.json({ announcements: [] }),
      'GET /api/v1/alerts': () => Response.json({ alerts: [] }),
      'GET /api/v1/home': () => Response.json({ report: null, subscriptions: [] }),
      'GET /api/v1/report-alerts': () => Response.json({ alerts: [], zone: 'UTC', mail: true, webhooks: [] }),
      'GET /api/v1/branding': () => Response.json({ language: null, theme: null, logo: null }),
      'GET /api/v1/account/profile': () => Response.json(PROFILE),
      'GET /api/common/user': () => Response.json(ONESELF),
      'GET /api/common/messages': () => Response.json([]),
      'GET /api/common/notifications': () => Response.json([]),
      'GET /api/common/shortcuts': () => Response.json([]),
      'GET /api/apps/chat/chats': () => Response.json([]),
      'GET /api/apps/chat/contacts': () => Response.json([]),
      'GET /api/v1/openai/mode': () => Response.json({ model: null, isUsedUp: false }),
    };
    vi.stubGlobal('scrollTo', () => {});
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      if (input.startsWith('/assets/')) return translationServer(input);
      const key = `${init?.method ?? 'GET'} ${input}`;
      const body: unknown = init?.body === undefined ? undefined : JSON.parse(String(init.body));
      server.requests.push({ key, body });
      // The last part of a path may be an id that the page chooses: '*'.
      const answer = server.answers[key] ?? server.answers[key.replace(/[^/]+$/, '*')];
      if (!answer) throw new TypeError(`Failed to fetch ${key}`);
      const response = answer(body, new Headers(init?.headers).get('accept-language') ?? 'en');
      const signal = init?.signal ? AbortSignal.any([init.signal, closed]) : closed;
      return endingWith(signal, await Promise.race([response, aborted(signal)]));
    });
  });
  afterEach(async () => {
    cleanup();
    closing.abort();
    vi.unstubAllGlobals();
    await waitFor(() => expect(loading.state(), 'nothing of this test is pending').toMatchObject(AT_REST));
  });
}
