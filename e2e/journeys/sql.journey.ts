import { expect, heading, signIn, test } from '../support/journey.ts';
import { PEOPLE } from '../support/portal.ts';

test('an administrator writes a statement with completion, sees what is wrong with it, and its rows', async ({
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
  await page.keyboard.type(' GROUP BY 1 ORDER BY nothing');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('alert')).toContainText('Line 1, column');
  for (let letter = 0; letter < 'nothing'.length; letter++) await page.keyboard.press('Backspace');
  await page.keyboard.type('2 DESC, 1');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('grid', { name: 'Result' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'institutions' })).toBeVisible();
  // The editor leaves the Tab key to the page.
  await editor.click();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Run' })).toBeFocused();
});
