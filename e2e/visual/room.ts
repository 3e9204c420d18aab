import { test as base, type BrowserContext, type Page } from '@playwright/test';
import { expect, forgetPreferences, typeIdentity, watchErrors } from '../support/journey.ts';
import { PEOPLE, URL as PORTAL } from '../support/portal.ts';
import { allTilesReady } from '../support/scorecard.ts';
import { settled } from '../support/settled.ts';
import { surround } from './surroundings.ts';

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
/** Those with a navigation and a toolbar. */
export const CHROME = LAYOUTS.filter((name) => name !== 'empty');

export const WIDTHS = [1440, 1280, 960, 600, 390] as const;
export const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];
export type Language = 'en' | 'tr';

const heightAt = (width: number) => (width < 600 ? 844 : 900);

/** One signed-in browser in which everything about the looks is changed live, and the page never loaded again. */
export class Room {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Address of the board scorecard. */
  readonly scorecard: string;
  language: Language = 'en';

  constructor(page: Page, scorecard: string) {
    this.page = page;
    this.context = page.context();
    this.scorecard = scorecard;
  }

  /** Goes to a page of the portal as a link does; a layout in its address is shown and stays. */
  async visit(path: string, layout: LayoutName): Promise<void> {
    await this.page.evaluate((to) => history.pushState({}, '', to), `${path}?layout=${layout}`);
    if (path === this.scorecard) await allTilesReady(this.page);
    else await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible();
    await settled(this.page, { layout });
  }

  async resize(width: number): Promise<void> {
    await this.page.setViewportSize({ width, height: heightAt(width) });
    await settled(this.page, { width });
  }

  /** The person follows the operating system, and this is what it says. */
  async colour(scheme: Scheme): Promise<void> {
    await this.page.emulateMedia({ colorScheme: scheme });
    await settled(this.page, { scheme });
  }

  async speak(language: Language): Promise<void> {
    if (language === this.language) return;
    await this.page.setViewportSize({ width: 1440, height: heightAt(1440) });
    if ((await this.page.locator('[data-layout]').getAttribute('data-layout')) === 'empty')
      await this.visit(this.scorecard, 'classic');
    await this.page.getByRole('button', { name: /^(Language|Dil)/ }).click();
    await this.page.locator(`[role="menuitemradio"][lang="${language}"]`).click();
    await expect(this.page.locator('html')).toHaveAttribute('lang', language);
    this.language = language;
    await settled(this.page);
  }
}

export const test = base.extend<Record<never, never>, { room: Room }>({
  room: [
    async ({ browser }, use) => {
      const context = await browser.newContext({
        baseURL: PORTAL,
        viewport: { width: 1440, height: heightAt(1440) },
        locale: 'en-US',
        timezoneId: 'UTC',
        colorScheme: 'light',
        reducedMotion: 'reduce',
      });
      const watched = watchErrors(context);
      await surround(context);
      const page = await context.newPage();
      await page.goto('/login?returnTo=/reports');
      await typeIdentity(page, PEOPLE.alderAdmin);
      await expect(page).toHaveURL(/\/reports$/);
      const kept = await page.request.patch('/api/v1/account', {
        headers: { 'x-rise-request': '1' },
        data: { preferences: { scheme: 'auto', theme: 'default', layout: 'classic', language: 'en' } },
      });
      expect(kept.status()).toBe(200);
      await page.reload();
      await page.getByRole('grid').getByText('Board scorecard', { exact: true }).click();
      await allTilesReady(page);
      await use(new Room(page, new URL(page.url()).pathname));
      await forgetPreferences(page);
      await context.close();
      watched.conclude();
    },
    { scope: 'worker' },
  ],
});
export { expect };
