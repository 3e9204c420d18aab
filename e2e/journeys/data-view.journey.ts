import { expect, signIn, test } from '../support/journey.ts';
import { PEOPLE } from '../support/portal.ts';

test('a reader finds a table, filters by its profile, follows a row to another table and exports', async ({ page }) => {
  await signIn(page, PEOPLE.alderAnalyst, '/warehouse-data-view?table=foicu');
  const grid = page.getByRole('grid', { name: 'Rows of foicu' });
  await expect(grid).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /of 4,374 rows/ })).toBeVisible();

  // A value of the profile becomes a filter.
  await page.getByRole('button', { name: 'Options for CU_TYPE' }).click();
  await page.getByRole('menuitem', { name: 'Profile and uses' }).click();
  const drawer = page.getByRole('dialog', { name: 'CU_TYPE' });
  await expect(drawer.getByText('Charter type').first()).toBeVisible();
  await drawer.getByRole('button', { name: /^3/ }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'CU_TYPE is 3', exact: true })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /of 87 rows/ })).toBeVisible();
  await expect(page).toHaveURL(/filters=/);

  // Cells are selected by keyboard; the address keeps the sort.
  await page.getByRole('button', { name: 'Sort by CU_NUMBER' }).click();
  await page.getByRole('button', { name: 'Sort by CU_NUMBER' }).click();
  await expect(page).toHaveURL(/sort=-CU_NUMBER/);
  await expect(page.getByRole('columnheader', { name: /CU_NUMBER/ })).toHaveAttribute('aria-sort', 'descending');

  await page.getByRole('button', { name: 'Open row 1', exact: true }).click();
  const row = page.getByRole('dialog', { name: 'Row 1' });
  await row
    .getByRole('link', { name: /^fs220 / })
    .or(row.getByRole('link', { name: 'fs220', exact: true }))
    .click();
  await expect(page.getByRole('grid', { name: 'Rows of fs220' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /1–1 of 1 row/ })).toBeVisible();

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^fs220-2025-12-31-v\d+\.xlsx$/);
});
