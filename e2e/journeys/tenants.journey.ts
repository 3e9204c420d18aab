import { expect, heading, signIn, signInAtProvider, test } from '../support/journey.ts';
import { PEOPLE } from '../support/portal.ts';

test('someone above the tenants enters one for support; the tenant sees it and ends it', async ({
  page,
  anotherBrowser,
  watch,
}) => {
  await signInAtProvider(page, PEOPLE.globalSupport, '/reports');
  await expect(page).toHaveURL(/\/choose-tenant\?returnTo=/);
  await page.getByRole('link', { name: 'Go to tenants' }).click();
  await page.getByRole('button', { name: 'Birch Credit Union' }).click();
  const drawer = page.getByRole('dialog', { name: 'Birch Credit Union' });
  await drawer.getByRole('textbox', { name: 'Reason' }).fill('Reports of September look wrong');
  await drawer.getByRole('button', { name: 'Request entry' }).click();
  await drawer.getByRole('button', { name: 'Enter Birch Credit Union' }).click();
  const own = page.getByRole('status', { name: /^You are in Birch Credit Union for support until/ });
  await expect(own).toBeVisible();
  await page.goto('/home');
  await expect(page.getByText('Birch Credit Union reports and data')).toBeVisible();

  // What the visitor's page was about to load when the visit ended is refused.
  watch.expectMessage(/status of 400/);
  const admin = await anotherBrowser();
  await signIn(admin, PEOPLE.birchAdmin, '/home');
  const banner = admin.getByRole('status', { name: 'Support is in your organization' });
  await banner.getByRole('link', { name: 'Manage visits' }).click();
  await admin.getByRole('button', { name: /^End the visit of / }).click();
  await expect(banner).toHaveCount(0);
  // The visitor's page learns of it from its event stream.
  await expect(page.getByText('What needs attention across all tenants')).toBeVisible();
  await expect(own).toHaveCount(0);
});

/** Red, 30 pixels wide and 10 high. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAB4AAAAKCAIAAAAsFXl4AAAAF0lEQVR42mM4oKBAI8QwavSo0aNGk4IAElgsEBTUFPwAAAAASUVORK5CYII=',
  'base64',
);

test('a global administrator sets a tenant’s logo without entering it; its people’s open pages show it', async ({
  page,
  anotherBrowser,
}) => {
  const member = await anotherBrowser();
  await signIn(member, PEOPLE.birchAnalyst, '/home');
  const logo = member.locator('img[src^="/api/v1/branding/logo"]');
  await expect(heading(member, /./)).toBeVisible();
  await expect(logo).toHaveCount(0);

  await signInAtProvider(page, PEOPLE.globalAdmin, '/tenants');
  await page.getByRole('button', { name: 'Birch Credit Union' }).click();
  const drawer = page.getByRole('dialog', { name: 'Birch Credit Union' });
  await drawer.getByLabel('Choose a logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: LOGO });
  await expect(drawer.getByText('The logo was saved.')).toBeVisible();
  await expect(drawer.getByAltText('Logo of Birch Credit Union')).toBeVisible();
  await expect(logo.first()).toBeVisible();
  await drawer.getByRole('button', { name: 'Remove logo' }).click();
  await expect(drawer.getByText('The logo was removed.')).toBeVisible();
  await expect(logo).toHaveCount(0);
});

test('a person of one tenant has no choice of tenants', async ({ page }) => {
  await signInAtProvider(page, PEOPLE.birchAnalyst);
  await expect(page.getByText('Birch Credit Union reports and data')).toBeVisible();
  await page.getByRole('button', { name: /’s account$/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await expect(page.getByText('Alder Credit Union')).toBeHidden();
});

test('another tenant’s report and its figures are not found', async ({ page, anotherBrowser, watch }) => {
  watch.expectMessage(/status of 404/);
  await signInAtProvider(page, PEOPLE.alderAnalyst, '/reports');
  await page.getByRole('grid').getByText('Board scorecard', { exact: true }).click();
  await expect(page).toHaveURL(/\/reports\/[0-9a-f-]{36}/);
  await expect(heading(page, 'Board scorecard')).toBeVisible();
  const address = new URL(page.url()).pathname;

  const stranger = await anotherBrowser();
  await signInAtProvider(stranger, PEOPLE.birchAdmin, address);
  await expect(heading(stranger, 'We can’t find this page')).toBeVisible();
  await expect(stranger).toHaveURL(address);
  const run = await stranger.request.post(`/api/v1${address}/run`, { headers: { 'x-rise-request': '1' }, data: {} });
  expect(run.status()).toBe(404);
  expect(await run.text()).not.toMatch(/scorecard/i);
});

test('a session ended from another browser ends at once, and signing in returns to the page', async ({
  page,
  anotherBrowser,
  watch,
}) => {
  watch.expectMessage(/status of 401/);
  const other = await anotherBrowser();
  await signInAtProvider(other, PEOPLE.birchAdmin, '/home');
  await other
    .getByRole('main')
    .getByRole('link', { name: /^Board scorecard/ })
    .click();
  await expect(heading(other, 'Board scorecard')).toBeVisible();
  await signInAtProvider(page, PEOPLE.birchAdmin, '/user');
  const sessions = page.getByRole('region', { name: 'Active sessions' });
  await expect(sessions.getByText('This browser', { exact: true })).toBeVisible();
  const remote = sessions.getByRole('button', { name: 'Sign out this device' });
  const before = await remote.count();
  expect(before).toBeGreaterThan(0);
  // The newest of the other sessions is the one started above.
  await remote.first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out this device' }).click();
  await expect(remote).toHaveCount(before - 1);

  expect((await other.request.get('/api/v1/announcements')).status()).toBe(401);
  // The page learns of it from its event stream, or from its next request.
  const dialog = other.getByRole('dialog', { name: 'You have been signed out' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Sign in again' }).click();
  await expect(heading(other, 'Board scorecard')).toBeVisible();
});
