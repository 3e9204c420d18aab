import type { Announcement } from '@rise/contract';
import { allTilesReady } from '../support/scorecard.ts';
import { expect, LAYOUTS, test } from './room.ts';
import { settled } from '../support/settled.ts';
import { shiftsOf, watchShifts } from './shifts.ts';

const MOST = 0.01;
const news: Announcement = {
  id: '5b0c5a3e-54d1-4c92-9d4b-0c6d7f1e2a02',
  title: 'New figures',
  content: 'The call reports of the fourth quarter are loaded.',
  link: null,
  read: false,
  startDate: '2026-01-31T08:00:00.000Z',
};

/** Every layout and every screen at both widths, loaded anew, with an announcement over it; not all with all. */
for (const [index, layout] of LAYOUTS.entries())
  test(`${layout}: nothing moves while a page is loaded`, async ({ room }) => {
    const page = await room.context.newPage();
    await page.route('**/api/v1/announcements', (route) => route.fulfill({ json: { announcements: [news] } }));
    await watchShifts(page);
    const screens = ['/home', '/reports', room.scorecard, '/user', '/docs'];
    for (const [width, step] of [
      [1440, 0],
      [390, 2],
    ] as const) {
      const path = screens[(index + step) % screens.length]!;
      await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
      await page.goto(`${path}?layout=${layout}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (path === room.scorecard) await allTilesReady(page);
      if (layout !== 'empty') await expect(page.getByText(news.title)).toBeVisible();
      await expect(page.locator('[aria-busy="true"], header button[aria-hidden]')).toHaveCount(0);
      await settled(page, { layout, width });
      const { sum, what } = await shiftsOf(page);
      expect(sum, `${path} at ${width} px:\n${what.join('\n')}`).toBeLessThan(MOST);
    }
    await page.close();
  });
