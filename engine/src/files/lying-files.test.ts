import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { InspectedFile, TextSettings } from '@rise/contract';
import { inspectedFile } from '@rise/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { inspectFile } from './inspect-file.ts';
import { openTableRows } from './open-table-rows.ts';
import { previewTable } from './preview-table.ts';
import type { DelimitedRows, TableRow } from './table-rows.ts';
import { writeZip } from './zip/testing/write-zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'rise-lying-'));
const scratch = mkdtempSync(join(folder, 'scratch-'));
const path = join(folder, 'file');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function inspect(content: string | Buffer): Promise<InspectedFile> {
  writeFileSync(path, content);
  const found = inspectedFile.parse(await inspectFile({ path, name: 'file.csv', scratch }));
  for (const fault of [found.error, ...found.tables.map(({ error }) => error)])
    if (fault !== null)
      for (const text of [fault.message, fault.remedy]) {
        expect(text).toMatch(/^[A-Z“].*\.$/s);
        expect(text).not.toContain(folder);
      }
  return found;
}

/** All rows of the first table, as a load reads them. */
async function readAll({ tables }: InspectedFile): Promise<TableRow[]> {
  const { part, settings } = tables[0]!;
  const opened = (await openTableRows({ path, part, settings: settings!, scratch })) as DelimitedRows;
  const rows: TableRow[] = [];
  for await (const batch of opened.read()) rows.push(...batch);
  await opened.close();
  return rows;
}

const sheetOf = (cell: string) => ({
  '[Content_Types].xml': '<Types/>',
  '_rels/.rels':
    '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>',
  'xl/workbook.xml': '<workbook><sheets><sheet name="S" r:id="a"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="a" Type="x/worksheet" Target="s.xml"/></Relationships>',
  'xl/s.xml': `<worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>a</t></is></c></row><row r="2"><c t="str"><v>${cell}</v></c></row></sheetData></worksheet>`,
});

describe('a file that is not what it seems', () => {
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(5000)]);
  const noise = randomBytes(9 * 1024 * 1024).toString('hex');
  it.each([
    ['empty', Buffer.alloc(0), 'empty'],
    ['a PDF', Buffer.from('%PDF-1.7\n…'), 'other_kind'],
    ['compressed', gzipSync('a,b\n1,2\n'), 'other_kind'],
    ['an old workbook', Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'), 'other_kind'],
    ['a workbook with a cell of 18 MB', writeZip(sheetOf(noise)), 'line_too_long'],
    ['a workbook that grows a thousand times', writeZip(sheetOf('x'.repeat(40 * 1024 * 1024))), 'archive_too_large'],
    ['a workbook without sheets', writeZip({ '[Content_Types].xml': '<Types/>' }), 'damaged_archive'],
    ['an archive with a name that leaves it', writeZip({ '../a.csv': 'a\n1\n' }), 'damaged_archive'],
    ['an archive with an absolute name', writeZip({ '/etc/a.csv': 'a\n1\n' }), 'damaged_archive'],
    ['an archive that is cut', writeZip({ 'a.csv': 'a\n1\n' }).subarray(0, 40), 'damaged_archive'],
    ['an archive of 300 files', writeZip(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`${n}.csv`, 'a\n1\n']))), 'archive_too_large'], // prettier-ignore
    [
      'Parquet that is none',
      Buffer.concat([Buffer.from('PAR1'), randomBytes(500), Buffer.from('\0PAR1')]),
      'damaged_file',
    ],
    ['Arrow that is none', Buffer.concat([Buffer.from('ARROW1\0\0'), randomBytes(500)]), 'damaged_file'],
    ['one line without an end', 'x'.repeat(20 * 1024 * 1024), 'line_too_long'],
    ['of 5,001 columns', `${Array.from({ length: 5001 }, (_, n) => `c${n}`).join(',')}\n`, 'too_many_columns'],
    ['JSON that is cut', '[{"a":1},{"a":', 'damaged_json'],
    ['JSON of values', '[1,2,3]', null],
    ['nested 100,000 times', `{"a":${'['.repeat(100_000)}`, 'damaged_json'],
  ])('is answered clearly: %s', async (_what, content, code) => {
    const { error, tables } = await inspect(content);
    if (code !== null) expect((error ?? tables[0]!.error)?.code).toBe(code);
    expect(readdirSync(scratch)).toEqual([]);
  });

  it('is binary, and is no table without a doubt', async () => {
    const { tables } = await inspect(png);
    expect(tables[0]!.error !== null || tables[0]!.doubts.length > 0).toBe(true);
  });

  it('costs one table of an archive, not the others', async () => {
    const lying = { content: Buffer.from('a,b\n1,2\n'.repeat(5000)), claimed: 100 };
    const link = { content: Buffer.from('/etc/passwd'), mode: 0o120777 };
    const { tables } = await inspect(
      writeZip({ 'ok.csv': 'a,b\n1,2\n', 'lying.csv': lying, 'link.csv': link, 'inner.zip': writeZip({ 'x.csv': 'a\n1\n' }), '__MACOSX/._ok.csv': 'x', 'bad.parquet': Buffer.from('PAR1\0\0\0PAR1') }), // prettier-ignore
    );
    expect(tables.map(({ part, error }) => [part, error?.code ?? null])).toEqual([
      ['ok.csv', null],
      ['lying.csv', 'damaged_archive'],
      ['link.csv', 'damaged_archive'],
      ['inner.zip', 'other_kind'],
      ['bad.parquet', 'damaged_file'],
    ]);
  });
});

