import type { Page } from '@playwright/test';
import {
  choosePreference,
  expect,
  heading,
  intercept,
  resetPreferences,
  signIn,
  test,
  WITH_MOTION,
} from '../support/journey.ts';
import { PEOPLE, URL as PORTAL } from '../support/portal.ts';
import { openScorecard } from '../support/scorecard.ts';

// The navigation, menus, drawers and dialogs as they move.
test.use(WITH_MOTION);
// Also after a test that failed: the next one on the same server expects them reset.
test.afterEach(({ page }) => resetPreferences(page));

const HEIGHT = 900;
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' });
const toggle = (page: Page, name: 'Show navigation' | 'Hide navigation') => page.getByRole('button', { name });

for (const layout of ['classic', 'modern'])
  test(`the navigation of ${layout} is beside the page from 960 pixels on, and over it below`, async ({ page }) => {
    await signIn(page, PEOPLE.alderAnalyst, `/home?layout=${layout}`);
    await page.setViewportSize({ width: 960, height: HEIGHT });
    await expect(navigation(page)).toBeVisible();
    await page.setViewportSize({ width: 959, height: HEIGHT });
    await expect(navigation(page)).toBeHidden();

    await toggle(page, 'Show navigation').click();
    const over = page.getByRole('dialog', { name: 'Main navigation' });
    await expect(over).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(over).toBeHidden();
    await expect(toggle(page, 'Show navigation')).toBeFocused();

    await toggle(page, 'Show navigation').click();
    await over.getByRole('link', { name: 'Reports' }).click();
    await expect(heading(page, 'Reports')).toBeFocused();
    await expect(over).toBeHidden();
  });

test('going back restores the scroll position, and a new page starts at its top', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  await signIn(page, PEOPLE.alderAnalyst, '/docs/guides/board-scorecard');
  await expect(heading(page, /./)).toBeVisible();
  const position = () => page.evaluate(() => Math.round(window.scrollY));
  await page.evaluate(() => window.scrollTo(0, 600));
  await expect.poll(position).toBe(600);
  await navigation(page).getByRole('link', { name: 'Reports' }).click();
  await expect(heading(page, 'Reports')).toBeVisible();
  await expect.poll(position).toBe(0);
  await page.goBack();
  await expect(heading(page, /corecard/)).toBeVisible();
  await expect.poll(position).toBe(600);
});

test('a dialog is 32rem wide from 960 pixels on, and one that requires an answer closes no other way', async ({
  page,
  watch,
}) => {
  watch.expectMessage(/status of 401/);
  await page.setViewportSize({ width: 960, height: HEIGHT });
  await signIn(page, PEOPLE.birchAnalyst);
  await expect(heading(page, /^Good /)).toBeVisible();
  await page.context().clearCookies();
  // As when the tab becomes visible again: the page requests the session.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const dialog = page.getByRole('dialog', { name: 'You have been signed out' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button')).toBeFocused();
  const width = async () => Math.round((await dialog.boundingBox())!.width);
  await expect.poll(width).toBe(512);
  await page.setViewportSize({ width: 1440, height: HEIGHT });
  await expect.poll(width).toBe(512);
  await page.setViewportSize({ width: 390, height: HEIGHT });
  await expect.poll(width).toBeLessThan(390);
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button')).toHaveText(['Sign in again']);
});

test('the display settings slide in from the right edge, and “Auto” follows the system live', async ({ page }) => {
  await signIn(page, PEOPLE.birchAdmin);
  const tab = page.getByRole('button', { name: 'Display settings' });
  // In the toolbar, where it covers nothing of the page.
  await expect(page.getByRole('banner').getByRole('button', { name: 'Display settings' })).toBeVisible();
  await tab.click();
  const drawer = page.getByRole('dialog', { name: 'Display settings' });
  await expect.poll(async () => (await drawer.boundingBox())!.x).toBe(1040);
  expect(await drawer.locator('legend').allInnerTexts()).toEqual(['Theme', 'Scheme', 'Layout']);
  const choose = (group: string, name: string) =>
    drawer.getByRole('group', { name: group }).getByText(name, { exact: true }).click();

  await choose('Scheme', 'Match system');
  const body = page.locator('body');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(body).toHaveClass(/\bdark\b/);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(body).toHaveClass(/\blight\b/);
  await choose('Theme', 'Amber');
  await expect(body).toHaveClass(/\btheme-amber\b/);
  await choosePreference(page, 'layout', () => choose('Layout', 'Thin'));
  await expect(page.locator('[data-layout="thin"]')).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(tab).toBeFocused();
  await page.reload();
  await expect(page.locator('[data-layout="thin"]')).toBeVisible();
  await expect(body).toHaveClass(/\btheme-amber\b/);
});

