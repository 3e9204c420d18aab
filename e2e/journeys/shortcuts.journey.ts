import { expect, resetPreferences, signIn, test } from '../support/journey.ts';
import { callApi, clearOwn, deleting, openPanel } from '../support/panels.ts';
import { PEOPLE } from '../support/portal.ts';

test.afterEach(({ page }) => resetPreferences(page));

test('a shortcut is created by keyboard, followed, changed, and deleted after a confirmation', async ({ page }) => {
  await signIn(page, PEOPLE.birchAnalyst, '/user');
  await callApi(page, 'PATCH', '/api/v1/account', { preferences: { layout: 'modern' } });
  await clearOwn(page, 'shortcuts');
  await page.reload();
  const button = page.getByRole('button', { name: 'Shortcuts', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Shortcuts' });
  await expect(panel).toContainText('Add the pages you use most.');
  await panel.getByRole('button', { name: 'Add shortcut' }).first().focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Add shortcut' });
  await expect(form.getByRole('textbox', { name: /Label/ })).toBeFocused();
  await page.keyboard.type('To the figures');
  await page.keyboard.press('Enter');
  await expect(form).toContainText('Icon is required');
  await expect(form).toContainText('Link is required');

  // The draft survives closing the panel.
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form.getByRole('textbox', { name: /Label/ })).toHaveValue('To the figures');
  await form.getByRole('radio', { name: 'Warning' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(form.getByRole('radio', { name: 'Bank' })).toBeChecked();
  await form.getByRole('textbox', { name: /Link/ }).focus();
  await page.keyboard.type('/reports');
  await page.keyboard.press('Enter');
  const tile = panel.getByRole('link', { name: /To the figures/ });
  await expect(tile).toBeVisible();
  await tile.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/reports/);
  await expect(panel).toBeHidden();

  await page.reload();
  await openPanel(page, /^Shortcuts$/, 'Shortcuts');
  await panel.getByRole('button', { name: 'Edit shortcuts' }).click();
  await page.getByRole('button', { name: /^Edit shortcut To the figures/ }).click();
  const edit = page.getByRole('dialog', { name: 'Edit shortcut', exact: true });
  await edit.getByRole('textbox', { name: /Label/ }).fill('NCUA');
  await edit.getByRole('switch').click({ force: true });
  await edit.getByRole('textbox', { name: /Link/ }).fill('https://ncua.gov/');
  await edit.getByRole('button', { name: 'Save' }).click();
  const changed = page.getByRole('button', { name: /^Edit shortcut NCUA/ });
  await changed.click();
  await edit.getByRole('button', { name: 'Delete' }).click();
  const confirm = page.getByRole('dialog', { name: 'Delete this shortcut?' });
  await expect(confirm).toContainText('“NCUA” will be removed from your shortcuts.');
  await confirm.getByRole('button', { name: 'Cancel' }).click();
  await expect(edit.getByRole('textbox', { name: /Label/ })).toHaveValue('NCUA');
  await edit.getByRole('button', { name: 'Delete' }).click();
  await deleting(page, () => confirm.getByRole('button', { name: 'Delete' }).click());
  await expect(panel).toContainText('Add the pages you use most.');
  await page.reload();
  await openPanel(page, /^Shortcuts$/, 'Shortcuts');
  await expect(panel).toContainText('Add the pages you use most.');
});