describe('a file with a few wrong rows', () => {
  it('loses none of the others', async () => {
    const rows = Array.from(
      { length: 500 },
      (_, n) => `${n},name ${n},2024-01-${String((n % 28) + 1).padStart(2, '0')}`,
    );
    rows[10] = '10,n\0ul,2024-01-01';
    rows[20] = '20,"open,2024-01-01';
    rows[30] = '30,short';
    rows[40] = '40,long,2024-01-01,x,y';
    rows[50] = '#50,hash,2024-01-01';
    rows[60] = '60,year,0000-01-01';
    const found = await inspect(`id,name,day\n${rows.join('\n')}\n`);
    const all = await readAll(found);
    expect(all).toHaveLength(500);
    expect(all.filter(({ fault }) => fault !== null).map(({ line, fault }) => [line, fault])).toEqual([
      [12, 'nul_byte'],
      [22, 'unclosed_quote'],
      [32, 'too_few_cells'],
      [42, 'too_many_cells'],
    ]);
    expect(all[50]!.cells[0]).toBe('#50');
    const settings = structuredClone(found.tables[0]!.settings) as TextSettings;
    settings.columns[2]!.type = { kind: 'date', format: '%Y-%m-%d' };
    const { rows: shown } = await previewTable({ path, part: '', settings, scratch });
    expect(shown[60]).toEqual({ line: 62, cells: ['60', 'year', '0000-01-01'], issues: [{ column: 'day', code: 'not_date' }] }); // prettier-ignore
  });

  it('is decoded as a whole if its encoding changes far from its start', async () => {
    const start = Buffer.from(`id;ad\n${Array.from({ length: 30_000 }, (_, n) => `${n};Ankara`).join('\n')}\n`);
    const found = await inspect(Buffer.concat([start, Buffer.from('30000;K\xfdr\xfeehir\n', 'latin1')]));
    expect((found.tables[0]!.settings as TextSettings).encoding).toBe('windows-1254');
    expect((await readAll(found)).at(-1)!.cells).toEqual(['30000', 'Kırşehir']);
  });

  it('has cells of 1 MB, or 5,000 columns', async () => {
    const long = 'ş'.repeat(512 * 1024);
    const cells = await inspect(`id,text\n1,"${long}"\n2,x\n`);
    expect((await readAll(cells))[0]!.cells[1]).toBe(long);
    const wide = Array.from({ length: 5000 }, (_, n) => n);
    const columns = await inspect(`${wide.map((n) => `c${n}`).join(',')}\n${wide.join(',')}\n${wide.join(',')}\n`);
    const { part, settings, error } = columns.tables[0]!;
    expect(error).toBeNull();
    const preview = await previewTable({ path, part, settings: settings!, scratch });
    expect(preview.rows[1]!.cells).toEqual(wide.map(String));
  });
});
