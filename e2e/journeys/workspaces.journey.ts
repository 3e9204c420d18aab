import { expect, heading, signIn, test } from '../support/journey.ts';
import { PEOPLE } from '../support/portal.ts';

test('an administrator closes a workspace to all but one colleague, who finds its report at once', async ({
  page,
  browser,
}) => {
  const colleague = await (await browser.newContext()).newPage();
  await signIn(colleague, PEOPLE.alderAnalyst, '/reports');
  await expect(colleague.getByRole('main').getByRole('link', { name: 'Board scorecard', exact: true })).toBeVisible();
  await signIn(page, PEOPLE.alderAdmin, '/workspaces');
  await page.getByRole('button', { name: 'New workspace' }).click();
  const name = `Examiners ${Date.now()}`;
  await page.getByRole('textbox', { name: /^Name/ }).fill(name);
  await page.getByLabel('Access for everyone').selectOption('Members only');
  await page.getByRole('button', { name: 'Create workspace' }).click();
  const drawer = page.getByRole('dialog', { name });
  await expect(drawer.getByLabel(/^Role of/)).toHaveValue('manage');
  await page.keyboard.press('Escape');

  await page.goto('/reports');
  await page.getByRole('button', { name: 'Options for Board scorecard' }).first().click();
  await page.getByRole('menuitem', { name: 'Copy to workspace' }).click();
  const title = `Findings ${Date.now()}`;
  await page.getByRole('textbox', { name: /^Title/ }).fill(title);
  await page.getByLabel('Workspace', { exact: true }).selectOption(name);
  await page.getByRole('button', { name: 'Copy report' }).click();
  await expect(page.getByRole('main').getByRole('link', { name: title })).toBeVisible();
  await expect(colleague.getByRole('link', { name: title })).toHaveCount(0);

  await page.goto('/workspaces');
  await page.getByRole('button', { name, exact: true }).click();
  await drawer.getByRole('combobox', { name: 'Add a person or group' }).fill(PEOPLE.alderAnalyst);
  await page.getByRole('option', { name: PEOPLE.alderAnalyst }).click();
  // Nobody reloads a page.
  const link = colleague.getByRole('main').getByRole('link', { name: title });
  await expect(link).toBeVisible();
  await link.click();
  await expect(heading(colleague, title)).toBeVisible();
  await expect(colleague.getByRole('heading', { name: 'Net worth classification' })).toBeVisible();

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Options for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  await colleague.goto('/reports');
  await expect(colleague.getByRole('main').getByRole('link', { name: 'Board scorecard', exact: true })).toBeVisible();
  await expect(colleague.getByRole('link', { name: title })).toHaveCount(0);
  await colleague.context().close();
});
