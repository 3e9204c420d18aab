import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect, watchErrors } from './journey.ts';
import { waitUntilStable } from './stable-page.ts';
import { viewportOf, type Scheme } from './sweep.ts';

/** The start page of a signed-in visitor. */
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

/** The demo in one browser: its page is loaded once and navigates as a link does. */
export class DemoPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly language: 'en' | 'tr';
  readonly #watch: ReturnType<typeof watchErrors>;
  /** Paths within the demo that visited pages link to. */
  readonly links = new Set<string>();

  private constructor(page: Page, language: 'en' | 'tr') {
    this.page = page;
    this.context = page.context();
    this.language = language;
    this.#watch = watchErrors(this.context);
  }

  static async open(browser: Browser, url: string, language: 'en' | 'tr' = 'en'): Promise<DemoPage> {
    const context = await browser.newContext({ viewport: viewportOf(1440), reducedMotion: 'reduce' });
    await context.addInitScript((chosen) => {
      // A new tab starts with a document that has no storage.
      if (location.origin === 'null') return;
      localStorage.setItem('rise.demo.language', chosen);
      localStorage.setItem('rise.demo.appearance', '{"scheme":"auto"}');
    }, language);
    const demo = new DemoPage(await context.newPage(), language);
    await demo.page.goto(url);
    await demo.waitUntilDrawn();
    return demo;
  }

  async close(): Promise<void> {
    await this.context.close();
    this.#watch.conclude();
  }

  /** All addresses of the demo's router. */
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
    await this.waitUntilDrawn();
  }

  /** Waits until the screen is drawn with all that it requested. */
  async waitUntilDrawn(): Promise<void> {
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
    await waitUntilStable(this.page, { width: this.page.viewportSize()!.width });
    const links = this.page.locator('a[href*="#/"]');
    for (const href of await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!)))
      this.links.add(href.split('#')[1]!.split('?')[0]!);
  }

  /** The current path; a guard or a redirect may have led there. */
  path(): Promise<string> {
    return this.page.evaluate(() => location.hash.slice(1).split('?')[0]!);
  }

  async resize(width: number): Promise<void> {
    await this.page.setViewportSize(viewportOf(width));
    await waitUntilStable(this.page, { width });
  }

  async setScheme(scheme: Scheme): Promise<void> {
    await this.page.emulateMedia({ colorScheme: scheme });
    await waitUntilStable(this.page, { scheme });
  }

  async signIn(): Promise<void> {
    await this.visit('/sign-in');
    await signInToDemo(this.page);
    await this.waitUntilDrawn();
  }
}

/** Signs in on the open form and waits for the start page. */
export async function signInToDemo(page: Page): Promise<void> {
  await page.locator('input[autocomplete="username"]').fill(VISITOR.email);
  await page.locator('input[autocomplete="current-password"]').fill(VISITOR.password);
  await page.locator('form [type="submit"]').click();
  await expect(page).toHaveURL(new RegExp(`#${HOME}$`));
}
