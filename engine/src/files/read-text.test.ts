import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { TextSettings } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTableRows } from './open-table-rows.ts';
import { canonicalText, readCanonical } from './table-rows.ts';
import type { DelimitedRows, TableRow } from './table-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'rise-rows-'));
const path = join(folder, 'file.csv');
let instance: DuckDBInstance;
let connection: DuckDBConnection;
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
  rmSync(folder, { recursive: true, force: true });
});

const column = (title: string) => ({
  title,
  name: title.toLowerCase(),
  type: { kind: 'text' as const },
  nullTexts: [],
});
const SETTINGS: TextSettings = {
  kind: 'text',
  encoding: 'utf-8',
  delimiter: ',',
  quote: '"',
  escape: '"',
  skipLines: 0,
  header: true,
  footerTexts: [],
  columns: ['a', 'b'].map(column),
};

async function openFile(text: string | Buffer, settings: Partial<TextSettings> = {}): Promise<DelimitedRows> {
  writeFileSync(path, text);
  const opened = await openTableRows({ path, part: '', settings: { ...SETTINGS, ...settings }, scratch: folder });
  return opened as DelimitedRows;
}

/** Writes chunks to a file, and returns its path. */
async function writeAll(chunks: AsyncIterable<Buffer>): Promise<string> {
  const bytes: Buffer[] = [];
  for await (const chunk of chunks) bytes.push(chunk);
  const file = join(folder, 'written.csv');
  writeFileSync(file, Buffer.concat(bytes));
  return file;
}

/** The rows as DuckDB reads them by itself, those of the canonical text, and the rows with a fault. */
async function readBoth(opened: DelimitedRows) {
  const rowsOf = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();
  const { native, columns } = opened;
  const from = native && native.sql(native.path ?? (await writeAll(native.bytes())));
  const alone =
    from && (await rowsOf(`SELECT ${native!.cells.join(', ')} FROM ${from} WHERE NOT (${native!.leftOut})`));
  const faults: TableRow[] = [];
  const canonical = await writeAll(canonicalText(opened, (row) => faults.push(row)));
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const rows = await rowsOf(`SELECT ${names} FROM ${readCanonical(canonical, columns)}`);
  const lines = (await rowsOf(`SELECT "_line" FROM ${readCanonical(canonical, columns)}`)).map(([line]) =>
    Number(line),
  );
  return { alone, rows, lines, faults: faults.map(({ line, fault, text }) => [line, fault, text]) };
}

describe('rows of delimited text', () => {
  it('are the same by DuckDB and by our own scanner', async () => {
    const text =
      'Report of "March"\n\na,b,c\n#1,"",x\n2,,y\n3," ",z\n"4","two\nlines",\n\n,,\nTOTAL,9,9\nTotals of all,1,1\n5,5" pipe,w\n';
    const opened = await openFile(text, { skipLines: 2, footerTexts: ['total', 'Totals *'] });
    const { alone, rows, lines, faults } = await readBoth(opened);
    expect(rows).toEqual([
      ['#1', ''],
      ['2', null],
      ['3', ' '],
      ['4', 'two\nlines'],
      ['5', '5" pipe'],
    ]);
    expect(alone).toEqual(rows);
    expect(lines).toEqual([4, 5, 6, 7, 13]);
    expect(faults).toEqual([]);
    expect(opened.unlisted).toEqual(['c']);
  });

  it('are found by title, wherever the columns are, and what is missing is named', async () => {
    const opened = await openFile('B , x\n1,2\n', { columns: ['a', 'b'].map(column) });
    expect(opened).toMatchObject({ missing: ['a'], unlisted: ['x'], columns: [{ name: 'b' }] });
    const { alone, rows } = await readBoth(opened);
    expect(rows).toEqual([['1']]);
    expect(alone).toEqual(rows);
  });

  it('are all there but those with a fault, which are named', async () => {
    const opened = await openFile('a,b\n1,2\n3\n4,5,6\n7,8,\n10,"y" z\n11,12\n9,"x\n');
    const { rows, faults } = await readBoth({ ...opened, native: null });
    expect(rows).toEqual([
      ['1', '2'],
      ['7', '8'],
      ['11', '12'],
    ]);
    expect(faults).toEqual([
      [3, 'too_few_cells', '3'],
      [4, 'too_many_cells', '4,5,6'],
      [6, 'misplaced_quote', '10,"y" z'],
      [8, 'unclosed_quote', '9,"x'],
    ]);
    await expect(connection.run(`SELECT count(*) FROM ${opened.native!.sql(path)}`)).rejects.toThrow(/Line: 3/);
  });

  it.each([
    ['NUL bytes', 'a,b\n1,x\0y\n3,4\n', {}, [['3', '4']]],
    [
      'lines that end with CR',
      'a,b\r1,2\r3,4\r',
      {},
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['a title of two lines', '"a","b\nb"\n1,\n3,4\n', { columns: [column('a'), { ...column('b b'), name: 'b' }] }, [['1', null], ['3', '4']]], // prettier-ignore
  ])('are read by our own scanner alone for %s', async (_what, text, settings, expected) => {
    const opened = await openFile(text, settings);
    expect(opened.native).toBeNull();
    expect((await readBoth(opened)).rows).toEqual(expected);
  });

  it.each([
    ['UTF-16', Buffer.from('\ufeffa,b\nŞ,2\n', 'utf16le'), 'utf-16le'],
    ['Windows-1254', Buffer.from([0x61, 0x2c, 0x62, 0x0a, 0xde, 0x2c, 0x32, 0x0a]), 'windows-1254'],
  ] as const)('are decoded from %s for DuckDB', async (_what, bytes, encoding) => {
    const opened = await openFile(bytes, { encoding });
    expect(opened.native!.path).toBeNull();
    const { alone, rows } = await readBoth(opened);
    expect(rows).toEqual([['Ş', '2']]);
    expect(alone).toEqual(rows);
  });

  it('have numbers for titles where there is no header', async () => {
    const columns = [{ ...column('Column 2'), name: 'b' }];
    const { alone, rows } = await readBoth(await openFile('1,2\n3,4\n', { header: false, columns }));
    expect(rows).toEqual([['2'], ['4']]);
    expect(alone).toEqual(rows);
  });

  it('are an error where there are none, or where the encoding ends', async () => {
    await expect(openFile('\n\n')).rejects.toMatchObject({ code: 'no_rows' });
    await expect(openFile(Buffer.from('a,b\n1,\xfe\n', 'latin1'))).rejects.toMatchObject({ code: 'undecodable' });
  });
});
