import { expectAccessible } from '../support/accessibility.ts';
import { expect, heading, signIn, test } from '../support/journey.ts';
import { PEOPLE } from '../support/portal.ts';

test('an administrator retitles a measure, publishes it with a note, finds it in the catalog, and restores', async ({
  page,
}) => {
  await signIn(page, PEOPLE.birchAdmin, '/model/edit?panel=form&member=call_report.total_assets');
  await expect(heading(page, 'Edit model')).toBeVisible();
  await page.getByRole('button', { name: 'Change it here' }).click();
  await page.getByLabel('Title, English').fill('Assets of the quokkas');
  await page.getByLabel('Title, Turkish').focus();
  // The form writes the text, which is checked and saved.
  await expect(page.getByRole('textbox', { name: 'Text of the model' })).toContainText('Assets of the quokkas');
  await expect(page.getByText('No errors', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Draft saved/)).toBeVisible();
  await page.getByText('Figure', { exact: true }).click();
  await expect(page.locator('output')).toContainText('$');

  await page.getByRole('button', { name: 'Review and publish' }).click();
  await expect(page.getByText('No figure moves.')).toBeVisible();
  await page.getByLabel('Note').fill('As the board calls them');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText(/^Version \d+ is published/)).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Catalog' }).first().click();
  await page.getByRole('searchbox', { name: /^Search by title/ }).fill('quokkas');
  await expect(page.getByRole('button', { name: 'Assets of the quokkas', exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Edit model' }).click();
  await page.getByRole('link', { name: 'Model versions' }).click();
  await expect(page.getByText('As the board calls them')).toBeVisible();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText(/is active now. It has the text of version 1\.$/)).toBeVisible();
});

test('an administrator adds a row rule by form, and sees the figure with the eyes of those that it is for', async ({
  page,
}) => {
  await signIn(page, PEOPLE.birchAdmin, '/model/edit?panel=form&member=call_report');
  await page.getByRole('button', { name: 'Add row rule' }).click();
  await expect(page.getByText("'where' is missing: write a text.", { exact: true })).toBeVisible();
  await expectAccessible(page, 'a row rule with an error');
  await page.getByLabel('Only rows where').fill('state IN (:user_state)');
  await page.getByRole('combobox', { name: 'Except for the groups' }).fill('board');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No errors', { exact: true })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Text of the model' })).toContainText('groups: [ board ]');

  // Administrators are not excepted, so they see no rows themselves.
  await page.getByRole('button', { name: 'See the figure as someone else' }).click();
  await expect(page.locator('output')).toHaveText('0');
  await page.getByText('Fields', { exact: true }).click();
  await page.getByRole('button', { name: 'Row rule', exact: true }).click();
  await page.getByRole('combobox', { name: 'Applies to the groups' }).fill('field');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'See the figure as someone else' }).click();
  await expect(page.locator('output')).not.toHaveText('0');
  await page.getByLabel('View as').selectOption({ label: 'User' });
  await page.getByRole('combobox', { name: 'In the groups' }).fill('field');
  await page.keyboard.press('Enter');
  await expect(page.locator('output')).toHaveText('0');
  await page.getByRole('combobox', { name: 'Values of state' }).fill('TX');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Figure as this reader sees it: User; in the group field; state = TX.')).toBeVisible();
  await expect(page.locator('output')).not.toHaveText('0');

  await page.getByRole('button', { name: 'Discard draft' }).click();
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Discard draft' })
    .click();
  await expect(page.getByRole('textbox', { name: 'Text of the model' })).not.toContainText('user_state');
});
