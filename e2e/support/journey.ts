import { test as base, expect, type BrowserContext, type Cookie, type Page, type Route } from '@playwright/test';
import { DATA, MAIL_PORT, OPERATORS, PASSWORD, PORT, URL as PORTAL } from './portal.ts';
import { startPortal } from './portal-process.ts';

/** What the browser complained about, and what it requested from the API, in every context of one journey. */
export interface Watch {
  /** The journey provokes this message itself; any other one fails it. */
  expectMessage(text: RegExp): void;
  /** Requests to the portal's API: method, path, headers. The demo's calls stay in the browser. */
  readonly apiRequests: readonly ApiRequest[];
  /** Console errors that were expected, with their text. */
  readonly expected: readonly string[];
}

export interface ApiRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
}

interface Fixtures {
  watch: Watch;
  /** Another browser, with nothing in common with the first one. */
  anotherBrowser: () => Promise<Page>;
  observe: (context: BrowserContext) => void;
}

/** The session request while nobody is signed in: the one error that a healthy portal has the browser log. */
const SIGNED_OUT = { text: /status of 401/, url: `${PORTAL}/api/v1/session` };

/** Pictures, whose addresses change with them: browsers load them by themselves, and may store them. */
const PICTURE = /\/(logo|picture)$/;

interface WorkerFixtures {
  portal: string;
  /** Has something done before the worker's browser and portal end. */
  atWorkersEnd: (close: () => Promise<void>) => void;
}

/**
 * Tests of a worker whose portal runs in its own data directory, as `npm start` starts it. All fixtures of a worker are
 * here: for tests that add one Playwright ends the workers of the others, with portal and browser, and starts new ones.
 */
export const portalTest = base.extend<Record<never, never>, WorkerFixtures>({
  portal: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures needed from here
    async ({}, use) => {
      const portal = await startPortal(PORT, {
        RISE_DATA: DATA,
        LOG_LEVEL: 'warn',
        SMTP_URL: `smtp://127.0.0.1:${MAIL_PORT}`,
        CONTACT_EMAIL: OPERATORS,
        // Journeys that run repeatedly write more messages than a visitor may.
        CONTACT_LIMIT_PER_HOUR: '1000',
      });
      await use(portal.url);
      await portal.stop();
    },
    { scope: 'worker', auto: true, timeout: 300_000 },
  ],
  atWorkersEnd: [
    // The fixtures named here outlive what is closed.
    async ({ browser, portal }, use) => {
      const closings: (() => Promise<void>)[] = [];
      await use((close) => closings.push(close));
      if (!browser.isConnected()) throw new Error(`The browser ended before its pages on ${portal} were closed`);
      for (const close of closings) await close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ portal }, use) => use(portal),
});

/**
 * A journey. Each one fails where the browser logs an error, a warning of the security policy included, or where a
 * request to the API lacks its no-cache headers.
 */
export const test = portalTest.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures needed from here
  watch: async ({}, use) => {
    await use(new BrowserWatch());
  },
  observe: async ({ watch }, use) => {
    await use((context) => (watch as BrowserWatch).observe(context));
  },
  context: async ({ context, observe, watch }, use) => {
    observe(context);
    await use(context);
    (watch as BrowserWatch).conclude();
  },
  anotherBrowser: async ({ browser, contextOptions, observe }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({
        ...contextOptions,
        baseURL: PORTAL,
        locale: 'en-US',
        timezoneId: 'UTC',
      });
      contexts.push(context);
      observe(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});
export { expect };

/** Options of journeys in which dialogs, menus and panels open and close over time, as for most people; others have reduced motion. */
export const WITH_MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const;

/** Watches a context that lives longer than one journey; `conclude` fails where the browser complained. */
export function watchErrors(context: BrowserContext): Watch & { conclude(): void } {
  const watch = new BrowserWatch();
  watch.observe(context);
  return watch;
}

class BrowserWatch implements Watch {
  readonly apiRequests: ApiRequest[] = [];
  readonly expected: string[] = [];
  readonly #unexpected: string[] = [];
  readonly #provoked: RegExp[] = [];

  expectMessage(text: RegExp): void {
    this.#provoked.push(text);
  }

