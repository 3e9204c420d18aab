import { chromium, type Page } from '@playwright/test';
import { MEASURED_REPORTS } from './measured-reports.ts';
import { median, ms, quantile, type Measured } from './project.ts';

const ROUNDS = 12;

/** Runs in the page before its own code, as text: keeps the durations of long tasks. */
const WATCH = `
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) window.longTasks.push([startTime, duration]);
  }).observe({ type: 'longtask', buffered: true });
`;

async function inBrowser<T>(url: string, person: string, work: (page: Page) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath: process.env['BROWSER_PATH']!, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: url, locale: 'en-US' });
    await page.addInitScript(WATCH);
    await page.goto('/login?returnTo=/reports');
    await page.getByRole('button', { name: person }).click();
    await page.getByRole('grid').getByText('Board scorecard', { exact: true }).waitFor();
    return await work(page);
  } finally {
    await browser.close();
  }
}

/** Runs in the page, as text: opens an address without loading the page, and returns the time. */
const GO_TO = (address: string) => `(() => {
  history.pushState(null, '', ${JSON.stringify(address)});
  dispatchEvent(new PopStateEvent('popstate'));
  return performance.now();
})()`;

/** The longest task of the browser while forty tiles stream in and are scrolled through. */
export function fortyTiles(url: string, address: string): Promise<Measured> {
  return inBrowser(url, 'analyst@alder.example', async (page) => {
    const { tiles } = MEASURED_REPORTS.forty;
    // The code of reports and charts is loaded by another report: it is measured by the pages' own row.
    await page.getByRole('grid').getByText('State overview', { exact: true }).click();
    await page.locator('section[aria-busy="false"]').nth(3).waitFor();
    const started = await page.evaluate<number>(GO_TO(address));
    await page
      .locator('section[aria-busy="false"]')
      .nth(tiles.length - 1)
      .waitFor({ state: 'attached' });
    for (let at = 0; at < tiles.length; at += 4) {
      await page.locator('section[aria-busy]').nth(at).scrollIntoViewIfNeeded();
      await page.waitForTimeout(100);
    }
    const tasks = await page.evaluate<[number, number][]>('window.longTasks');
    const lengths = tasks.filter(([start]) => start >= started).map(([, duration]) => duration);
    const longest = Math.max(0, ...lengths);
    return {
      what: 'Report of 40 tiles while it streams in and is scrolled through: longest task of the browser',
      measured: `${ms(longest)} (${lengths.length} over 50 ms)`,
      budget: '≤ 100 ms',
      held: longest <= 100,
    };
  });
}

/** Runs in the page, as text: presses a field and returns the time until its figure is drawn, without the request. */
const EDIT = (field: string, drawn: string) => `new Promise((resolve) => {
  performance.clearResourceTimings();
  const button = [...document.querySelectorAll('[aria-label="Fields"] button[aria-pressed]')]
    .find((one) => one.textContent.trim() === ${JSON.stringify(field)});
  const started = performance.now();
  button.click();
  requestAnimationFrame(function look() {
    const runs = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/draft/run'));
    const shown = document.querySelector(${JSON.stringify(drawn)});
    if (runs.length === 0 || shown === null || shown.closest('[aria-busy="true"]')) return requestAnimationFrame(look);
    const asked = runs.reduce((sum, { startTime, responseEnd }) => sum + responseEnd - startTime, 0);
    resolve(performance.now() - started - asked);
  });
})`;

/** A field is put into a chart of the builder and taken out again; the time beyond that of the query. */
export function builderEdit(url: string): Promise<Measured> {
  return inBrowser(url, 'admin@alder.example', async (page) => {
    await page.getByRole('button', { name: 'New report' }).click();
    const press = (name: string) =>
      page.getByRole('region', { name: 'Fields' }).getByRole('button', { name, exact: true }).click();
    await press('Net worth ratio');
    await page.getByRole('article', { name: 'Net worth ratio' }).waitFor();
    const taken: number[] = [];
    for (let round = -2; round < ROUNDS; round++) {
      const added = await page.evaluate<number>(EDIT('State', '[role="figure"], figure'));
      await page.getByText('All changes saved').waitFor();
      const removed = await page.evaluate<number>(EDIT('State', 'article'));
      await page.getByText('All changes saved').waitFor();
      if (round >= 0) taken.push(added, removed);
    }
    const p95 = quantile(taken, 0.95);
    return {
      what: 'Builder: from a chosen field to its figure on the screen, beyond the query’s request, p95',
      measured: `${ms(p95)} (p50 ${ms(median(taken))})`,
      budget: '≤ 150 ms',
      held: p95 <= 150,
    };
  });
}
