import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { hostFolder } from '../support/static-host.ts';
import { HOME, signInToDemo } from '../support/demo.ts';
import { median, ROOT, type Measured } from './project.ts';

const ROUNDS = 5;

interface Start {
  /** From the navigation to the frame that shows the screen, in ms. */
  readonly ms: number;
  /** Scripts loaded by then, in gzipped bytes. */
  readonly kB: number;
  /** All scripts until nothing more was requested, in gzipped bytes. */
  readonly allkB: number;
}

interface Drawn {
  readonly ms: number;
  /** Addresses of the loaded scripts. */
  readonly loaded: readonly string[];
}

/** Opens a page whose cache is empty; the visitor's storage is the context's. */
async function startAt(browser: Browser, url: string, shown: string, state?: StorageState): Promise<Start> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US', ...state });
  const page = await context.newPage();
  const scripts: Promise<readonly [url: string, bytes: number]>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    scripts.push(response.body().then((body) => [response.url(), gzipSync(body, { level: 9 }).length] as const));
  });
  await page.goto(url, { waitUntil: 'commit' });
  const { ms, loaded } = await page.evaluate<Drawn>(drawn(shown));
  await page.waitForLoadState('networkidle');
  const all = await Promise.all(scripts);
  await context.close();
  const before = all.filter(([address]) => loaded.includes(address));
  return { ms, kB: kBOf(before), allkB: kBOf(all) };
}

const kBOf = (scripts: readonly (readonly [string, number])[]) =>
  scripts.reduce((sum, [, bytes]) => sum + bytes, 0) / 1000;

type StorageState = Pick<NonNullable<Parameters<Browser['newContext']>[0]>, 'storageState'>;

/** Runs in the page, as text: time from the navigation to the frame that shows a selector, without the splash. */
const drawn = (selector: string) => `new Promise((resolve) => {
  requestAnimationFrame(function look() {
    if (document.querySelector('#splash') !== null || document.querySelector('${selector}') === null) requestAnimationFrame(look);
    else requestAnimationFrame(() => resolve({
      ms: performance.now(),
      loaded: performance.getEntriesByType('resource').map(({ name }) => name),
    }));
  });
})`;

/** The demo's static build on a plain host: what is loaded before its first screen, and how soon that is shown. */
export async function demoStart(): Promise<Measured[]> {
  const host = await hostFolder(join(ROOT, 'demo/dist'), '/suite/');
  const browser = await chromium.launch({ executablePath: process.env['BROWSER_PATH']!, args: ['--no-sandbox'] });
  try {
    const signIns: Start[] = [];
    for (let round = 0; round < ROUNDS; round++) signIns.push(await startAt(browser, host.url, 'form h1, main h1'));
    const visitor = await browser.newContext({ locale: 'en-US' });
    const page = await visitor.newPage();
    await page.goto(host.url);
    await signInToDemo(page);
    const storageState = await visitor.storageState();
    await visitor.close();
    const dashboards: Start[] = [];
    for (let round = 0; round < ROUNDS; round++)
      dashboards.push(await startAt(browser, `${host.url}#${HOME}`, 'main h1', { storageState }));
    return [...rows('its sign-in', signIns), ...rows('the first dashboard when signed in', dashboards)];
  } finally {
    await browser.close();
    host.close();
  }
}

function rows(screen: string, starts: readonly Start[]): Measured[] {
  const [kB, allkB] = [Math.max(...starts.map((start) => start.kB)), Math.max(...starts.map((start) => start.allkB))];
  const ms = median(starts.map((start) => start.ms));
  return [
    {
      what: `Demo suite from a static host, ${screen}: JavaScript loaded before it is shown, gz`,
      measured: `${kB.toFixed(1)} kB (${allkB.toFixed(1)} kB including what loads afterward)`,
      budget: '< 250 kB',
      held: kB < 250,
    },
    {
      what: `Demo suite from a static host, ${screen}: time until shown, empty cache, p50`,
      measured: `${(ms / 1000).toFixed(2)} s`,
      budget: '≤ 1.5 s',
      held: ms <= 1500,
    },
  ];
}
