import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { PASSWORD, URL as PORTAL } from './portal.ts';

/** What the browser complained about, and what it asked the API, in every context of one journey. */
export interface Watch {
  /** The journey provokes this message itself; any other one fails it. */
  expectMessage(text: RegExp): void;
  /** Requests to the portal's API: method, path, headers. The demo suite's calls stay in the browser. */
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
}

/** Asking who is signed in while nobody is: the one error that a healthy portal has the browser note. */
const SIGNED_OUT = { text: /status of 401/, url: `${PORTAL}/api/v1/session` };

/**
 * A journey. Each one fails where the browser logs an error, a warning of the security policy included, or where a
 * request to the API lacks its no-cache headers.
 */
export const test = base.extend<Fixtures & { observe: (context: BrowserContext) => void }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures needed from here
  watch: async ({}, use) => {
    await use(new Watching());
  },
  observe: async ({ watch }, use) => {
    await use((context) => (watch as Watching).observe(context));
  },
  context: async ({ context, observe, watch }, use) => {
    observe(context);
    await use(context);
    (watch as Watching).conclude();
  },
  anotherBrowser: async ({ browser, contextOptions, observe }, use) => {
    const opened: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({
        ...contextOptions,
        baseURL: PORTAL,
        locale: 'en-US',
        timezoneId: 'UTC',
      });
      opened.push(context);
      observe(context);
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },
});
export { expect };

/** Watches a context that lives longer than one journey; `conclude` fails where the browser complained. */
export function watchErrors(context: BrowserContext): { conclude(): void } {
  const watching = new Watching();
  watching.observe(context);
  return watching;
}

class Watching implements Watch {
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

/** Signs in by typing into the provider's form, which must be open. */
export async function typeIdentity(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs in with one click on the provider's page and arrives at an address of the portal. */
export async function signIn(page: Page, email: string, returnTo = '/home'): Promise<void> {
  await page.goto(`/login?returnTo=${encodeURIComponent(returnTo)}`);
  await page.getByRole('button', { name: email }).click();
  await page.waitForURL((url) => url.origin === PORTAL && !url.pathname.startsWith('/login'));
}

/** Gives the signed-in person back the installation's own looks and language, as every journey expects to find them. */
export async function forgetPreferences(page: Page): Promise<void> {
  const answer = await page.request.patch('/api/v1/account', {
    headers: { 'x-rise-request': '1' },
    data: { preferences: { scheme: null, theme: null, layout: null, language: null } },
  });
  expect([200, 401]).toContain(answer.status());
}

/** The page under its own heading, as every screen has exactly one. */
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

export async function expectNotFoundAt(page: Page, address: string): Promise<void> {
  await expect(heading(page, 'We can’t find this page')).toBeVisible();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(address);
}
