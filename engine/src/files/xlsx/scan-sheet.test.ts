import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import type { CellValue } from 'hucre';
import { afterAll, describe, expect, it } from 'vitest';
import { inspectFile } from '../inspect-file.ts';
import { previewTable } from '../preview-table.ts';
import { writeZip } from '../zip/testing/write-zip.ts';
import { dateOfSerial, formatStyle, plainNumber } from './cell-values.ts';
import { openWorkbook } from './open-workbook.ts';

const scratch = mkdtempSync(join(tmpdir(), 'rise-xlsx-'));
const path = join(scratch, 'file.xlsx');
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** The filled rows of a sheet as texts, by our own scanner. */
async function scan(sheet: string, file = path): Promise<Map<number, (string | null)[]>> {
  const workbook = await openWorkbook(file);
  const rows = new Map<number, (string | null)[]>();
  for await (const batch of workbook.rows(sheet))
    for (const { row, cells } of batch) rows.set(row, cells.map((cell) => cell?.text ?? null)); // prettier-ignore
  workbook.close();
  return rows;
}

/** A value of the library that is compared with, as our scanner writes it. */
function textOf(value: CellValue): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value instanceof Date) {
    const iso = value.toISOString();
    return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ');
  }
  return typeof value === 'number' ? plainNumber(String(value)) : String(value);
}

const trimmed = (cells: (string | null)[]) => cells.slice(0, cells.findLastIndex((cell) => cell !== null) + 1);

