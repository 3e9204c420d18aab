import { readFile } from 'node:fs/promises';
import { expect, heading, signIn, test } from '../support/journey.ts';
import { PEOPLE } from '../support/portal.ts';

test('an administrator writes a statement, finds it again after a reload, shares it, and exports all its rows', async ({
  page,
  watch,
}) => {
  watch.expectMessage(/status of 400/);
  await signIn(page, PEOPLE.alderAdmin, '/sql');
  await expect(heading(page, 'SQL')).toBeVisible();
  await expect(page.getByText('foicu', { exact: true })).toBeVisible();
  const editor = page.getByRole('textbox', { name: 'SQL statement' });
  await editor.click();
  await page.keyboard.type('SELECT STATE, count(*) AS institutions FROM foic');
  await page.getByRole('option', { name: /foicu/ }).first().click();
  await page.keyboard.type(' WHERE STATE IN {{states}} GROUP BY 1 ORDER BY nothing');
  await page.keyboard.press('Escape');
  await page.getByLabel('Type of states').selectOption('list');
  await page.getByLabel('Value of states').fill('VT\nME');
  await editor.press('Control+Enter');
  await expect(page.getByRole('alert')).toContainText('Line 1, column');
  await editor.press('Control+End');
  for (let letter = 0; letter < 'nothing'.length; letter++) await page.keyboard.press('Backspace');
  await page.keyboard.type('1');
  await page.keyboard.press('Control+Enter');
  const result = page.getByRole('grid', { name: 'Result' });
  await expect(result.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  // The tab is on the server.
  await page.reload();
  await expect(editor).toContainText('IN {{states}}');
  await expect(page.getByLabel('Value of states')).toHaveValue('VT\nME');
  await page.getByRole('button', { name: 'Format' }).click();
  await expect(editor.locator('.cm-line').first()).toHaveText('SELECT');

  await page.getByRole('button', { name: 'Save query' }).click();
  const save = page.getByRole('dialog', { name: 'Save query' });
  await save.getByLabel('Name').fill('Institutions of states');
  await save.getByRole('switch', { name: 'Share with your organization' }).check();
  await save.getByRole('button', { name: 'Save' }).click();
  await expect(save).toBeHidden();

  await page.getByRole('button', { name: 'Run' }).click();
  await expect(result).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export all as CSV' }).click();
  const csv = await readFile(await (await downloading).path(), 'utf8');
  expect(csv).toMatch(/^\uFEFFSTATE,institutions\r\nME,\d+\r\nVT,\d+\r\n$/);
  await page.getByText('Chart', { exact: true }).click();
  await expect(page.getByRole('figure', { name: 'institutions by STATE' })).toBeVisible();

  await page.getByRole('button', { name: 'Saved queries' }).click();
  await page.getByRole('button', { name: 'Create report of Institutions of states' }).click();
  const way = page.getByRole('dialog', { name: 'Report of Institutions of states' });
  await expect(way.getByRole('link', { name: 'Create the table' })).toBeVisible();
  await way.getByRole('button', { name: 'Close' }).click();
  await expect(way).toBeHidden();
  await page.getByRole('button', { name: 'Delete Institutions of states' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('No saved queries')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByText(/export · 2 rows/)).toBeVisible();
  await page.getByRole('button', { name: 'Clear history' }).click();
  await page
    .getByRole('dialog', { name: /^Clear your history/ })
    .getByRole('button')
    .last()
    .click();
  await expect(page.getByText('Nothing was run yet')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^Close / }).click();
  // The editor leaves the Tab key to the page.
  await editor.click();
  await page.keyboard.type('SELECT 1');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Run' })).toBeFocused();
  await page.getByRole('button', { name: /^Close / }).click();
});