  observe(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() !== 'error') return;
      const { url } = message.location();
      const text = message.text();
      const known = url === SIGNED_OUT.url && SIGNED_OUT.text.test(text);
      if (known || this.#provoked.some((pattern) => pattern.test(text))) this.expected.push(text);
      else this.#unexpected.push(`${text} (${url})`);
    });
    context.on('weberror', (error) => this.#unexpected.push(String(error.error())));
    context.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (!pathname.startsWith('/api/') || request.isNavigationRequest()) return;
      if (request.method() === 'GET' && PICTURE.test(pathname)) return;
      this.apiRequests.push({ method: request.method(), path: pathname, headers: request.headers() });
    });
  }

  conclude(): void {
    expect(this.#unexpected, 'errors in the browser').toEqual([]);
    const cached = this.apiRequests.filter(
      ({ headers }) => !/no-cache/.test(headers['cache-control'] ?? '') || headers['pragma'] !== 'no-cache',
    );
    expect(cached, 'requests to the API without no-cache headers').toEqual([]);
  }
}

/**
 * Answers a page's requests to an address by `respond` until the returned function is called; after it, the server does.
 * The route stays in place: Chromium loses requests that are pending when interception ends
 * (https://issues.chromium.org/issues/546131822), and the page then waits for them forever.
 */
export async function intercept(
  page: Page,
  address: string | RegExp,
  respond: (route: Route) => Promise<void>,
): Promise<() => void> {
  let intercepting = true;
  await page.route(address, (route) => (intercepting ? respond(route) : route.continue()));
  return () => {
    intercepting = false;
  };
}

/** Fills in and sends the provider's form, which must be open. */
export async function submitCredentials(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Starts a session of its own, with one click on the provider's page, and arrives at a path of the portal. */
export async function signInAtProvider(page: Page, email: string, returnTo = '/home'): Promise<void> {
  await page.goto(`/login?returnTo=${encodeURIComponent(returnTo)}`);
  await page.getByRole('button', { name: email }).click();
  await page.waitForURL((url) => url.origin === PORTAL && !url.pathname.startsWith('/login'));
}

/** Cookies of each person's session with this worker's portal. */
const sessions = new Map<string, Cookie[]>();

/**
 * Opens a path of the portal as a signed-in person. The session is shared by all journeys of the worker: one that
 * ends sessions or chooses a tenant starts its own with `signInAtProvider`.
 */
export async function signIn(page: Page, email: string, returnTo = '/home'): Promise<void> {
  if (await continueSession(page, email)) {
    await page.goto(returnTo);
    return;
  }
  await signInAtProvider(page, email, returnTo);
  sessions.set(email, await page.context().cookies());
}

/** Gives the page's browser the person's session, and opens nothing. */
export async function useSession(page: Page, email: string): Promise<void> {
  if (!(await continueSession(page, email))) await signIn(page, email, '/user');
}

/** Whether the person has a session with this worker's portal; the page's browser has it then. */
async function continueSession(page: Page, email: string): Promise<boolean> {
  const context = page.context();
  const cookies = sessions.get(email);
  // Another person's session at the provider would be continued otherwise.
  await context.clearCookies();
  if (cookies === undefined) return false;
  await context.addCookies(cookies);
  const session = await page.request.get('/api/v1/session');
  if (!session.ok()) await context.clearCookies();
  return session.ok();
}

/** Chooses a preference, and waits until it is saved with the account: a reload before that may lose it. */
export async function choosePreference(
  page: Page,
  name: 'scheme' | 'theme' | 'layout',
  choose: () => Promise<void>,
): Promise<void> {
  const saved = page.waitForResponse((response) => {
    const request = response.request();
    if (request.method() !== 'PATCH' || new URL(request.url()).pathname !== '/api/v1/account') return false;
    const { preferences } = request.postDataJSON() as { preferences?: object };
    return response.ok() && name in (preferences ?? {});
  });
  await choose();
  await saved;
}

/** Resets the signed-in person's appearance and language to the installation's, as every journey expects them. */
export async function resetPreferences(page: Page): Promise<void> {
  const response = await page.request.patch('/api/v1/account', {
    headers: { 'x-rise-request': '1' },
    data: { preferences: { scheme: null, theme: null, layout: null, language: null } },
  });
  expect([200, 401]).toContain(response.status());
}

/** The heading of the page: every screen has exactly one. */
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

export async function expectNotFoundAt(page: Page, address: string): Promise<void> {
  await expect(heading(page, 'We can’t find this page')).toBeVisible();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(address);
}
