import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect, portalTest, resetPreferences, signInAtProvider, watchErrors } from '../support/journey.ts';
import { PEOPLE } from '../support/portal.ts';
import { allTilesReady } from '../support/scorecard.ts';
import { waitUntilStable } from '../support/stable-page.ts';
import { viewportOf, type Scheme } from '../support/sweep.ts';
import { menusRequested, stubChrome } from './stub-chrome.ts';

export const LAYOUTS = [
  'classic',
  'classy',
  'compact',
  'dense',
  'futuristic',
  'thin',
  'centered',
  'enterprise',
  'material',
  'modern',
  'empty',
] as const;
export type LayoutName = (typeof LAYOUTS)[number];
/** Layouts with a navigation and a toolbar. */
export const CHROME_LAYOUTS = LAYOUTS.filter((name) => name !== 'empty');

export type Language = 'en' | 'tr';

/** A signed-in page whose appearance is changed live: it is never reloaded. */
export class PageHarness {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Path of the board scorecard. */
  readonly scorecard: string;
  language: Language = 'en';

  constructor(page: Page, scorecard: string) {
    this.page = page;
    this.context = page.context();
    this.scorecard = scorecard;
  }

  /** Navigates as a link does; the layout in the address is shown and stays. */
  async visit(path: string, layout: LayoutName): Promise<void> {
    await this.page.evaluate((to) => history.pushState({}, '', to), `${path}?layout=${layout}`);
    if (path === this.scorecard) await allTilesReady(this.page);
    else await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible();
    await waitUntilStable(this.page, { layout });
  }

  async resize(width: number): Promise<void> {
    await this.page.setViewportSize(viewportOf(width));
    await waitUntilStable(this.page, { width });
  }

  /** The person's choice is to match the system, and this is the system's scheme. */
  async setScheme(scheme: Scheme): Promise<void> {
    await this.page.emulateMedia({ colorScheme: scheme });
    await waitUntilStable(this.page, { scheme });
  }

  async setLanguage(language: Language): Promise<void> {
    if (language === this.language) return;
    await this.page.setViewportSize(viewportOf(1440));
    if ((await this.page.locator('[data-layout]').getAttribute('data-layout')) === 'empty')
      await this.visit(this.scorecard, 'classic');
    await this.page.getByRole('button', { name: /^(Language|Dil)/ }).click();
    const menus = menusRequested(this.page, language);
    await this.page.locator(`[role="menuitemradio"][lang="${language}"]`).click();
    await menus;
    await expect(this.page.locator('html')).toHaveAttribute('lang', language);
    this.language = language;
    await waitUntilStable(this.page);
  }
}

async function openHarness(
  browser: Browser,
  portal: string,
): Promise<{ harness: PageHarness; close(): Promise<void> }> {
  const context = await browser.newContext({
    baseURL: portal,
    viewport: viewportOf(1440),
    locale: 'en-US',
    timezoneId: 'UTC',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  const watch = watchErrors(context);
  await stubChrome(context);
  const page = await context.newPage();
  await signInAtProvider(page, PEOPLE.alderAdmin, '/reports');
  const saved = await page.request.patch('/api/v1/account', {
    headers: { 'x-rise-request': '1' },
    data: { preferences: { scheme: 'auto', theme: 'default', layout: 'classic', language: 'en' } },
  });
  expect(saved.status()).toBe(200);
  await page.reload();
  await page.getByRole('grid').getByText('Board scorecard', { exact: true }).click();
  await allTilesReady(page);
  return {
    harness: new PageHarness(page, new URL(page.url()).pathname),
    async close() {
      await resetPreferences(page);
      await context.close();
      watch.conclude();
    },
  };
}

let opened: PageHarness | undefined;

/** Tests that share one page, which the first of a worker opens and the end of the worker closes. */
export const test = portalTest.extend<{ harness: PageHarness }>({
  harness: [
    async ({ browser, portal, atWorkersEnd }, use) => {
      if (opened === undefined) {
        const { harness, close } = await openHarness(browser, portal);
        opened = harness;
        atWorkersEnd(close);
      }
      await use(opened);
    },
    { timeout: 300_000 },
  ],
});
export { expect };
