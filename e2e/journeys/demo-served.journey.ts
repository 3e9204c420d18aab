import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, heading, signIn, test } from '../support/journey.ts';
import { PEOPLE, URL as PORTAL } from '../support/portal.ts';
import { hostFolder, type StaticHost } from '../support/static-host.ts';
import { HOME, signInToDemo, DemoPage } from '../support/demo.ts';

const BUILD = fileURLToPath(new URL('../../demo/dist', import.meta.url));

test('the help menu opens the demo, whose service worker answers none of the portal’s requests', async ({ page }) => {
  await signIn(page, PEOPLE.alderAnalyst);
  await page.getByRole('button', { name: 'Help' }).click();
  const opened = page.waitForEvent('popup');
  await page.getByRole('menuitem', { name: /Demo suite/ }).click();
  const demoPage = await opened;
  await expect(demoPage).toHaveURL(/\/demo\/#\/sign-in/);
  await signInToDemo(demoPage);
  const scopes = () =>
    demoPage.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope));
  await expect.poll(scopes).toEqual([`${PORTAL}/demo/`]);

  const responses: { path: string; byWorker: boolean }[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/api/')) responses.push({ path: pathname, byWorker: response.fromServiceWorker() });
  });
  await page.goto('/home');
  await expect(heading(page, /^Good /)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Data' })).toContainText('Dec 31, 2025');
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  expect(responses.map(({ path }) => path)).toContain('/api/v1/session');
  expect(responses.filter(({ byWorker }) => byWorker)).toEqual([]);
});

test('a path below /demo/ that is no file redirects to the demo’s start', async ({ page }) => {
  await page.goto('/demo/apps/mailbox');
  await expect(page).toHaveURL(/\/demo\/#\/sign-in/);
});

test.describe('on a plain static host, in a folder of its own', () => {
  let host: StaticHost;
  test.beforeAll(async () => {
    host = await hostFolder(BUILD, '/some/where/demo/');
  });
  test.afterAll(() => host.close());

  const startDemo = async (page: Page) => {
    await page.goto(host.url);
    await expect(page).toHaveURL(/demo\/#\/sign-in/);
    await signInToDemo(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('navigation').first()).toBeVisible();
    await page.reload();
    await expect(page).toHaveURL(`${host.url}#${HOME}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(host.missing).toEqual([]);
  };

  test('signs in, shows the first dashboard, and a reload keeps it', ({ page }) => startDemo(page));

  test('opens every screen without a network after the first visit', async ({ page, context, watch }) => {
    await startDemo(page);
    const isStored = () =>
      page.evaluate(async () => {
        const cache = await caches.open('rise-demo-files');
        return (await cache.match(new URL('offline-version', document.baseURI).href)) !== undefined;
      });
    await expect.poll(isStored).toBe(true);
    watch.expectMessage(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    await context.setOffline(true);
    const screens = { '/apps/academy': /^Academy/, '/ui/icons/feather': /^Feather/, '/dashboards/crypto': /^Bitcoin/ };
    for (const [path, title] of Object.entries(screens)) {
      await page.goto(`${host.url}#${path}`);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    }
  });

  test('keeps unsaved settings where Back leads to an address that was typed', async ({ page }) => {
    await startDemo(page);
    await page.goto(`${host.url}#/pages/activities`);
    await page.goto(`${host.url}#/pages/settings/account`);
    const name = page.getByRole('textbox', { name: 'Name' }).first();
    await name.fill('Ada Demir');
    for (const answer of ['Stay here', 'Stay here', 'Leave'] as const) {
      await page.evaluate(() => history.back());
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      await dialog.getByRole('button', { name: answer }).click();
      await expect(dialog).toBeHidden();
      if (answer === 'Leave') break;
      await expect(page).toHaveURL(/settings\/account/);
      await expect(name).toHaveValue('Ada Demir');
    }
    await expect(page).toHaveURL(/pages\/activities/);
  });

  test.describe('where the browser allows no worker', () => {
    test.use({ serviceWorkers: 'block' });
    test('does the same', ({ page, watch }) => {
      watch.expectMessage(/Service ?Worker/i);
      return startDemo(page);
    });
  });
});

test('the demo by keyboard: skip link, every control of the sign-in page, drawers that Escape closes', async ({
  browser,
}) => {
  const demo = await DemoPage.open(browser, `${PORTAL}/demo/#/sign-in`);
  const { page } = demo;
  const TABBABLE = 'a[href], button:not(:disabled), input:not(:disabled):not([type="hidden"]), select, textarea';
  const controls = await page.locator(TABBABLE).evaluateAll((all) => {
    const reachable = all.filter(
      (element) =>
        (element as HTMLElement).tabIndex >= 0 && element.getClientRects().length > 0 && !element.closest('[inert]'),
    );
    for (const [number, element] of reachable.entries()) element.setAttribute('data-number', String(number));
    return reachable.map((element, number) => `${number} ${element.getAttribute('aria-label') ?? element.textContent}`);
  });
  expect(controls.length).toBeGreaterThan(5);
  const focused = new Set<string>();
  for (let step = 0; step < controls.length + 2; step++) {
    await page.keyboard.press('Tab');
    const number = await page.evaluate(() => document.activeElement?.getAttribute('data-number') ?? null);
    if (number !== null) focused.add(controls[Number(number)]!);
  }
  expect(controls.filter((control) => !focused.has(control))).toEqual([]);

  await page.reload();
  await demo.waitUntilDrawn();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();

  await signInToDemo(page);
  await demo.waitUntilDrawn();
  for (const [width, button] of [
    [1440, 'Display settings'],
    [390, /navigation/i],
  ] as const) {
    await demo.resize(width);
    const opener = page.getByRole('button', { name: button }).first();
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(opener).toBeFocused();
  }
  await demo.close();
});
