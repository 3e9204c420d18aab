import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readXlsx } from 'hucre';
import { describe, expect, it } from 'vitest';
import { QueryError } from '../errors.ts';
import { openZip, unpackEntry } from '../files/zip/open-zip.ts';
import { WorkbookWriter, type SheetCell } from './workbook-writer.ts';

type Sheet = { name: string; rows: unknown[][] };

async function read(sheets: readonly { name: string; rows: readonly SheetCell[][] }[]): Promise<Sheet[]> {
  const writer = new WorkbookWriter();
  const parts: Buffer[] = [];
  for (const { name, rows } of sheets) {
    parts.push(writer.begin({ name, frozen: 1, widths: [20, 12] }));
    // In two pieces.
    parts.push(writer.rows(rows.slice(0, 1)), writer.rows(rows.slice(1)), writer.end());
  }
  const book = await readXlsx(new Uint8Array(Buffer.concat([...parts, writer.finish()])));
  return book.sheets as unknown as Sheet[];
}
const text = (value: string): SheetCell => ({ kind: 'text', text: value });

describe('a workbook', () => {
  it('has typed cells: texts as they are, numbers as numbers, days as days, and none', async () => {
    const [sheet] = await read([
      {
        name: 'Data',
        rows: [
          [text('Head'), { kind: 'text', text: 'Bold', look: 'head' }],
          [text('=1+1'), { kind: 'number', value: '-12.5', format: '#,##0.00' }],
          [text('<&>\n'), { kind: 'number', value: '0.1043', format: '0.00%', look: 'total' }],
          [null, { kind: 'truth', value: true }],
          [
            { kind: 'day', value: '2025-12-31' },
            { kind: 'time', value: '2025-12-31T12:00:00' },
          ],
        ],
      },
    ]);
    expect(sheet!.rows.slice(0, 4)).toEqual([
      ['Head', 'Bold'],
      ['=1+1', -12.5],
      ['<&>\n', 0.1043],
      [null, true],
    ]);
    expect(sheet!.rows[4]!.map((value) => (value as Date).toISOString())).toEqual([
      '2025-12-31T00:00:00.000Z',
      '2025-12-31T12:00:00.000Z',
    ]);
  });

  it('keeps every digit of a number that a spreadsheet would round, and a day that it cannot count', async () => {
    const [sheet] = await read([
      {
        name: 'Data',
        rows: [
          [
            { kind: 'number', value: '12345678901234567890.12' },
            { kind: 'day', value: '1850-01-01' },
          ],
        ],
      },
    ]);
    expect(sheet!.rows).toEqual([['12345678901234567890.12', '1850-01-01']]);
  });

  it('names its sheets as spreadsheets take them, each differently', async () => {
    const long = 'A title that is longer than a sheet may be called';
    const names = ['Ratios', 'RATIOS', 'a/b: [c]*?', '', long, long];
    const sheets = await read(names.map((name) => ({ name, rows: [[text(name)]] })));
    expect(sheets.map(({ name }) => name)).toEqual([
      'Ratios',
      'RATIOS 2',
      'a b   c',
      'Data',
      'A title that is longer than a s',
      'A title that is longer than a 2',
    ]);
    expect(sheets.map(({ rows }) => rows[0]?.[0] ?? '')).toEqual(names);
  });

  it('leaves nothing out in silence', () => {
    const writer = new WorkbookWriter();
    writer.begin({ name: 'Data' });
    expect(() => writer.rows([[text('x'.repeat(32_768))]])).toThrow(QueryError);
    const many = Array.from({ length: 1000 }, () => []);
    const fill = () => {
      for (let rows = 0; rows <= 1_048_576; rows += many.length) writer.rows(many);
    };
    expect(fill).toThrow(/at most 1048576 rows/);
  });
});

/** The text of a part of a workbook. */
async function partOf(book: Buffer, name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'workbook-'));
  try {
    const file = join(folder, 'book.xlsx');
    await writeFile(file, book);
    const zip = await openZip(file);
    const entry = zip.entries.find((one) => one.name === name)!;
    const text = await readFile(await unpackEntry(entry, folder), 'utf8');
    zip.close();
    return text;
  } finally {
    await rm(folder, { recursive: true });
  }
}

it('marks what figures mean by a sign, weight and color, and lets the spreadsheet draw scales', async () => {
  const writer = new WorkbookWriter();
  const figure = (value: string, tone?: 'good' | 'bad'): SheetCell => ({
    kind: 'number',
    value,
    format: '0.00%',
    ...(tone && { tone }),
  });
  const rows = [[text('Head'), text('Ratio')], ...['0.1', '0.2', '0.3'].map((value) => [text('A'), figure(value)])];
  rows.push([text('B'), figure('0.4', 'bad')], [text('C'), figure('0.5', 'good')]);
  const book = Buffer.concat([
    writer.begin({ name: 'Data' }),
    writer.rows(rows),
    writer.end([
      { show: 'heat', column: 1, rows: [1, 2, 4, 5] },
      { show: 'bars', column: 27, rows: [1] },
    ]),
    writer.finish(),
  ]);
  const sheet = await partOf(book, 'xl/worksheets/sheet1.xml');
  expect(sheet).toContain('</sheetData><conditionalFormatting sqref="B2:B3 B5:B6"><cfRule type="colorScale"');
  expect(sheet).toContain('<conditionalFormatting sqref="AB2:AB2"><cfRule type="dataBar" priority="2">');
  const styles = await partOf(book, 'xl/styles.xml');
  expect(styles).toContain('formatCode="&quot;✗ &quot;0.00%"');
  expect(styles).toContain('formatCode="&quot;✓ &quot;0.00%"');
  const [read] = (await readXlsx(new Uint8Array(book))).sheets as unknown as Sheet[];
  expect(read!.rows[4]).toEqual(['B', 0.4]);
});
