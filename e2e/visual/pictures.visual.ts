import { waitUntilStable } from '../support/stable-page.ts';
import { expect, LAYOUTS, PageHarness, test } from './page-harness.ts';

/** A page that shows nobody's data and never changes. */
const PAGE = '/error/404';
/** Each picture is of one of these. */
const VIEWS = [
  [1440, 'light'],
  [390, 'dark'],
] as const;

/** Compares each layout with its stored picture; CONTRIBUTING.md says how to renew them. */
test('every layout looks as its pictures do', async ({ harness }) => {
  const page = await harness.context.newPage();
  await page.clock.setFixedTime('2026-01-31T09:00:00Z');
  await page.route(/\/api\/apps\/chat\/(chats|contacts)$/, (route) => route.fulfill({ json: [] }));
  // Another journey's support visit to the tenant has a banner on each page.
  await page.route(/\/api\/v1\/(session|account)$/, async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: text.replace(/"supportVisits":\[[^\]]*\]/, '"supportVisits":[]') });
  });
  await page.goto(PAGE);
  const view = new PageHarness(page, harness.scorecard);
  view.language = harness.language;
  await view.setLanguage('en');
  // Over nothing that reacts to a pointer.
  await page.mouse.move(720, 880);
  for (const layout of LAYOUTS) {
    await view.visit(PAGE, layout);
    for (const [width, scheme] of VIEWS) {
      await view.setScheme(scheme);
      await view.resize(width);
      await expect(page.locator('[aria-busy="true"], header button[aria-hidden]')).toHaveCount(0);
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await waitUntilStable(page);
      await expect.soft(page).toHaveScreenshot(`${layout}-${width}-${scheme}.png`);
    }
  }
  await page.close();
});
