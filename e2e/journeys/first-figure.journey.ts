import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataState, ModelDocument } from '@rise/contract';
import type { Page } from '@playwright/test';
import { exportCsv, figureOf, isThere, LOAN_CENTS, STATUSES, writeWorkbook } from '../support/bank-files.ts';
import { callApi } from '../support/panels.ts';
import { checkFiles, chooseFiles, load, loadedRow, written } from '../support/import-screen.ts';
import { expect, heading, signIn, test } from '../support/journey.ts';
import { PEOPLE } from '../support/portal.ts';
import { FULL_SWEEP } from '../support/sweep.ts';

/** From loaded tables to a draft with a dataset of each, with questions. */
async function makeDatasets(page: Page, tables: readonly string[]): Promise<void> {
  await page.getByRole('link', { name: /Give the columns meaning/ }).click();
  const name = tables.length > 1 ? `Create ${tables.length} datasets` : `Create dataset from ${tables[0]}`;
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await expect(page.getByText(/^The data leaves/)).toBeVisible({ timeout: 120_000 });
}

/** Answers a question about a column otherwise than recommended. */
const answer = (page: Page, question: string, choice: RegExp) =>
  page.getByRole('radiogroup', { name: question }).getByRole('radio', { name: choice }).check();

async function publishModel(page: Page): Promise<void> {
  await expect(page.getByText('No errors', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/^Draft saved/)).toBeVisible();
  await page.getByRole('button', { name: 'Review and publish' }).click();
  await expect(page.getByRole('heading', { name: 'Figures that move' })).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText(/^Version \d+ is published/)).toBeVisible({ timeout: 60_000 });
}

/** Makes a category of each name and maps codes to it, then saves. Figures of days that have passed are confirmed. */
async function mapCodes(
  page: Page,
  type: string,
  categories: Record<string, readonly string[]>,
  dated = true,
): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Configuration', exact: true }).click();
  await page.getByRole('link', { name: type, exact: true }).click();
  await expect(heading(page, `${type} configuration`)).toBeVisible();
  for (const [category, codes] of Object.entries(categories)) {
    const name = page.getByRole('textbox', { name: 'New category' });
    await name.fill(category);
    await name.press('Enter');
    for (const code of codes) await page.getByRole('checkbox', { name: `Select ${code}`, exact: true }).check();
    await page
      .getByRole('button', { name: `Map ${codes.length} ${codes.length === 1 ? 'code' : 'codes'} to ${category}` })
      .click();
  }
  await page.getByRole('button', { name: 'Review and save' }).click();
  if (dated) await page.getByLabel('Change the figures of earlier periods').check();
  await page.getByLabel('Note').fill('First grouping');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^Saved as version/)).toBeVisible();
}

/** The figures of a measure by members of a dimension, beside the model. */
async function openFigure(page: Page, member: string, by: string): Promise<void> {
  await page.goto(`/model/edit?member=${member}&by=${by}`);
  await expect(page.locator('output')).toBeVisible({ timeout: 60_000 });
}

const expectFigure = (page: Page, name: string, figure: string) =>
  expect(page.getByRole('row', { name: new RegExp(`^${name} `) })).toContainText(figure);

const dollars = (figure: string | number) =>
  Number(figure).toLocaleString('en-US', { style: 'currency', currency: 'USD' }).replace('-', '−');

/** Runs an act on a tenant's model and data, and leaves both as they were. */
async function restoring(page: Page, act: () => Promise<void>): Promise<void> {
  const { version } = await callApi<ModelDocument>(page, 'GET', '/api/v1/model');
  const { dataVersion } = await callApi<DataState>(page, 'GET', '/api/v1/data-version');
  try {
    await act();
  } finally {
    await page.goto('/user');
    await callApi(page, 'POST', '/api/v1/model/restore', { version });
    await callApi(page, 'POST', '/api/v1/data-version/restore', { version: dataVersion });
  }
}

