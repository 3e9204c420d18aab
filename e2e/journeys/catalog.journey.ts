import { expect, heading, signIn, test } from '../support/journey.ts';
import { PEOPLE } from '../support/portal.ts';

test('a reader finds what a ratio means, and what it is computed from', async ({ page }) => {
  await signIn(page, PEOPLE.alderAnalyst, '/home');
  await page.getByRole('navigation').getByRole('link', { name: 'Catalog' }).click();
  await expect(heading(page, /^Catalog/)).toBeVisible();
  await page.getByRole('searchbox', { name: /^Search by title/ }).fill('net worth ratio');
  await page.getByRole('button', { name: 'Net worth ratio', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Net worth ratio' });
  await expect(drawer).toContainText('997 ÷ 010');
  await drawer.getByRole('button', { name: 'Total assets' }).click();
  await expect(page.getByRole('dialog', { name: 'Total assets' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('dialog', { name: 'Total assets' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/model?q=net%20worth%20ratio');
});

test('an administrator sees the loads of the data', async ({ page }) => {
  await signIn(page, PEOPLE.alderAdmin, '/data-versions');
  await expect(page.getByRole('heading', { name: /^Version 1/ })).toBeVisible();
  await page
    .getByText(/tables?, [\d,]+ rows/)
    .first()
    .click();
  await expect(page.getByRole('row', { name: /^foicu [0-9]/ })).toBeVisible();
});
