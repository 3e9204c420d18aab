import type { Announcement } from '@rise/contract';
import type { Page } from '@playwright/test';
import { allTilesReady } from '../support/scorecard.ts';
import { expect, LAYOUTS, test } from './page-harness.ts';
import { waitUntilStable } from '../support/stable-page.ts';
import { collectShifts, watchShifts } from './shifts.ts';

test.describe.configure({ mode: 'parallel' });

/** Highest cumulative layout shift allowed. */
const MAX_SHIFT = 0.01;
const news: Announcement = {
  id: '5b0c5a3e-54d1-4c92-9d4b-0c6d7f1e2a02',
  title: 'New figures',
  content: [
    { type: 'paragraph', children: [{ type: 'text', text: 'The call reports of the fourth quarter are loaded.' }] },
  ],
  link: null,
  read: false,
  startDate: '2026-01-31T08:00:00.000Z',
};

/** More reports than fit on a screen, so that the page grows when they are there. */
async function showManyReports(page: Page): Promise<void> {
  await page.route('**/api/v1/reports', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { reports: { id: string }[] };
    const more = answer.reports
      .slice(0, 8)
      .map((report, place) => ({ ...report, id: `${report.id.slice(0, -2)}${10 + place}` }));
    await route.fulfill({ response, json: { ...answer, reports: [...answer.reports, ...more] } });
  });
}

/** Every layout and every screen, each reloaded at both widths under an announcement; not every layout with every screen. */
for (const [index, layout] of LAYOUTS.entries())
  test(`${layout}: nothing moves while a page loads`, async ({ harness }) => {
    const page = await harness.context.newPage();
    await page.route('**/api/v1/announcements', (route) => route.fulfill({ json: { announcements: [news] } }));
    await showManyReports(page);
    await watchShifts(page);
    const screens = ['/home', '/reports', harness.scorecard, '/user', '/docs'];
    for (const [width, step] of [
      [1440, 0],
      [390, 2],
    ] as const) {
      const path = screens[(index + step) % screens.length]!;
      await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
      await page.goto(`${path}?layout=${layout}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (path === harness.scorecard) await allTilesReady(page);
      if (layout !== 'empty') await expect(page.getByText(news.title)).toBeVisible();
      await expect(page.locator('[aria-busy="true"], header button[aria-hidden]')).toHaveCount(0);
      await waitUntilStable(page, { layout, width });
      const { sum, what } = await collectShifts(page);
      expect(sum, `${path} at ${width} px:\n${what.join('\n')}`).toBeLessThan(MAX_SHIFT);
    }
    await page.close();
  });