test('a workbook with title rows and decimal commas becomes a mapped, right figure', async ({ page }) => {
  await signIn(page, PEOPLE.birchAdmin, '/home');
  await restoring(page, async () => {
    await page.goto('/home');
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
    await expect(loadedRow(page, 'loans_2025')).toContainText(/24\s*0\s*–\s*24/);
    const cents = LOAN_CENTS.reduce((sum, amount) => sum + amount, 0);
    const total = (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
    await expect(page.getByRole('row', { name: /^loans_2025\.amount/ })).toContainText(total);
    await expect(loadedRow(page, 'branches')).toContainText('2');

    await makeDatasets(page, ['loans_2025', 'branches']);
    await publishModel(page);
    await mapCodes(page, 'Loans 2025: status', { 'On time': ['0'], Overdue: ['30+', '90+'] });
    await openFigure(page, 'loans_2025.amount', 'status');
    const overdue = LOAN_CENTS.filter((_, place) => STATUSES[place % STATUSES.length] !== '0');
    await expectFigure(page, 'Overdue', dollars(overdue.reduce((sum, amount) => sum + amount, 0) / 100));
    await expect(page.locator('output')).toHaveText(dollars(cents / 100));
  });
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
/** What bookings add to an account. */
const NET = "sum(CASE type WHEN 'PRIJEM' THEN amount ELSE -amount END)";

// Further files on the same path: what is computed of them is proven by tests of the engine, too.
if (FULL_SWEEP && isThere('berka-pkdd99'))
  test('the eight files of a Czech bank become mapped, right figures', async ({ page }) => {
    const folder = mkdtempSync(join(tmpdir(), 'rise-bank-'));
    const files = await exportCsv('berka-pkdd99', Object.keys(BERKA), folder);
    await signIn(page, PEOPLE.birchAdmin, '/import');
    await restoring(page, async () => {
      await page.goto('/import');
      await chooseFiles(page, files);
      await checkFiles(page);
      // One blank and no value are different codes, and look it.
      const tables = page.getByRole('region', { name: '8 tables' });
      const rows = page.getByRole('grid', { name: 'First rows' });
      await tables.getByRole('button', { name: /^trans_1993/ }).click();
      await expect(rows.getByRole('row').nth(1)).toContainText('NULL');
      await tables.getByRole('button', { name: /^order/ }).click();
      await expect(rows.getByText('one blank').first()).toBeVisible();
      await load(page, 8);
      for (const [table, count] of Object.entries(BERKA)) await expect(loadedRow(page, table)).toContainText(count);
      const amount = await figureOf('berka-pkdd99', 'trans_1993', 'sum(amount)');
      await expect(page.getByRole('row', { name: /^trans_1993\.amount/ })).toContainText(written(amount));

      await makeDatasets(page, Object.keys(BERKA));
      await publishModel(page);
      await mapCodes(page, 'Transaction 1993: k symbol', { Pension: ['DUCHOD'], 'Not stated': ['1 blank'] });
      // One word in two columns: a kind of booking, and a way of paying.
      await mapCodes(page, 'Transaction 1993: type', { In: ['PRIJEM'], Out: ['VYBER', 'VYDAJ'] });
      await mapCodes(page, 'Transaction 1993: operation', { Cash: ['VYBER', 'VKLAD'] });

      const net = (where: string) => figureOf('berka-pkdd99', 'trans_1993', `${NET} FILTER (${where})`);
      await openFigure(page, 'trans_1993.amount_net', 'k_symbol');
      await expectFigure(page, 'Pension', dollars(await net("k_symbol = 'DUCHOD'")));
      await expectFigure(page, 'Not stated', dollars(await net("k_symbol = ' '")));
      await expectFigure(page, '\\(empty\\)', dollars(await net('k_symbol IS NULL')));
      await openFigure(page, 'trans_1993.amount_net', 'type');
      await expectFigure(page, 'Out', dollars(await net("type <> 'PRIJEM'")));
      await openFigure(page, 'trans_1993.amount_net', 'operation');
      await expectFigure(page, 'Cash', dollars(await net("operation IN ('VYBER', 'VKLAD')")));
    });
    rmSync(folder, { recursive: true });
  });

if (FULL_SWEEP && isThere('lending-club'))
  test('a lender’s file becomes a mapped, right figure', async ({ page }) => {
    const folder = mkdtempSync(join(tmpdir(), 'rise-lender-'));
    const files = await exportCsv('lending-club', ['loans_full_schema'], folder);
    await signIn(page, PEOPLE.birchAdmin, '/import');
    await restoring(page, async () => {
      await page.goto('/import');
      await chooseFiles(page, files);
      await checkFiles(page);
      await load(page, 1);
      await expect(loadedRow(page, 'loans_full_schema')).toContainText('10,000');
      const lent = await figureOf('lending-club', 'loans_full_schema', 'sum(loan_amount)');
      await expect(page.getByRole('row', { name: /^loans_full_schema\.loan_amount/ })).toContainText(written(lent));

      await makeDatasets(page, ['loans_full_schema']);
      await answer(page, 'Are the values of loan_status codes?', /^Codes/);
      await publishModel(page);
      const overdue = ['Late (16-30 days)', 'Late (31-120 days)', 'In Grace Period'];
      await mapCodes(page, 'Loans full schema: loan status', { Overdue: overdue }, false);
      await openFigure(page, 'loans_full_schema.loan_amount', 'loan_status');
      const list = overdue.map((status) => `'${status}'`).join(', ');
      const figure = await figureOf(
        'lending-club',
        'loans_full_schema',
        `sum(loan_amount) FILTER (loan_status IN (${list}))`,
      );
      await expectFigure(page, 'Overdue', `$${Number(figure).toLocaleString('en-US')}`);
    });
    rmSync(folder, { recursive: true });
  });
