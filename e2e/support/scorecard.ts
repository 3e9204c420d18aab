import type { Page } from '@playwright/test';
import { useSession } from './journey.ts';
import { callApi } from './panels.ts';
import { waitUntilStable } from './stable-page.ts';

/** Path of the board scorecard by the person whose tenant it belongs to. */
const paths = new Map<string, string>();

/** Signs in and opens the board scorecard, with a query such as `?state=CA`; returns its path. */
export async function openScorecard(page: Page, email: string, query = ''): Promise<string> {
  const path = await signInForScorecard(page, email);
  await page.goto(path + query);
  await allTilesReady(page);
  return path;
}

/** Signs in and returns the path of the board scorecard; the list of reports leads there in `keyboard.journey.ts`. */
export async function signInForScorecard(page: Page, email: string): Promise<string> {
  await useSession(page, email);
  const known = paths.get(email);
  if (known !== undefined) return known;
  const { reports } = await callApi<{ reports: { id: string; title: { en: string } }[] }>(
    page,
    'GET',
    '/api/v1/reports',
  );
  const path = `/reports/${reports.find(({ title }) => title.en === 'Board scorecard')!.id}`;
  paths.set(email, path);
  return path;
}

/** Changes the address of the open scorecard as a link does, without loading the page again. */
export async function followLink(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), address);
  await allTilesReady(page);
}

export const TILES = [
  'Key figures',
  'Net worth classification',
  'Distribution of peers',
  'Ranking',
  'Loan mix',
  'List of peers',
  'By state',
] as const;

export const tile = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
export const card = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true });

/** Matches a card's percentile among a number of peers. */
export const percentileOf = (peers: string, percentile?: number): RegExp =>
  new RegExp(`Percentile ${percentile ?? '\\d+'} of ${peers}(?![\\d,])`);

interface RouterInPage {
  latestLocation: { href: string };
  state: { status: string; isLoading: boolean; resolvedLocation?: { href: string } };
}

/** Runs in the page: whether the report of the latest address is drawn, with a result in every tile. */
function isReportDrawn(tileCount: number): boolean {
  const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__?: RouterInPage };
  const isAtAddress =
    router?.state.status === 'idle' &&
    !router.state.isLoading &&
    router.state.resolvedLocation?.href === router.latestLocation.href;
  const tiles = [...document.querySelectorAll('section[aria-busy]')];
  return isAtAddress && tiles.length === tileCount && tiles.every((tile) => tile.ariaBusy === 'false');
}

/**
 * Waits until the report shows what its address says, with a result in every tile. It runs the report only after it has
 * drawn a new address, so that the results of the former one are there for a moment.
 */
export async function allTilesReady(page: Page): Promise<void> {
  do {
    await page.waitForFunction(isReportDrawn, TILES.length, { timeout: 60_000 });
    await waitUntilStable(page);
  } while (!(await page.evaluate(isReportDrawn, TILES.length)));
}

/** Texts of a table's cells by row, exact where the screen shows millions; the last row is the total. */
export async function stateTable(page: Page): Promise<{ head: string[]; rows: string[][]; total: string[] }> {
  const grid = tile(page, 'By state').getByRole('grid');
  const head = await grid.getByRole('columnheader').allInnerTexts();
  const rows = await grid.getByRole('row').evaluateAll((all) =>
    all.map((row) =>
      [...row.querySelectorAll('th, td')].map((cell) => {
        const exact = cell.querySelector('[title]')?.getAttribute('title') ?? '';
        return /^−?\$?\d[\d,.]*/.exec(exact)?.[0] ?? cell.textContent?.trim() ?? '';
      }),
    ),
  );
  return { head: head.map((text) => text.trim()), rows: rows.slice(1, -1), total: rows.at(-1)! };
}
