import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { reportDocument, type QueryResult, type Report, type ReportEvent, type ReportState } from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { SAMPLES } from '../host/config/paths.ts';
import { systemIn } from '../kernel/actor.ts';
import { onePage } from '../testing/one-page.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { putReport } from '../testing/put-report.ts';
import type { LoadSource } from '../warehouse/warehouse.service.ts';

const ROWS = 5000;
const title = { en: 'T' };

let portal: TestPortal;
let cookie: string;
let id: string;
let rowsOf: (sql: string) => Promise<unknown[][]>;
let close: () => void;

const TILES = [
  {
    id: 'time',
    kind: 'chart',
    shape: 'column',
    title: { en: 'Fees', tr: 'Ücretler' },
    category: { field: 'booked_on', grain: 'year' },
    measures: ['fees'],
    filter: { field: 'channel', op: 'in', values: ['card', 'atm'] },
  },
  {
    id: 'table',
    kind: 'table',
    title,
    dimensions: ['product'],
    measures: ['fees', 'fee_per_transaction'],
    drill: ['channel', 'branch'],
    targets: ['other-report', 'secret-report'],
    order: [{ field: 'product' }],
    formats: [{ measure: 'fees', show: 'rules', rules: [{ op: 'gt', target: 'amount', tone: 'bad' }] }],
  },
  { id: 'cards', kind: 'figures', title, measures: ['fees'] },
];

beforeAll(async () => {
  portal = await startTestPortal();
  const { birch } = portal.tenants;
  ({ cookie } = await portal.signIn({ email: 'ada@birch.example', roles: ['tenant.user'], tenants: [birch] }));
  const folder = join(SAMPLES, 'core');
  const manifest = parse(await readFile(join(folder, 'sample.yaml'), 'utf8')) as LoadSource;
  const model = await readFile(join(folder, 'model.yaml'), 'utf8');
  await portal.warehouses.ensureModel(systemIn(birch), model, 'model.yaml');
  const tables = manifest.tables.map((table) => ({ ...table, rows: ROWS }));
  await portal.warehouses.load(systemIn(birch), { ...manifest, sourceDir: folder, tables });
  const of = { title, purpose: title, dataset: 'transactions' };
  await portal.database.withTenant(systemIn(birch), async (tx) => {
    ({ id } = await putReport(tx, reportDocument.parse({ ...of, filters: ['branch'], ...onePage(TILES) })));
    const other = { ...of, title: { en: 'Other report' }, filters: ['product', 'channel'], ...onePage([TILES[2]!]) };
    await putReport(tx, reportDocument.parse(other));
    const { id: secret } = await putReport(tx, reportDocument.parse({ ...other, title: { en: 'Secret report' } }));
    await tx.run`UPDATE report SET archived_at = now() WHERE tenant_id = ${birch} AND id = ${secret}`;
  });
  const sample = parse(await readFile(join(folder, 'sample.yaml'), 'utf8')) as { tables: [{ select: string }] };
  const connection = await (await DuckDBInstance.create()).connect();
  await connection.run(`SET VARIABLE rows = ${ROWS}::BIGINT`);
  await connection.run(`CREATE TABLE transaction AS ${sample.tables[0].select}`);
  rowsOf = async (sql) => (await connection.runAndReadAll(sql)).getRowsJson();
  close = () => connection.closeSync();
});
afterAll(async () => {
  close?.();
  await portal?.close();
});

const post = (body: Partial<ReportState>) => portal.fetch('POST /api/v1/reports/:id/run', { cookie, id, body });

async function run(state: Partial<ReportState>): Promise<(tile: string, slot: string) => QueryResult> {
  const events = (await (await post(state)).text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ReportEvent);
  return (tile, slot) => {
    const event = events.find((item) => item.type === 'tile' && item.tile === tile);
    if (event?.type !== 'tile') throw new Error(JSON.stringify(events));
    return event.results[slot]!.result;
  };
}

const cells = ({ columns, rows }: QueryResult, names: readonly string[]) =>
  rows.map((row) => names.map((name) => String(row[columns.findIndex((column) => column.name === name)])));
const rounded = (rows: readonly (readonly unknown[])[]) =>
  rows.map(([key, ...values]) => [String(key), ...values.map((value) => Number(Number(value).toFixed(6)))]);

const CARDS = `channel IN ('card', 'atm')`;

