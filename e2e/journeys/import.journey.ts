import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { exportCsv, figureOf, isThere, LOAN_CENTS, writeWorkbook } from '../support/bank-files.ts';
import { expect, heading, intercept, signIn, test } from '../support/journey.ts';
import { PEOPLE } from '../support/portal.ts';

type Files = string[] | { name: string; mimeType: string; buffer: Buffer };

const chooseFiles = (page: Page, files: Files) => page.getByLabel('Files to import').setInputFiles(files);

/** Files are sent and read, which takes as long as the machine is busy. */
const checkFiles = (page: Page) => expect(heading(page, 'Check your files')).toBeVisible({ timeout: 60_000 });

/** A figure as the screen writes it. */
const written = (figure: string) =>
  figure.replace(/^\d+/, (whole) => BigInt(whole).toLocaleString('en-US')).replace(/(\.\d*?)0+$/, '$1');

async function load(page: Page, tables: number): Promise<void> {
  await page.getByRole('button', { name: tables === 1 ? 'Load one table' : `Load ${tables} tables` }).click();
  await expect(heading(page, /^Version \d+ is loaded/)).toBeVisible({ timeout: 60_000 });
}

/** A row of what was loaded: its table, then rows loaded, rejected, before and now. */
const result = (page: Page, table: string) =>
  page.getByRole('group', { name: 'Loaded tables' }).getByRole('row', { name: new RegExp(`^${table} `) });

/** Leaves the tenant's figures as they were. */
async function undoLoad(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Undo this load' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Undo this load' })).toHaveCount(0);
}

test('a workbook with title rows and decimal commas becomes a version with right figures', async ({ page }) => {
  await signIn(page, PEOPLE.birchAdmin, '/home');
  await page.getByRole('navigation').getByRole('link', { name: 'Import data' }).click();
  await chooseFiles(page, {
    name: 'Loan list.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await writeWorkbook(),
  });
  await checkFiles(page);
  const tables = page.getByRole('region', { name: '2 tables' });
  await tables.getByRole('button', { name: /Loans 2025.*Needs an answer/ }).click();
  // What was answered is there after a reload.
  await page
    .getByRole('article', { name: /is the day/ })
    .getByRole('button', { name: /^Day first/ })
    .click();
  await expect(page.getByText('Ready to load')).toBeVisible();
  await page.reload();
  const rows = page.getByRole('grid', { name: 'First rows' });
  await expect(rows.getByRole('row', { name: /00012 2025-04-01 K01 1234\.50/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /TOTAL/ })).toHaveCount(0);
  await load(page, 2);
  await expect(result(page, 'loans_2025')).toContainText(/24\s*0\s*–\s*24/);
  const total = (LOAN_CENTS.reduce((sum, cents) => sum + cents, 0) / 100).toLocaleString('en-US', {
    minimumFractionDigits: 2,
  });
  await expect(page.getByRole('row', { name: /^loans_2025\.amount/ })).toContainText(total);
  await expect(result(page, 'branches')).toContainText('2');
  await page.getByRole('link', { name: /Compare versions/ }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Current' })).toContainText('Loan list.xlsx');
  await page.goBack();
  await undoLoad(page);
});

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

const BERKA = {
  account: '4,500',
  card: '892',
  client: '5,369',
  disp: '5,369',
  district: '77',
  loan: '682',
  order: '6,471',
  trans_1993: '28,205',
};

if (isThere('berka-pkdd99'))
  test('the eight files of a Czech bank, and a lender’s, load with right counts and totals', async ({ page }) => {
    const folder = mkdtempSync(join(tmpdir(), 'rise-bank-'));
    const files = await exportCsv('berka-pkdd99', Object.keys(BERKA), folder);
    await signIn(page, PEOPLE.birchAdmin, '/import');
    await chooseFiles(page, files);
    await checkFiles(page);
    // One blank and no value are different codes, and look it.
    await page
      .getByRole('region', { name: '8 tables' })
      .getByRole('button', { name: /^trans_1993/ })
      .click();
    const rows = page.getByRole('grid', { name: 'First rows' });
    await expect(rows.getByRole('row').nth(1)).toContainText('NULL');
    await page
      .getByRole('region', { name: '8 tables' })
      .getByRole('button', { name: /^order/ })
      .click();
    await expect(rows.getByText('one blank').first()).toBeVisible();
    await load(page, 8);
    for (const [table, count] of Object.entries(BERKA)) await expect(result(page, table)).toContainText(count);
    const amount = await figureOf('berka-pkdd99', 'trans_1993', 'sum(amount)');
    await expect(page.getByRole('row', { name: /^trans_1993\.amount/ })).toContainText(written(amount));
    await undoLoad(page);

    const [loans] = await exportCsv('lending-club', ['loans_full_schema'], folder);
    await page.getByRole('link', { name: /Import more/ }).click();
    await chooseFiles(page, [loans!]);
    await checkFiles(page);
    await load(page, 1);
    await expect(result(page, 'loans_full_schema')).toContainText('10,000');
    const lent = await figureOf('lending-club', 'loans_full_schema', 'sum(loan_amount)');
    await expect(page.getByRole('row', { name: /^loans_full_schema\.loan_amount/ })).toContainText(written(lent));
    await undoLoad(page);
    rmSync(folder, { recursive: true });
  });
