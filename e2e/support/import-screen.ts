import { expect, type Locator, type Page } from '@playwright/test';
import { heading } from './journey.ts';

type Files = string[] | { name: string; mimeType: string; buffer: Buffer };

export const chooseFiles = (page: Page, files: Files): Promise<void> =>
  page.getByLabel('Files to import').setInputFiles(files);

/** Files are sent and read, which takes as long as the machine is busy. */
export const checkFiles = (page: Page): Promise<void> =>
  expect(heading(page, 'Check your files')).toBeVisible({ timeout: 60_000 });

/** A figure as the screen writes it. */
export const written = (figure: string): string =>
  figure.replace(/^\d+/, (whole) => BigInt(whole).toLocaleString('en-US')).replace(/(\.\d*?)0+$/, '$1');

export async function load(page: Page, tables: number): Promise<void> {
  await page.getByRole('button', { name: tables === 1 ? 'Load one table' : `Load ${tables} tables` }).click();
  await expect(heading(page, /^Version \d+ is loaded/)).toBeVisible({ timeout: 60_000 });
}

/** A row of what was loaded: its table, then rows loaded, rejected, before and now. */
export const loadedRow = (page: Page, table: string): Locator =>
  page.getByRole('group', { name: 'Loaded tables' }).getByRole('row', { name: new RegExp(`^${table} `) });