test('a period opens into its shorter ones, with the figures that plain SQL computes', async () => {
  const quarters = await run({ opened: { time: [{ value: '2025-01-01', to: 'booked_on_quarter' }] } });
  const expected = await rowsOf(
    `SELECT strftime(date_trunc('quarter', booked_on), '%Y-%m-%d'), sum(fee) FROM transaction
     WHERE ${CARDS} AND year(booked_on) = 2025 GROUP BY 1 ORDER BY 1`,
  );
  expect(rounded(cells(quarters('time', 'chart'), ['booked_on_quarter', 'fees']))).toEqual(rounded(expected));
  expect(expected.length).toBeGreaterThan(1);
  const opened = [
    { value: '2025-01-01', to: 'booked_on_quarter' },
    { value: '2025-04-01', to: 'booked_on_month' },
    { value: '2025-05-01', to: 'booked_on_day' },
  ];
  const days = await run({ opened: { time: opened } });
  const ofMay = await rowsOf(
    `SELECT strftime(booked_on, '%Y-%m-%d'), sum(fee) FROM transaction
     WHERE ${CARDS} AND booked_on BETWEEN '2025-05-01' AND '2025-05-31' GROUP BY 1 ORDER BY 1`,
  );
  expect(rounded(cells(days('time', 'chart'), ['booked_on_day', 'fees']))).toEqual(rounded(ofMay));
});

test('a member opens into the author’s next level, beside which the other tiles stay as they are', async () => {
  const opened = {
    table: [
      { value: 'savings', to: 'channel' },
      { value: 'atm', to: 'branch' },
    ],
  };
  const shown = await run({ opened });
  const expected = await rowsOf(
    `SELECT branch, sum(fee), sum(fee) / count(*) FROM transaction
     WHERE product = 'savings' AND channel = 'atm' GROUP BY 1 ORDER BY 1`,
  );
  const table = shown('table', 'table');
  expect(rounded(cells(table, ['branch', 'fees', 'fee_per_transaction']))).toEqual(rounded(expected));
  const [total] = await rowsOf(
    `SELECT sum(fee) / count(*) FROM transaction WHERE product = 'savings' AND channel = 'atm'`,
  );
  const at = table.columns.findIndex(({ name }) => name === 'fee_per_transaction');
  expect(Number(table.totals![at])).toBeCloseTo(Number(total![0]), 9);
  const [all] = await rowsOf('SELECT sum(fee) FROM transaction');
  expect(Number(shown('cards', 'figures').rows[0]![0])).toBeCloseTo(Number(all![0]), 6);
});

test('a filter of the reader limits what is opened', async () => {
  const shown = await run({
    filters: { branch: ['B05'] },
    opened: { table: [{ value: 'savings', to: 'channel' }] },
  });
  const expected = await rowsOf(
    `SELECT channel, sum(fee) FROM transaction WHERE product = 'savings' AND branch = 'B05' GROUP BY 1 ORDER BY 1`,
  );
  expect(rounded(cells(shown('table', 'table'), ['channel', 'fees']))).toEqual(rounded(expected));
});

test('what a rule compares with is computed, and the report says which levels and reports there are', async () => {
  const shown = await run({});
  expect(shown('table', 'table').columns.map(({ name }) => name)).toContain('amount');
  const report = (await (await portal.fetch('GET /api/v1/reports/:id', { cookie, id })).json()) as Report;
  expect(report.levels['table']).toEqual([{ title: null, levels: ['channel', 'branch'] }]);
  expect(report.levels['time']?.[0]?.levels.map((level) => (typeof level === 'string' ? level : level.grain))).toEqual([
    'quarter',
    'month',
    'day',
  ]);
  expect(report.levels['cards']).toBeUndefined();
  expect(report.fields.dimensions.map(({ name }) => name)).toEqual(expect.arrayContaining(['channel', 'branch']));
  // Archived reports are not there for readers.
  expect(report.targets).toEqual([
    expect.objectContaining({ key: 'other-report', filters: ['product', 'channel'], subject: null, period: null }),
  ]);
});

test.each([
  ['a tile that the report does not have', { gone: [{ value: 'a', to: 'channel' }] }],
  ['a level that is not the next one', { table: [{ value: 'savings', to: 'branch' }] }],
  ['a level of another dimension', { time: [{ value: '2025-01-01', to: 'channel' }] }],
  ['a period that is no day', { time: [{ value: 'may', to: 'booked_on_quarter' }] }],
])('%s is refused, by its name', async (_, opened) => {
  const response = await post({ opened });
  expect(response.status).toBe(400);
  const { error } = (await response.json()) as { error: { details: { field: string }[] } };
  expect(error.details[0]!.field).toBe(`opened.${Object.keys(opened)[0]}`);
});
