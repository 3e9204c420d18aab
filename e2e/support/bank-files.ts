import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { writeXlsx } from 'hucre/xlsx';

/** Real data that may not be shipped is beside the project, where there is any. */
const SHARED_DATA = fileURLToPath(new URL('../../../shared/data/', import.meta.url));

export const isThere = (folder: string): boolean => existsSync(join(SHARED_DATA, folder));

/** A file of the real data. */
export const pathTo = (folder: string, file: string): string => join(SHARED_DATA, folder, file);

/** Parquet files of the real data as the CSV files that a bank would export: with semicolons. */
export async function exportCsv(folder: string, tables: readonly string[], to: string): Promise<string[]> {
  mkdirSync(to, { recursive: true });
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const files = tables.map((table) => join(to, `${table}.csv`));
  for (const [place, table] of tables.entries())
    await connection.run(
      `COPY (SELECT * FROM read_parquet('${join(SHARED_DATA, folder, `${table}.parquet`)}'))
       TO '${files[place]}' (FORMAT csv, DELIMITER ';', HEADER)`,
    );
  connection.closeSync();
  instance.closeSync();
  return files;
}

/** A figure of a table of the real data, in plain SQL. */
export async function figureOf(folder: string, table: string, expression: string): Promise<string> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const file = join(SHARED_DATA, folder, `${table}.parquet`);
  const reader = await connection.runAndReadAll(`SELECT (${expression})::VARCHAR FROM read_parquet('${file}')`);
  const [[figure] = []] = reader.getRows();
  connection.closeSync();
  instance.closeSync();
  return String(figure);
}

/** Amounts of the workbook's loans, in cents. */
export const LOAN_CENTS = Array.from({ length: 24 }, (_, place) => 123_450 + place * 1_000_01);

/** Codes of the workbook's loans, in turn: paid as agreed, and two kinds of late. */
export const STATUSES = ['0', '30+', '90+'];

/** As people in Turkey write amounts: 1.234,50. */
const writeAmount = (cents: number): string =>
  (cents / 100).toLocaleString('tr-TR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/**
 * A workbook as people make them: title rows above the table, amounts and dates as texts, with a decimal comma and days
 * and months that could be either, a row of totals, and a second sheet.
 */
export async function writeWorkbook(): Promise<Buffer> {
  const total = LOAN_CENTS.reduce((sum, cents) => sum + cents, 0);
  const loans = LOAN_CENTS.map((cents, place) => [
    String(place + 12).padStart(5, '0'),
    `0${(place % 9) + 1}/0${((place + 3) % 9) + 1}/2025`,
    place % 2 === 0 ? 'K01' : 'K02',
    writeAmount(cents),
    STATUSES[place % STATUSES.length]!,
  ]);
  const sheets = [
    {
      name: 'Loans 2025',
      rows: [
        ['Birch Credit Union'],
        ['Loan list'],
        [],
        ['Loan No', 'Opened', 'Branch', 'Amount', 'Status'],
        ...loans,
        ['TOTAL', null, null, writeAmount(total)],
      ],
    },
    {
      name: 'Branches',
      rows: [
        ['Branch', 'Name'],
        ['K01', 'Kadıköy'],
        ['K02', 'Üsküdar'],
      ],
    },
  ];
  return Buffer.from(await writeXlsx({ sheets }));
}
