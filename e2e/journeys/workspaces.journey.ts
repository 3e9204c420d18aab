import { expectAccessible } from '../support/accessibility.ts';
import { expect, heading, signIn, signInAtProvider, test } from '../support/journey.ts';
import { PEOPLE } from '../support/portal.ts';
import { visitTenant } from '../support/visit-tenant.ts';

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

test('a workspace is published as a template, and another tenant adds it and takes over its next version', async ({
  page,
  anotherBrowser,
}) => {
  const name = `Board reporting ${Date.now()}`;
  await signIn(page, PEOPLE.alderAdmin, '/workspaces');
  await page.getByRole('button', { name: 'New workspace' }).click();
  await page.getByRole('textbox', { name: /^Name/ }).fill(name);
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await expect(page.getByRole('dialog', { name })).toBeVisible();
  const copyTo = async (title: string) => {
    await page.goto('/reports');
    await page.getByRole('button', { name: 'Options for Board scorecard' }).first().click();
    await page.getByRole('menuitem', { name: 'Copy to workspace' }).click();
    await page.getByRole('textbox', { name: /^Title/ }).fill(title);
    await page.getByLabel('Workspace', { exact: true }).selectOption(name);
    await page.getByRole('button', { name: 'Copy report' }).click();
    await expect(page.getByRole('main').getByRole('link', { name: title })).toBeVisible();
  };
  const [first, second] = [`Capital ${Date.now()}`, `Liquidity ${Date.now()}`];
  await copyTo(first);

  const publisher = await anotherBrowser();
  // It chooses a tenant: other journeys do not get its session.
  await signInAtProvider(publisher, PEOPLE.globalAdmin, '/reports');
  await visitTenant(publisher, 'Alder Credit Union');
  await publisher.getByRole('navigation', { name: 'Workspaces' }).getByRole('link', { name }).click();
  await publisher.getByRole('button', { name: 'Publish as template' }).click();
  const publishing = publisher.getByRole('dialog', { name: 'Publish as template' });
  await publishing.getByRole('textbox', { name: 'Name in Turkish' }).fill(name);
  await publishing.getByRole('textbox', { name: 'Description in English' }).fill('What the board reads');
  await publishing.getByRole('textbox', { name: 'Description in Turkish' }).fill('Yönetimin okudukları');
  await publishing.getByRole('radio', { name: 'Chosen tenants' }).check();
  await publishing.getByRole('checkbox', { name: 'Birch Credit Union' }).check();
  await expectAccessible(publisher, 'publishing a template');
  await publishing.getByRole('button', { name: 'Publish version 1' }).click();
  await expect(publishing.getByText('Version 1 is published.')).toBeVisible();

  const tenant = await anotherBrowser();
  await signIn(tenant, PEOPLE.birchAdmin, '/workspaces');
  await tenant.getByRole('button', { name: 'Templates' }).click();
  const templates = tenant.getByRole('dialog', { name: 'Templates' });
  await templates.getByRole('button', { name: `Add workspace: ${name}` }).click();
  await expect(templates.getByRole('listitem', { name }).getByText('Added')).toBeVisible();
  await templates.getByRole('listitem', { name }).getByRole('link', { name: 'Show reports' }).click();
  await tenant.getByRole('main').getByRole('link', { name: first }).click();
  await expect(heading(tenant, first)).toBeVisible();
  await expect(tenant.getByRole('heading', { name: 'Net worth classification' })).toBeVisible();

  await copyTo(second);
  await publisher.goto('/reports');
  await publisher.getByRole('navigation', { name: 'Workspaces' }).getByRole('link', { name }).click();
  await publisher.getByRole('button', { name: 'Publish as template' }).click();
  await publishing.getByRole('textbox', { name: 'What is new' }).fill('Liquidity');
  await publishing.getByRole('button', { name: 'Publish version 2' }).click();
  await expect(publishing.getByText('Version 2 is published.')).toBeVisible();

  await tenant.goto('/workspaces');
  await tenant.getByRole('button', { name: `Show what is new in ${name}` }).click();
  await expect(templates.getByText(`Added: ${second}`)).toBeVisible();
  await expectAccessible(tenant, 'an update of a template');
  await templates.getByRole('button', { name: `Update ${name}` }).click();
  await expect(templates.getByText(`Added: ${second}`)).toHaveCount(0);
  await templates.getByRole('listitem', { name }).getByRole('link', { name: 'Show reports' }).click();
  await expect(tenant.getByRole('main').getByRole('link', { name: second })).toBeVisible();
});
