import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect, watchErrors } from './journey.ts';
import { settled } from './settled.ts';

/** Where a signed-in visitor begins. */
export const HOME = '/dashboards/project';
const VISITOR = { email: 'demo@rise.example', password: 'rise-demo' };

export interface Address {
  /** With `$name` for a segment that differs, `{-$name}` for one that may be missing. */
  readonly path: string;
  readonly group: 'guarded' | 'guests' | 'public';
  readonly title: { readonly en: string; readonly tr: string };
}

interface RouterInPage {
  state: { status: string; isLoading: boolean; location: { pathname: string } };
  routesById: Record<string, { options: { staticData?: { entry?: Address } } }>;
}

/** The demo suite in one browser: its page is loaded once, and goes elsewhere as a link does. */
export class Suite {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly language: 'en' | 'tr';
  readonly #watch: ReturnType<typeof watchErrors>;
  /** Each place within the suite that some page has led to. */
  readonly links = new Set<string>();

  private constructor(page: Page, language: 'en' | 'tr') {
    this.page = page;
    this.context = page.context();
    this.language = language;
    this.#watch = watchErrors(this.context);
  }

  static async open(browser: Browser, url: string, language: 'en' | 'tr' = 'en'): Promise<Suite> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await context.addInitScript((chosen) => {
      // A new tab begins with a document that keeps nothing.
      if (location.origin === 'null') return;
      localStorage.setItem('rise.demo.language', chosen);
      localStorage.setItem('rise.demo.appearance', '{"scheme":"auto"}');
    }, language);
    const suite = new Suite(await context.newPage(), language);
    await suite.page.goto(url);
    await suite.drawn();
    return suite;
  }

  async close(): Promise<void> {
    await this.context.close();
    this.#watch.conclude();
  }

  /** Every address that the suite's own router knows. */
  addresses(): Promise<Address[]> {
    return this.page.evaluate(() => {
      const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__: RouterInPage };
      return Object.values(router.routesById).flatMap(({ options }) => {
        const entry = options.staticData?.entry;
        return entry ? [{ path: entry.path, group: entry.group, title: entry.title }] : [];
      });
    });
  }

  async visit(path: string): Promise<void> {
    await this.page.evaluate((to) => {
      location.hash = `#${to}`;
    }, path);
    await this.page.waitForFunction((to) => {
      const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__: RouterInPage };
      return location.hash !== `#${to}` || router.state.location.pathname === to.split('?')[0];
    }, path);
    await this.drawn();
  }

  /** The screen is there with all that it asked for. */
  async drawn(): Promise<void> {
    await this.page.waitForFunction(() => {
      const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__?: RouterInPage };
      return (
        router?.state.status === 'idle' &&
        !router.state.isLoading &&
        document.querySelector('#splash') === null &&
        document.querySelector('h1') !== null &&
        document.querySelector('[role="progressbar"]:not([aria-valuenow]), main [aria-busy="true"]') === null
      );
    });
    await settled(this.page, { width: this.page.viewportSize()!.width });
    const links = this.page.locator('a[href*="#/"]');
    for (const href of await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!)))
      this.links.add(href.split('#')[1]!.split('?')[0]!);
  }

  /** Where the visitor is now; a guard or an older address may have led there. */
  path(): Promise<string> {
    return this.page.evaluate(() => location.hash.slice(1).split('?')[0]!);
  }

  async resize(width: number): Promise<void> {
    await this.page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
    await settled(this.page, { width });
  }

  async colour(scheme: 'light' | 'dark'): Promise<void> {
    await this.page.emulateMedia({ colorScheme: scheme });
    await settled(this.page, { scheme });
  }

  async signIn(): Promise<void> {
    await this.visit('/sign-in');
    await signInSuite(this.page);
    await this.drawn();
  }
}

/** Signs in on the open form, and waits until the visitor is inside. */
export async function signInSuite(page: Page): Promise<void> {
  await page.locator('input[autocomplete="username"]').fill(VISITOR.email);
  await page.locator('input[autocomplete="current-password"]').fill(VISITOR.password);
  await page.locator('form [type="submit"]').click();
  await expect(page).toHaveURL(new RegExp(`#${HOME}$`));
}
