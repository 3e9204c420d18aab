import type { Page } from '@playwright/test';
import { expect, signIn } from './journey.ts';

/** Signs in and opens the board scorecard; returns its path. */
export async function openScorecard(page: Page, email: string): Promise<string> {
  await signIn(page, email, '/reports');
  await page.getByRole('grid').getByText('Board scorecard', { exact: true }).click();
  await expect(page).toHaveURL(/\/reports\/[0-9a-f-]{36}/);
  await allTilesReady(page);
  return new URL(page.url()).pathname;
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

/** Waits until every tile of the report has its result. */
export async function allTilesReady(page: Page): Promise<void> {
  await expect(page.locator('section[aria-busy]')).toHaveCount(TILES.length);
  await expect(page.locator('section[aria-busy="true"]')).toHaveCount(0);
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