describe('cells of a workbook', () => {
  it('are those that another library reads from the same bytes', async () => {
    const cell = fc.oneof(
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
      fc.boolean(),
      fc.constant(null),
      fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !/_x[0-9a-f]{4}_|\r/i.test(text)),
      fc.constantFrom('<a & "b">', '  two blanks ', 'line\nbreak', '1.234,50', '007', '=SUM(A1)', '_x0041_'),
      fc.date({ min: new Date('1901-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }).map((date) => new Date(Math.floor(date.getTime() / 1000) * 1000)), // prettier-ignore
    );
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(rows, async (written) => {
        const bytes = await writeXlsx({ sheets: [{ name: 'Çek & Senet', rows: written as CellValue[][] }] });
        writeFileSync(path, bytes);
        const [sheet] = (await readXlsx(bytes)).sheets;
        const expected = sheet!.rows.map((cells) => trimmed(cells.map(textOf)));
        const ours = await scan('Çek & Senet');
        expected.forEach((cells, place) => expect(trimmed(ours.get(place + 1) ?? [])).toEqual(cells));
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    [1, false, '1900-01-01'],
    [59, false, '1900-02-28'],
    [61, false, '1900-03-01'],
    [45_657, false, '2024-12-31'],
    [45_657.5, false, '2024-12-31 12:00:00'],
    [0.25, false, '06:00:00'],
    [0, true, '1904-01-01'],
    [44_195, true, '2024-12-31'],
    [2_958_465, false, '9999-12-31'],
  ])('have day %d since 1904: %s as %s', (serial, since1904, text) => {
    expect(dateOfSerial(serial, since1904)?.text).toBe(text);
  });

  it('are dates by the format of their style', () => {
    const styles = ['yyyy-mm-dd', 'd/m/yy', '[$-41F]d mmmm yyyy;@', 'mmm', 'h:mm', '[h]:mm:ss', '0.00', '"day" 0', '#,##0 "TL"', '[Red]0.00;[Blue]-0.00', 'General'].map(formatStyle); // prettier-ignore
    expect(styles).toEqual(['date', 'date', 'date', 'date', 'time', 'number', 'number', 'number', 'number', 'number', 'number']); // prettier-ignore
  });

  it('have numbers as Excel shows them, without exponents', () => {
    expect(['0.30000000000000004', '1E5', '1.5E-7', '123456789012345680', '12.50', 'x'].map(plainNumber)).toEqual(
      ['0.3', '100000', '0.00000015', '123456789012346000', '12.50', null], // prettier-ignore
    );
  });
});

/** A workbook of the parts that are shown, as no library would write it. */
function writeWorkbook(sheet: string, { strings = '', workbook = '', styles = '' } = {}): void {
  const rels = (...parts: [string, string][]) =>
    `<Relationships xmlns="r">${parts.map(([type, target], place) => `<Relationship Id="rId${place + 1}" Type="http://x/${type}" Target="${target}"/>`).join('')}</Relationships>`;
  writeFileSync(
    path,
    writeZip({
      '[Content_Types].xml': '<Types/>',
      '_rels/.rels': rels(['officeDocument', 'xl/workbook.xml']),
      'xl/workbook.xml': workbook || '<workbook><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': rels(['worksheet', '/xl/sheets/one.xml'], ['sharedStrings', 'strings.xml'], ['styles', 'styles.xml']), // prettier-ignore
      'xl/sheets/one.xml': sheet,
      'xl/strings.xml': strings || '<sst/>',
      'xl/styles.xml': styles || '<styleSheet/>',
    }),
  );
}

describe('a workbook that programs write in their own ways', () => {
  it('has prefixes, rich and inline texts, gaps, cells without references, and the days since 1904', async () => {
    writeWorkbook(
      `<?xml version="1.0"?><x:worksheet xmlns:x="m"><x:sheetData>
        <x:row r="2"><x:c r="B2" t="s"><x:v>0</x:v></x:c><x:c t="inlineStr"><x:is><x:t>in</x:t></x:is></x:c><x:c r='E2' s="1"><x:v>44195</x:v></x:c></x:row>
        <x:row><x:c t="str"><x:f>A1&amp;"x"</x:f><x:v>a&amp;b</x:v></x:c><x:c t="b"><x:v>1</x:v></x:c><x:c t="d"><x:v>2024-01-05T00:00:00</x:v></x:c><x:c/><x:c t="s"><x:v>9</x:v></x:c></x:row>
        <x:row r="9"/></x:sheetData><x:rowBreaks><x:brk/></x:rowBreaks></x:worksheet>`,
      {
        strings: '<x:sst xmlns:x="m"><x:si><x:r><x:t>ri</x:t></x:r><x:r><x:t xml:space="preserve">ch </x:t></x:r><x:rPh sb="0"><x:t>no</x:t></x:rPh></x:si></x:sst>', // prettier-ignore
        workbook: '<x:workbook xmlns:x="m"><x:workbookPr date1904="1"/><x:sheets><x:sheet name="S" sheetId="1" r:id="rId1"/></x:sheets></x:workbook>', // prettier-ignore
        styles: '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
      },
    );
    expect([...(await scan('S'))]).toEqual([
      [2, [null, 'rich ', 'in', null, '2024-12-31']],
      [3, ['a&b', 'TRUE', '2024-01-05']],
    ]);
  });

  it('has errors and formulas without a result, which are no values and are shown', async () => {
    const row = (number: number, cells: string) => `<row r="${number}">${cells}</row>`;
    writeWorkbook(
      `<worksheet><sheetData>${row(1, '<c t="inlineStr"><is><t>name</t></is></c><c t="inlineStr"><is><t>amount</t></is></c>')}${row(2, '<c t="inlineStr"><is><t>a</t></is></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c>')}${row(3, '<c t="inlineStr"><is><t>b</t></is></c><c><f>B1+1</f></c>')}${row(4, '<c t="inlineStr"><is><t>c</t></is></c><c><f>1+1</f><v>2.5</v></c>')}</sheetData></worksheet>`,
    );
    const { tables } = await inspectFile({ path, name: 'x.xlsx', scratch });
    const [table] = tables;
    expect(table!.doubts.map(({ code, evidence }) => [code, evidence])).toEqual([
      ['error_cells', [{ line: 2, text: '#DIV/0!' }]],
      ['formulas_without_result', [{ line: 3, text: '=' }]],
    ]);
    const { rows } = await previewTable({ path, part: 'S', settings: table!.settings!, scratch });
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['a', null],
      ['b', null],
      ['c', '2.50'],
    ]);
  });
});

it('finds tables that begin anywhere, with title rows, totals, and texts of numbers beside numbers', async () => {
  const rows = [
    [null, 'Şube raporu 2025'],
    [],
    [null, null, 'Şube', 'Tutar', 'Tarih', 'Kod'],
    [null, null, 'İstanbul', '1.234,50', new Date('2024-12-31'), '007'],
    [null, null, 'Ankara', 12.25, '15.01.2025', '012'],
    [null, null, 'Bursa', '-7,5', new Date('2025-02-01'), '013'],
    [null, null, 'TOPLAM', '1.239,25'],
  ];
  writeFileSync(path, await writeXlsx({ sheets: [{ name: 'Şubeler', rows }, { name: 'Empty', rows: [] }, { name: 'Other', rows: [['a', 'b'], [1, 'x'], [2, 'y']] }] })); // prettier-ignore
  const { tables, error } = await inspectFile({ path, name: 'rapor.xlsx', scratch });
  expect(error).toBeNull();
  expect(tables.map(({ part, name, rows: found }) => [part, name, found])).toEqual([
    ['Şubeler', 'subeler', { count: 3, exact: true }],
    ['Other', 'other', { count: 2, exact: true }],
  ]);
  const [table] = tables;
  expect(table!.doubts.map(({ code }) => code)).toEqual(['title_rows', 'footer_rows', 'leading_zeros']);
  const preview = await previewTable({ path, part: 'Şubeler', settings: table!.settings!, scratch });
  expect(preview.columns.map(({ name, type }) => [name, type])).toEqual([
    ['sube', 'VARCHAR'],
    ['tutar', 'DECIMAL(18, 2)'],
    ['tarih', 'DATE'],
    ['kod', 'VARCHAR'],
  ]);
  expect(preview.rows.map(({ line, cells }) => [line, ...cells])).toEqual([
    [4, 'İstanbul', '1234.50', '2024-12-31', '007'],
    [5, 'Ankara', '12.25', '2025-01-15', '012'],
    [6, 'Bursa', '-7.50', '2025-02-01', '013'],
  ]);
});
