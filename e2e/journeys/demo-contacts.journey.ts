import { readFile } from 'node:fs/promises';
import { findViolations } from '../support/accessibility.ts';
import { DemoPage } from '../support/demo.ts';
import { expect, test } from '../support/journey.ts';
import { URL as PORTAL } from '../support/portal.ts';

test('a contact is written, found, exported, imported and merged, and is there after a reload', async ({ browser }) => {
  const demo = await DemoPage.open(browser, `${PORTAL}/demo/#/sign-in`);
  await demo.signIn();
  const { page } = demo;
  await demo.visit('/apps/contacts');
  // By keyboard.
  await page.keyboard.press('Control+/');
  const form = page.getByRole('complementary');
  const name = form.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await page.keyboard.type('Çağrı Öz');
  await form.getByRole('textbox', { name: 'Job title' }).fill('Captain');
  await form.getByRole('textbox', { name: 'Email address 1' }).fill('cagri@post.example');
  await form.getByRole('combobox', { name: 'Country of phone number 1' }).selectOption('tr');
  await form.getByRole('textbox', { name: 'Phone number 1' }).fill('312 555 01 23');
  await form.getByRole('textbox', { name: 'Notes' }).fill('Prefers mornings.');
  await expect(form.getByText('Saved', { exact: true })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);

  await page.reload();
  await demo.waitUntilDrawn();
  await expect(name).toHaveValue('Çağrı Öz');
  await form.getByRole('button', { name: 'Done' }).click();
  await expect(form.getByRole('link', { name: '+90 312 555 01 23' })).toBeVisible();
  await expect(form.getByText('Prefers mornings.')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);

  // The whole row opens it, and the arrow keys lead on.
  await page.getByRole('searchbox', { name: 'Search contacts' }).fill('cagri');
  await expect(page.getByText(/^1 of \d+ contacts$/)).toBeVisible();
  const menu = async (item: string) => {
    await page.getByRole('button', { name: 'Import and export' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const downloading = page.waitForEvent('download');
  await menu('Export as vCard');
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('cagri-oz.vcf');
  const file = await readFile(await download.path(), 'utf8');
  expect(file).toContain('FN:Çağrı Öz');

  await page.getByRole('searchbox', { name: 'Search contacts' }).fill('');
  await menu('Import a file');
  const drawer = page.getByRole('dialog', { name: 'Import a file' });
  const twin = file.replace('cagri@post.example', 'oz@post.example');
  await drawer
    .locator('input[type="file"]')
    .setInputFiles({ name: 'twin.vcf', mimeType: 'text/vcard', buffer: Buffer.from(twin, 'utf8') });
  await expect(drawer.getByText('All of these contacts are already here.')).toBeVisible();
  await drawer.getByRole('checkbox', { name: 'Skip 1 contact that is already here' }).uncheck();
  await drawer.getByRole('button', { name: 'Import 1 contact' }).click();
  await page.getByRole('button', { name: 'Review duplicates' }).click();
  await page.getByRole('button', { name: 'Merge the contacts of Çağrı Öz' }).click();
  const duplicates = page.getByRole('dialog', { name: 'Duplicates' });
  await expect(duplicates.getByText('No duplicates')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Çağrı Öz' }).click();
  await expect(form.getByRole('link', { name: /@post\.example$/ })).toHaveCount(2);
  await form.getByRole('button', { name: 'Delete contact' }).click();
  await expect(page.getByRole('link', { name: 'Çağrı Öz' })).toHaveCount(0);
  // Until it can be undone, the button undoes what was done before.
  await expect(page.getByText('Çağrı Öz was deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: 'Çağrı Öz' })).toBeVisible();
  await demo.close();
});
