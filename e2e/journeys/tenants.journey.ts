import { expect, heading, signIn, test } from '../support/journey.ts';
import { PEOPLE } from '../support/portal.ts';

test('a global administrator chooses a tenant, sees its data, and switches to the other', async ({ page }) => {
  await signIn(page, PEOPLE.globalAdmin, '/reports');
  await expect(page).toHaveURL(/\/choose-tenant\?returnTo=/);
  await expect(heading(page, 'Which organisation?')).toBeVisible();
  await page.getByRole('button', { name: 'Birch Credit Union' }).click();
  await expect(page).toHaveURL('/reports');
  await page.goto('/home');
  await expect(page.getByText('Reports and data of Birch Credit Union')).toBeVisible();

  const menu = page.getByRole('button', { name: /^Account of / });
  await menu.click();
  await expect(page.getByRole('menuitemradio', { name: 'Birch Credit Union' })).toHaveAttribute('aria-checked', 'true');
  await page.getByRole('menuitemradio', { name: 'Alder Credit Union' }).click();
  await expect(page.getByText('Reports and data of Alder Credit Union')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Reports and data of Alder Credit Union')).toBeVisible();
});

test('a person of one tenant is not asked and cannot switch', async ({ page }) => {
  await signIn(page, PEOPLE.birchAnalyst);
  await expect(page.getByText('Reports and data of Birch Credit Union')).toBeVisible();
  await page.getByRole('button', { name: /^Account of / }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await expect(page.getByText('Alder Credit Union')).toBeHidden();
});

test('another tenant’s report is not there, nor its figures', async ({ page, anotherBrowser, watch }) => {
  watch.expectMessage(/status of 404/);
  await signIn(page, PEOPLE.alderAnalyst, '/reports');
  await page.getByRole('grid').getByText('Board scorecard', { exact: true }).click();
  await expect(page).toHaveURL(/\/reports\/[0-9a-f-]{36}/);
  await expect(heading(page, 'Board scorecard')).toBeVisible();
  const address = new URL(page.url()).pathname;

  const stranger = await anotherBrowser();
  await signIn(stranger, PEOPLE.birchAdmin, address);
  await expect(heading(stranger, 'We can’t find this page')).toBeVisible();
  await expect(stranger).toHaveURL(address);
  const run = await stranger.request.post(`/api/v1${address}/run`, { headers: { 'x-rise-request': '1' }, data: {} });
  expect(run.status()).toBe(404);
  expect(await run.text()).not.toMatch(/scorecard/i);
});

test('a session that is ended from another browser ends at the next step, and leads back to where it was', async ({
  page,
  anotherBrowser,
  watch,
}) => {
  watch.expectMessage(/status of 401/);
  const other = await anotherBrowser();
  await signIn(other, PEOPLE.birchAdmin, '/home');
  await signIn(page, PEOPLE.birchAdmin, '/user');
  const sessions = page.getByRole('region', { name: 'Where you are signed in' });
  await expect(sessions.getByText('This browser', { exact: true })).toBeVisible();
  const remote = sessions.getByRole('button', { name: 'Sign out there' });
  const before = await remote.count();
  expect(before).toBeGreaterThan(0);
  // The newest of the others is the one signed in just now.
  await remote.first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out there' }).click();
  await expect(remote).toHaveCount(before - 1);

  await other
    .getByRole('main')
    .getByRole('link', { name: /^Board scorecard/ })
    .click();
  const told = other.getByRole('dialog', { name: 'You have been signed out' });
  await expect(told).toBeVisible();
  await told.getByRole('button', { name: 'Sign in again' }).click();
  await expect(heading(other, 'Board scorecard')).toBeVisible();
});
