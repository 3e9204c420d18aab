import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { tableSettings } from '@rise/contract';
import type { TableSettings } from '@rise/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { RejectLimitExceeded } from '../errors.ts';
import { loadVersion } from '../warehouses/embedded/load-version.ts';
import type { LoadedVersion, LoadOptions } from '../warehouses/embedded/load-version.ts';
import type { InspectedFile, LoadTable } from '../warehouses/embedded/messages.ts';
import { attachedFiles } from '../warehouses/embedded/segments.ts';

let root: string;
let folder: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'rise-inspected-'));
});
beforeEach(() => {
  folder = mkdtempSync(join(root, 'case-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const DATE = { kind: 'date', format: '%Y-%m-%d' };
const COLUMNS = [
  { title: 'Loan', name: 'loan', type: { kind: 'integer' } },
  { title: 'Day', name: 'day', type: DATE },
  { title: 'Amount', name: 'amount', type: { kind: 'decimal', scale: 2, decimal: ',', thousands: '.' } },
  { title: 'Note', name: 'note', type: { kind: 'text' } },
];
function settings(more: Record<string, unknown> = {}): TableSettings {
  const text = { kind: 'text', encoding: 'utf-8', delimiter: ';', quote: '"', escape: '"', skipLines: 0, header: true };
  return tableSettings.parse({ ...text, columns: COLUMNS, ...more });
}

/** Writes an uploaded file. */
function upload(name: string, text: string | Buffer, more: Record<string, unknown> = {}): InspectedFile {
  writeFileSync(join(folder, name), text);
  return { file: name, title: name, part: '', settings: settings(more) };
}
const loans = (inspected: InspectedFile[], more: Partial<LoadTable> = {}): LoadTable =>
  ({ table: 'loans', inspected, asOf: 'day', sortBy: ['loan'], ...more }) as LoadTable;
const versions = () => join(folder, 'warehouse');

function load(number: number, tables: LoadTable[], more: Partial<LoadOptions> & { before?: LoadedVersion } = {}) {
  const { before, ...options } = more;
  const base = before && { segments: before.segments, coverage: before.coverage, asOf: before.asOf };
  const target = join(versions(), `${number}.duckdb`);
  return loadVersion({ sourceDir: folder, tables, tenant: 'alder', target, ...(base && { base }), ...options });
}

async function rowsOf({ file, segments }: LoadedVersion, select: string): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const beside of attachedFiles(file, segments))
    await connection.run(`ATTACH '${beside.file}' AS "${beside.as}" (READ_ONLY)`);
  await connection.run(`ATTACH '${file}' AS version (READ_ONLY)`);
  await connection.run('USE version');
  const rows = (await connection.runAndReadAll(select)).getRowsJson();
  connection.closeSync();
  instance.closeSync();
  return rows;
}
const LOANS = 'SELECT loan, CAST(day AS VARCHAR), CAST(amount AS VARCHAR), note FROM loans ORDER BY ALL';

const HEADER = 'Loan;Day;Amount;Note\n';

it('loads a text file by its settings, and says what it holds', async () => {
  const file = upload('loans.csv', `${HEADER}2;2025-01-31;1.234,50;#2 "Elm"\n1;2025-01-30;-7,5;\n`);
  const { tables, asOf, rejects, coverage, ...version } = await load(1, [loans([file])]);
  expect(await rowsOf({ tables, asOf, rejects, coverage, ...version }, LOANS)).toEqual([
    ['1', '2025-01-30', '-7.50', null],
    ['2', '2025-01-31', '1234.50', '#2 "Elm"'],
  ]);
  expect(tables).toEqual([
    {
      table: 'loans',
      rows: 2,
      added: 2,
      rejected: 0,
      asOf: '2025-01-31',
      missing: [],
      totals: { loan: '3', amount: '1227.00' },
    },
  ]);
  expect({ asOf, rejects, dates: coverage.dates }).toEqual({
    asOf: '2025-01-31',
    rejects: null,
    dates: ['2025-01-30', '2025-01-31'],
  });
  expect(readdirSync(versions())).toEqual(['1.duckdb']);
});

it('leaves out rows that cannot be read, and lists them with file, line, column, value and reason', async () => {
  const good = Array.from({ length: 400 }, (_, index) => `${index};2025-01-31;1,00;ok`).join('\n');
  const cells = upload('cells.csv', `${HEADER}${good}\n900;2025-02-30;=1+1;both\n901;2025-01-31;2,00;good\n`);
  const lines = upload('lines.csv', `${HEADER}910;2025-01-31\n911;2025-01-31;3,00;"never closed\n912;2025-01-31;4,00;ok\n`); // prettier-ignore
  const loaded = await load(1, [loans([cells, lines])]);
  expect(loaded.tables).toMatchObject([{ rows: 402, added: 402, rejected: 3 }]);
  expect(loaded.rejects).toBe('1.rejects.csv');
  expect(readFileSync(join(versions(), '1.rejects.csv'), 'utf8').trim().split('\r\n').toSorted()).toEqual([
    "loans,cells.csv,402,amount,'=1+1,not_decimal",
    'loans,cells.csv,402,day,2025-02-30,not_date',
    'loans,lines.csv,2,,910;2025-01-31,too_few_cells',
    'loans,lines.csv,3,,"911;2025-01-31;3,00;""never closed",unclosed_quote',
    'table,file,line,column,value,reason',
  ]);
  expect(await rowsOf(loaded, `SELECT loan FROM loans WHERE loan >= 900 ORDER BY 1`)).toEqual([['901'], ['912']]);
  expect(await rowsOf(loaded, `SELECT column_name FROM duckdb_columns() WHERE table_name = 'loans'`)).toEqual(
    ['tenant_id', 'loan', 'day', 'amount', 'note'].map((name) => [name]),
  );
  expect(readdirSync(versions()).toSorted()).toEqual(['1.duckdb', '1.rejects.csv']);
});

it('loads cells of 1 MB beside rows with NUL bytes, days of year 0 and too many cells, and loses none', async () => {
  const long = 'ş'.repeat(512 * 1024);
  const good = Array.from({ length: 400 }, (_, index) => `${index};2025-01-31;1,00;ok`).join('\n');
  const faults = ['900;2025-01-31;1,00;n\0ul', '901;0000-01-01;1,00;year', '902;2025-01-31;1,00;a;b;c'];
  const file = upload('lies.csv', `${HEADER}${good}\n${faults.join('\n')}\n903;2025-01-31;1,00;"${long}"\n`);
  const loaded = await load(1, [loans([file])]);
  expect(loaded.tables).toMatchObject([{ rows: 401, rejected: 3 }]);
  const rejects = readFileSync(join(versions(), '1.rejects.csv'), 'utf8').trim().split('\r\n').slice(1);
  expect(rejects.map((line) => [line.split(',')[2], line.split(',').at(-1)]).toSorted()).toEqual([
    ['402', 'nul_byte'],
    ['403', 'not_date'],
    ['404', 'too_many_cells'],
  ]);
  expect(await rowsOf(loaded, `SELECT note = repeat('ş', 524288) FROM loans WHERE loan = 903`)).toEqual([[true]]);
});

it('loads 2,500 columns', async () => {
  const places = Array.from({ length: 2500 }, (_, place) => place);
  // Numbers are tested elsewhere, and take longer to plan.
  const kindOf = (place: number) => (place % 500 === 0 ? 'integer' : 'text');
  const columns = places.map((place) => ({ title: `C ${place}`, name: `c${place}`, type: { kind: kindOf(place) } }));
  const row = (from: number) => places.map((place) => place + from).join(';');
  const file = upload('wide.csv', `${places.map((place) => `C ${place}`).join(';')}\n${row(0)}\n${row(1)}\n`, { columns }); // prettier-ignore
  const loaded = await load(1, [{ table: 'wide', inspected: [file], asOf: null }]);
  expect(loaded.tables[0]!.totals).toMatchObject({ c0: '1', c2000: '4001' });
  expect(await rowsOf(loaded, 'SELECT c2499 FROM wide ORDER BY 1')).toEqual([['2499'], ['2500']]);
});

it('refuses a load beyond the limit of rejected rows: how many of how many, with examples, and nothing stays', async () => {
  const file = upload('loans.csv', `${HEADER}1;2025-01-31;1,00;a\nx;2025-01-31;1,00;b\n3;2025-01-31;1,00\n`);
  const refused = await load(1, [loans([file])]).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RejectLimitExceeded);
  expect((refused as Error).message).toMatch(
    /^2 of 3 rows of loans cannot be read, more than the limit of 1 %. Nothing was changed. For example .*line 3: loan 'x' \(not_integer\)/,
  );
  expect((refused as RejectLimitExceeded).rejects).toMatchObject({ table: 'loans', rejected: 2, rows: 3, limit: 0.01 });
  expect(readdirSync(versions())).toEqual([]);
  expect((await load(1, [loans([file])], { rejectLimit: 1 })).tables).toMatchObject([{ rows: 1, rejected: 2 }]);
});

it('reads other encodings and layouts, and unites the columns of several files by name', async () => {
  const first = upload('first.csv', Buffer.from(`\uFEFF${HEADER}1;2025-01-31;1,00;ş\n`, 'utf16le'), { encoding: 'utf-16le' }); // prettier-ignore
  const second = upload('second.csv', 'Branch|NOTE|Loan|Day\n7|x|2|31.01.2026\nTOTAL|||\n', {
    delimiter: '|',
    footerTexts: ['total'],
    columns: [
      COLUMNS[0],
      { ...COLUMNS[1], type: { kind: 'date', format: '%d.%m.%Y' } },
      COLUMNS[3],
      { title: 'Branch', name: 'branch', type: { kind: 'integer' } },
    ],
  });
  const loaded = await load(1, [loans([first, second])]);
  expect(await rowsOf(loaded, 'SELECT loan, CAST(day AS VARCHAR), amount, note, branch FROM loans ORDER BY 1')).toEqual(
    [
      ['1', '2025-01-31', '1.00', 'ş', null],
      ['2', '2026-01-31', null, 'x', '7'],
    ],
  );
  expect(loaded.tables[0]!.missing).toEqual([
    { file: 'first.csv', columns: ['branch'] },
    { file: 'second.csv', columns: ['amount'] },
  ]);
  expect(loaded.coverage).toMatchObject({
    dateColumn: 'day',
    dates: ['2025-01-31', '2026-01-31'],
    tables: { loans: { loan: [0, 1], amount: [0], branch: [1] } },
  });
});

it('appends, replaces by key or by day, and takes tables without a date', async () => {
  const first = await load(1, [
    loans([upload('1.csv', `${HEADER}1;2025-01-31;1,00;a\n2;2025-02-28;2,00;b\n`)]),
    { table: 'codes', asOf: null, inspected: [upload('codes.csv', 'Note\nx\n', { columns: [COLUMNS[3]] })] },
  ]);
  expect(first.tables.map(({ asOf }) => asOf)).toEqual(['2025-02-28', null]);
  const second = await load(2, [loans([upload('2.csv', `${HEADER}3;2025-03-31;3,00;c\n`)], { mode: 'append' })], { before: first }); // prettier-ignore
  expect(second).toMatchObject({ asOf: '2025-03-31', tables: [{ rows: 3, added: 1, totals: { amount: '6.00' } }] }); // prettier-ignore
  const keyed = loans([upload('3.csv', `${HEADER}3;2025-03-30;30,00;changed\n4;2025-03-31;4,00;d\n`)], {
    mode: { upsert: ['loan'] },
  });
  const third = await load(3, [keyed], { before: second });
  expect(third).toMatchObject({ asOf: '2025-03-31', tables: [{ rows: 4, added: 2 }] });
  const days = loans([upload('4.csv', `${HEADER}9;2025-02-28;9,00;day\n`)], { mode: { days: 'day' } });
  const fourth = await load(4, [days], { before: third });
  expect(await rowsOf(fourth, LOANS)).toEqual([
    ['1', '2025-01-31', '1.00', 'a'],
    ['3', '2025-03-30', '30.00', 'changed'],
    ['4', '2025-03-31', '4.00', 'd'],
    ['9', '2025-02-28', '9.00', 'day'],
  ]);
  const codes = { table: 'loans', asOf: null, inspected: [upload('5.csv', 'Loan\n1\n', { columns: [COLUMNS[0]] })] };
  expect(await load(5, [codes], { before: fourth })).toMatchObject({ asOf: null, rejects: null });
});

it('says what of a file does not fit: no rows, other columns, rows of a file loaded beside it, a wrong encoding', async () => {
  const fails = async (request: LoadTable, message: RegExp) => {
    await expect(load(1, [request])).rejects.toThrow(message);
    expect(readdirSync(versions())).toEqual([]);
  };
  const row = `${HEADER}1;2025-01-31;1,00;a\n`;
  await fails(loans([upload('empty.csv', HEADER)]), /empty.csv has no rows for loans/);
  await fails(loans([upload('other.csv', 'Branch;City\n1;Elm\n')]), /other.csv has none of the columns of loans/);
  await fails(loans([upload('1.csv', row), upload('2.csv', row)]), /1.csv and 2.csv both have rows of loans with the same loan and day/); // prettier-ignore
  await fails(loans([upload('bad.csv', Buffer.from(row.replace('a', 'ş'), 'latin1').fill(0xff, 40, 41))]), /not utf-8/);
});
