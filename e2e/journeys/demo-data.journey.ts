import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { URL as PORTAL } from '../support/portal.ts';
import { DemoPage } from '../support/demo.ts';

const ownMenu = (page: Page) => page.getByRole('button', { name: /Deniz Arslan/ }).first();

async function expectStatus(page: Page, name: string): Promise<void> {
  await ownMenu(page).click();
  await expect(page.getByRole('menuitemradio', { name, checked: true })).toBeVisible();
  await page.keyboard.press('Escape');
}

test('a visitor’s changes are exported, reset in all tabs and imported again; a damaged file changes nothing', async ({
  browser,
}) => {
  const demo = await DemoPage.open(browser, `${PORTAL}/demo/#/sign-in`);
  await demo.signIn();
  const { page } = demo;
  await demo.visit('/demo-data');
  await ownMenu(page).click();
  // The menu shows a status before it is stored, and a file has what is stored.
  const stored = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok());
  await page.getByRole('menuitemradio', { name: 'Busy' }).click();
  await stored;
  await page.keyboard.press('Escape');
  await expectStatus(page, 'Busy');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export demo data' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^rise-demo-\d{4}-\d{2}-\d{2}\.json$/);
  const content = await readFile(await download.path(), 'utf8');
  await expect(page.getByRole('status').filter({ hasText: download.suggestedFilename() })).toBeVisible();

  const other = await demo.context.newPage();
  await other.goto(`${PORTAL}/demo/#/demo-data`);
  await expectStatus(other, 'Busy');

  await page.getByRole('button', { name: 'Reset demo data' }).click();
  const question = page.getByRole('dialog', { name: 'Reset demo data?' });
  await question.getByRole('button', { name: 'Reset demo data' }).click();
  await expect(page.getByText('Everything is as it was on the first visit.')).toBeVisible();
  await expectStatus(page, 'Online');
  await expectStatus(other, 'Online');

  const choose = (name: string, text: string) =>
    page
      .locator('input[type="file"]')
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text, 'utf8') });
  await choose('letter.json', '{"dear": "reader"}');
  await expect(page.getByRole('alert')).toContainText('letter.json is not an export of this suite');
  await choose('cut.json', content.slice(0, -10));
  await expect(page.getByRole('alert')).toContainText('cut.json can’t be read');
  await choose('changed.json', content.replace('"status":"busy"', '"status":"asleep"'));
  await expect(page.getByRole('alert')).toContainText('The part “user” of changed.json is damaged');
  await expectStatus(page, 'Online');

  await choose('mine.json', content);
  await expect(page.getByText('The data of mine.json is in place.')).toBeVisible();
  await expectStatus(page, 'Busy');
  await expectStatus(other, 'Busy');
  await page.reload();
  await expectStatus(page, 'Busy');
  await demo.close();
});
