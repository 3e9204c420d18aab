import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataState } from '@rise/contract';
import { figureOf, isThere, pathTo } from '../support/bank-files.ts';
import { checkFiles, chooseFiles, load, loadedRow } from '../support/import-screen.ts';
import { expect, heading, intercept, signIn, test } from '../support/journey.ts';
import { callApi } from '../support/panels.ts';
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

const EARLIER = 'ncua-5300-yearend-2009-2012-partial';
const CYCLES = ['foicu_200912', 'foicu_201012', 'foicu_201112', 'foicu_201212'];

if (isThere(EARLIER))
  test('call reports of earlier years load beside the current one, and what differs is decided', async ({ page }) => {
    await signIn(page, PEOPLE.birchAdmin, '/import');
    const { dataVersion } = await callApi<DataState>(page, 'GET', '/api/v1/data-version');
    await chooseFiles(
      page,
      CYCLES.map((name) => pathTo(EARLIER, `${name}.parquet`)),
    );
    await checkFiles(page);
    const differences = page.getByRole('group', { name: 'Columns that differ' });
    const decide = (column: string, choice: string) =>
      page.getByLabel(`Decision for ${column}`).selectOption({ label: choice });
    for (const name of CYCLES) {
      await page
        .getByRole('region', { name: '4 tables' })
        .getByRole('button', { name: new RegExp(`^${name}`) })
        .click();
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
      // The days of another year leave those that are there.
      await expect(page.getByRole('radio', { name: /^Replace days/ })).toBeChecked();
      await expect(differences.getByRole('row', { name: /^IsMDI missing/ })).toContainText('Minority depository');
      await decide('IsMDI', 'Leave empty in the new rows');
      if (name === 'foicu_201112') await decide('charterstatecode', 'Load into CharterState');
    }
    await expect(page.getByText('Ready to load')).toBeVisible();
    await load(page, 4);
    const counts = await Promise.all(CYCLES.map((name) => figureOf(EARLIER, name, 'count(*)')));
    const rows = counts.reduce((sum, count) => sum + Number(count), 0);
    const write = (count: number) => count.toLocaleString('en-US');
    await expect(loadedRow(page, 'foicu')).toContainText(`${write(rows)}04,374${write(rows + 4374)}`);
    await page.goto('/user');
    await callApi(page, 'POST', '/api/v1/data-version/restore', { version: dataVersion });
  });
