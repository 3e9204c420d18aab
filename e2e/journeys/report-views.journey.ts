import { expect, signIn, test } from '../support/journey.ts';
import { PEOPLE } from '../support/portal.ts';

test('a reader saves selections as a view, and the report opens with it until they decide otherwise', async ({
  page,
}) => {
  await signIn(page, PEOPLE.birchAnalyst, '/reports');
  await page.getByRole('main').getByRole('link', { name: 'Board scorecard', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Net worth classification' })).toBeVisible();
  const report = new URL(page.url()).pathname;
  await page.goto(`${report}?state=VT&measure=return_on_assets`);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save or manage views' }).click();
  const drawer = page.getByRole('dialog', { name: 'Views' });
  await drawer.getByRole('textbox').fill('Vermont');
  await drawer.getByRole('button', { name: 'Save view' }).click();
  await drawer.getByRole('radio', { name: /^Vermont/ }).click();
  await expect(drawer.getByRole('radio', { name: /^Vermont/ })).toBeChecked();

  await page.goto(report);
  await expect(page).toHaveURL(`${report}?measure=return_on_assets&state=VT`);
  // The menu is named after the view: a table's rows, which come when they come, have the name, too.
  await expect(page.getByRole('button', { name: 'Vermont', exact: true, expanded: false })).toHaveCount(1);
  // A link says more than a view.
  await page.goto(`${report}?state=NH`);
  await expect(page.getByRole('button', { name: 'Views' })).toBeVisible();
  await expect(page).toHaveURL(`${report}?state=NH`);

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save or manage views' }).click();
  await drawer.getByRole('button', { name: 'Delete Vermont' }).click();
  await expect(drawer.getByRole('radio', { name: /^Vermont/ })).toHaveCount(0);
  await page.goto(report);
  await expect(page.getByRole('heading', { name: 'Net worth classification' })).toBeVisible();
  await expect(page).toHaveURL(report);
});
