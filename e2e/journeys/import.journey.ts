import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkFiles, chooseFiles } from '../support/import-screen.ts';
import { expect, heading, intercept, signIn, test } from '../support/journey.ts';
import { PEOPLE } from '../support/portal.ts';

test('an upload goes on after a lost connection and after a reload', async ({ page, watch }) => {
  watch.expectMessage(/ERR_(FAILED|CONNECTION)/);
  await signIn(page, PEOPLE.birchAdmin, '/import');
  const line = 'a line of a hundred characters that nothing depends on,';
  const buffer = Buffer.from(`id,text\n${`1,${line}\n`.repeat(200_000)}`.slice(0, 10 * 1024 * 1024));
  const file = join(mkdtempSync(join(tmpdir(), 'rise-upload-')), 'large.csv');
  writeFileSync(file, buffer);
  // The second part never arrives.
  const recover = await intercept(page, '**/api/v1/uploads/*', (route) => {
    const isSecond = route.request().method() === 'PATCH' && route.request().headers()['upload-offset'] !== '0';
    return isSecond ? route.abort() : route.continue();
  });
  await chooseFiles(page, [file]);
  const uploads = page.getByRole('list', { name: 'Files', exact: true });
  await expect(uploads).toContainText('Connection lost');
  await page.reload();
  await expect(uploads).toContainText(/Stopped at 8\d%\. Choose the file again/);
  recover();
  const offsets: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset']!);
  });
  await chooseFiles(page, [file]);
  await checkFiles(page);
  expect(offsets).toEqual([String(8 * 1024 * 1024)]);
  rmSync(file);
  await page.getByRole('button', { name: 'Discard import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(heading(page, 'Import data')).toBeVisible();
});