test('the loading bar shows while a request is pending, and not while the page only listens for events', async ({
  page,
}) => {
  const bar = page.getByRole('progressbar', { name: 'Loading' });
  let release = () => {};
  const pending = new Promise<void>((resolve) => {
    release = resolve;
  });
  // The home page requests the reports too: delayed from the start, no page has them in its cache.
  await page.route('**/api/v1/reports', async (route) => {
    await pending;
    await route.continue();
  });
  await signIn(page, PEOPLE.alderAnalyst);
  await navigation(page).getByRole('link', { name: 'Reports' }).click();
  await expect(heading(page, 'Reports')).toBeVisible();
  await expect(bar).toBeVisible();
  release();
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(bar).toBeHidden();
});

test('a page whose code is gone after an update reloads once automatically, and then explains what to do', async ({
  page,
  watch,
}) => {
  watch.expectMessage(/status of 404|dynamically imported module|A screen failed/);
  await signIn(page, PEOPLE.alderAnalyst);
  const recover = await intercept(page, /\/assets\/reports\.page-.*\.js/, (route) =>
    route.fulfill({ status: 404, body: '' }),
  );
  const reloaded = page.waitForEvent('load');
  await navigation(page).getByRole('link', { name: 'Reports' }).click();
  await reloaded;
  await expect(heading(page, 'This page could not be loaded')).toBeVisible();
  await expect(page).toHaveURL('/reports');
  recover();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page, 'Reports')).toBeVisible();
});

test('full screen is entered and left', async ({ page }) => {
  await signIn(page, PEOPLE.alderAnalyst);
  const full = () => page.evaluate(() => document.fullscreenElement !== null);
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect.poll(full).toBe(true);
  await page.getByRole('button', { name: 'Exit full screen' }).click();
  await expect.poll(full).toBe(false);
});

test('the palette finds a report and opens it, by keyboard', async ({ page }) => {
  await signIn(page, PEOPLE.alderAnalyst);
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search everything' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('board scorecard');
  // What was found for the first letters may be listed in another order until the whole is searched.
  await expect(palette.getByRole('option', { name: /Board scorecard/, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/reports\//);
});

test('another layout keeps the page: its input, elements and scroll position', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 700 });
  await openScorecard(page, PEOPLE.alderAnalyst);
  await page.getByRole('button', { name: 'Ask RiseIQ' }).click();
  const question = page.getByRole('textbox', { name: 'Your question' });
  await question.fill('Which members grow fastest');
  const table = page.getByRole('grid', { name: 'By state' });
  await table.scrollIntoViewIfNeeded();
  const scroller = table.locator('..');
  await scroller.evaluate((element) => element.scrollTo(0, 200));
  const row = await table.getByRole('row').nth(3).elementHandle();
  const palette = page.getByRole('dialog', { name: 'Search everything' });

  for (const layout of ['Thin', 'Modern', 'Material', 'Classic']) {
    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').fill(`Layout: ${layout}`);
    await palette.getByRole('option', { name: `Layout: ${layout}` }).click();
    await expect(page.locator(`[data-layout="${layout.toLowerCase()}"]`)).toBeAttached();
    await expect(question).toHaveValue('Which members grow fastest');
    expect(await row?.evaluate((element) => element.isConnected), `${layout} keeps the row’s element`).toBe(true);
    expect(await scroller.evaluate((element) => element.scrollTop)).toBe(200);
    await expect(table).toBeInViewport();
  }
});

test('the contact dialog stays open on a click outside and returns the focus to the help button', async ({ page }) => {
  await signIn(page, PEOPLE.alderAnalyst);
  const help = page.getByRole('button', { name: 'Help' });
  await help.click();
  await page.getByRole('menuitem', { name: 'Contact us' }).click();
  const dialog = page.getByRole('dialog', { name: 'Contact us' });
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 400);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(help).toBeFocused();
});

test('the portal loads nothing from other hosts', async ({ page }) => {
  const hosts = new Set<string>();
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http')) hosts.add(origin);
  });
  await signIn(page, PEOPLE.alderAnalyst);
  await page.goto('/docs/guides/getting-started');
  await expect(heading(page, /./)).toBeVisible();
  expect([...hosts]).toEqual([PORTAL]);
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });
  test('nothing on the page moves', async ({ page }) => {
    await signIn(page, PEOPLE.alderAnalyst);
    await page.getByRole('button', { name: 'Display settings' }).click();
    await expect(page.getByRole('dialog', { name: 'Display settings' })).toBeVisible();
    const moving = await page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .map((element) => getComputedStyle(element))
        .flatMap(({ transitionDuration, animationDuration }) =>
          `${transitionDuration}, ${animationDuration}`.split(', '),
        )
        .filter((duration) => Number.parseFloat(duration) > 0.001),
    );
    expect(moving).toEqual([]);
  });
});
