import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { reportDocument, type QueryResult, type ReportEvent, type ReportState } from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { SAMPLES } from '../host/config/paths.ts';
import { systemIn } from '../kernel/actor.ts';
import { onePage } from '../testing/one-page.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { putReport } from '../testing/put-report.ts';
import type { LoadSource } from '../warehouse/warehouse.service.ts';

const ROWS = 20_000;
const title = { en: 'T' };

let portal: TestPortal;
let cookie: string;
let id: string;
let rowsOf: (sql: string) => Promise<unknown[][]>;
let close: () => void;

const TILES = [
  { id: 'figures', kind: 'figures', title, measures: ['transactions', 'amount', 'fee_per_transaction'] },
  {
    id: 'trend',
    kind: 'figures',
    title,
    measures: ['transactions', 'fee_per_transaction'],
    time: { field: 'booked_on', grain: 'month' },
    compare: 'previous_period',
  },
  {
    id: 'months',
    kind: 'chart',
    shape: 'line',
    title,
    category: { field: 'booked_on', grain: 'month' },
    series: 'channel',
    measures: ['fees'],
  },
  { id: 'branches', kind: 'chart', shape: 'bar', title, category: 'branch', measures: ['fee_per_transaction'] },
  { id: 'parts', kind: 'chart', shape: 'pie', title, category: 'product', measures: ['fees'], top: 3 },
  { id: 'wrong', kind: 'chart', shape: 'pie', title, category: 'product', measures: ['fee_per_transaction'] },
  {
    id: 'grid',
    kind: 'chart',
    shape: 'heat_map',
    title,
    category: 'product',
    series: 'channel',
    measures: ['transactions'],
  },
  {
    id: 'table',
    kind: 'table',
    title,
    dimensions: ['product', 'channel'],
    measures: ['fees', 'fee_per_transaction'],
    subtotals: true,
  },
  { id: 'pivot', kind: 'table', title, dimensions: ['product'], columns: ['channel'], measures: ['transactions'] },
  {
    id: 'cards',
    kind: 'chart',
    shape: 'column',
    title,
    category: 'product',
    measures: ['transactions'],
    filter: { field: 'channel', op: 'in', values: ['card'] },
  },
  {
    id: 'bullets',
    kind: 'chart',
    shape: 'bullet',
    title,
    category: 'product',
    measures: ['transactions'],
    target: { measure: 'fees' },
    bands: [100, 200],
  },
  // Branches are no states, but each has to be there like a state.
  { id: 'map', kind: 'chart', shape: 'map', title, category: 'branch', measures: ['fee_per_transaction'] },
  { id: 'text', kind: 'text', text: { en: '# Hello' } },
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
  const document = reportDocument.parse({
    title,
    purpose: title,
    dataset: 'transactions',
    filters: ['product'],
    period: { field: 'booked_on', default: { current: 'year' } },
    ...onePage(TILES),
  });
  ({ id } = await portal.database.withTenant(systemIn(birch), (tx) => putReport(tx, document)));
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

async function run(state: Partial<ReportState> = {}) {
  const response = await portal.fetch('POST /api/v1/reports/:id/run', { cookie, id, body: state });
  const events = (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ReportEvent);
  const result = (tile: string, slot: string): QueryResult => {
    const event = events.find((item) => item.type === 'tile' && item.tile === tile);
    if (event?.type !== 'tile')
      throw new Error(`${tile}: ${JSON.stringify(events.filter(({ type }) => type === 'tile-failed'))}`);
    return event.results[slot]!.result;
  };
  const failure = (tile: string) => {
    const event = events.find((item) => item.type === 'tile-failed' && item.tile === tile);
    return event?.type === 'tile-failed' ? event.error : null;
  };
  return { result, failure };
}

const numbers = (rows: readonly (readonly unknown[])[]) =>
  rows.map((row) =>
    row.map((cell) =>
      cell !== null && cell !== '' && !Number.isNaN(Number(cell)) ? Number(Number(cell).toFixed(6)) : cell,
    ),
  );
const column = ({ columns, rows }: QueryResult, name: string) => {
  const at = columns.findIndex((item) => item.name === name);
  return rows.map((row) => row[at]);
};

test('figures, charts and tables show what plain SQL computes', async () => {
  const { result } = await run();
  const [all] = await rowsOf('SELECT count(*), sum(amount), sum(fee) / count(*) FROM transaction');
  expect(numbers(result('figures', 'figures').rows)).toEqual(numbers([all!]));
  const months = await rowsOf(
    `SELECT strftime(date_trunc('month', booked_on), '%Y-%m-%d'), channel, sum(fee) FROM transaction GROUP BY ALL ORDER BY 1, 2`,
  );
  const line = result('months', 'chart');
  const at = ['booked_on_month', 'channel', 'fees'].map((name) => line.columns.findIndex((item) => item.name === name));
  expect(numbers(line.rows.map((row) => at.map((place) => row[place])).toSorted())).toEqual(numbers(months));
});

test('the latest period comes first, with its change: of ratios in points, of others in percent', async () => {
  const { result } = await run();
  const trend = result('trend', 'trend');
  expect(trend.rows).toHaveLength(12);
  const [latest, before] = await rowsOf(
    `SELECT strftime(date_trunc('month', booked_on), '%Y-%m-%d'), count(*), sum(fee) / count(*) FROM transaction GROUP BY 1 ORDER BY 1 DESC LIMIT 2`,
  );
  expect(column(trend, 'booked_on_month')[0]).toBe(latest![0]);
  expect(Number(column(trend, 'transactions')[0])).toBe(Number(latest![1]));
  expect(Number(column(trend, 'transactions_change')[0])).toBeCloseTo(Number(latest![1]) / Number(before![1]) - 1, 9);
  expect(Number(column(trend, 'fee_per_transaction_change')[0])).toBeCloseTo(
    Number(latest![2]) / Number(before![2]) - 1,
    9,
  );
});

test('categories beyond the first are combined in one whose ratio is computed from its parts', async () => {
  const { result } = await run();
  const bars = result('branches', 'chart');
  expect(bars.rows).toHaveLength(13);
  const ranked = await rowsOf(
    'SELECT branch, sum(fee), count(*) FROM transaction GROUP BY 1 ORDER BY sum(fee) / count(*) DESC, branch',
  );
  const others = ranked.slice(12);
  const sum = (place: number) => others.reduce((total, row) => total + Number(row[place]), 0);
  const level = bars.columns.findIndex(({ role }) => role === 'level');
  const other = bars.rows.find((row) => row[level] === 'other')!;
  const value = other[bars.columns.findIndex(({ name }) => name === 'fee_per_transaction')];
  expect(Number(value)).toBeCloseTo(sum(1) / sum(2), 9);
});

test('shares of a whole add up to it, and what does not add up has none', async () => {
  const { result, failure } = await run();
  const pie = result('parts', 'chart');
  expect(pie.rows).toHaveLength(4);
  expect(column(pie, 'share_of_whole').reduce((total: number, share) => total + Number(share), 0)).toBeCloseTo(1, 9);
  expect(failure('wrong')?.details?.[0]?.message).toContain('does not add up');
});

test('subtotals and the total of a table are computed from their parts, and a pivot has its members as columns', async () => {
  const { result } = await run();
  const table = result('table', 'table');
  const subtotals = await rowsOf('SELECT product, sum(fee) / count(*) FROM transaction GROUP BY 1 ORDER BY 1');
  const level = table.columns.findIndex(({ role, of }) => role === 'level' && of === 'channel');
  const at = ['product', 'fee_per_transaction'].map((name) => table.columns.findIndex((item) => item.name === name));
  const totals = table.rows.filter((row) => row[level] === 'all').map((row) => at.map((place) => row[place]));
  expect(numbers(totals)).toEqual(numbers(subtotals));
  const pivot = result('pivot', 'table');
  const counted = await rowsOf(
    `SELECT product, count(*) FILTER (channel = 'atm'), count(*) FILTER (channel = 'branch'), count(*) FILTER (channel = 'card'), count(*) FILTER (channel = 'online'), count(*) FROM transaction GROUP BY 1 ORDER BY 1`,
  );
  const shown = pivot.columns.flatMap(({ role }, place) => (role === 'level' ? [] : [place]));
  expect(numbers(pivot.rows.map((row) => shown.map((place) => row[place])))).toEqual(numbers(counted));
});

test('the filter of a tile and what the reader selects apply together', async () => {
  const { result } = await run({ filters: { product: ['savings', 'mortgage'] } });
  const counted = await rowsOf(
    `SELECT product, count(*) FROM transaction WHERE channel = 'card' AND product IN ('savings', 'mortgage') GROUP BY 1 ORDER BY 2 DESC`,
  );
  const chart = result('cards', 'chart');
  const at = ['product', 'transactions'].map((name) => chart.columns.findIndex((item) => item.name === name));
  expect(numbers(chart.rows.map((row) => at.map((place) => row[place])))).toEqual(numbers(counted));
});

test('a bullet chart has its target beside each value, and a map has every member', async () => {
  const { result } = await run();
  const bullets = result('bullets', 'chart');
  const shown = bullets.columns.flatMap(({ role }, place) => (role === 'level' ? [] : [place]));
  expect(numbers(bullets.rows.map((row) => shown.map((place) => row[place])))).toEqual(
    numbers(await rowsOf('SELECT product, count(*), sum(fee) FROM transaction GROUP BY 1 ORDER BY 2 DESC')),
  );
  const map = result('map', 'chart');
  const branches = await rowsOf('SELECT branch, sum(fee) / count(*) FROM transaction GROUP BY 1 ORDER BY 1');
  expect(branches.length).toBeGreaterThan(12);
  expect(numbers(map.rows)).toEqual(numbers(branches));
});

test('a page that the report does not have is refused', async () => {
  const response = await portal.fetch('POST /api/v1/reports/:id/run', { cookie, id, body: { page: 'gone' } });
  expect(response.status).toBe(400);
});

test('a mark that is selected limits the other tiles, and stands out in its own', async () => {
  const { result } = await run({ filters: { branch: ['B05'] } });
  const [one] = await rowsOf(`SELECT count(*), sum(amount), sum(fee) / count(*) FROM transaction WHERE branch = 'B05'`);
  expect(numbers(result('figures', 'figures').rows)).toEqual(numbers([one!]));
  expect(result('branches', 'chart').rows).toHaveLength(13);
  const response = await portal.fetch('POST /api/v1/reports/:id/run', {
    cookie,
    id,
    body: { filters: { member: ['7'] } },
  });
  expect(response.status).toBe(400);
});

test('the days that the reader chooses limit all tiles; the report opens with its own', async () => {
  const { result } = await run({ period: { since: '2025-03-01', until: '2025-03-31' } });
  const count = async (where: string) => (await rowsOf(`SELECT count(*) FROM transaction WHERE ${where}`))[0]![0];
  const shown = (of: typeof result) => of('figures', 'figures').rows[0]![0];
  expect(Number(shown(result))).toBe(Number(await count(`booked_on BETWEEN '2025-03-01' AND '2025-03-31'`)));
  const opened = await run();
  expect(Number(shown(opened.result))).toBe(Number(await count(`booked_on >= '2025-01-01'`)));
  const all = await run({ period: {} });
  expect(Number(shown(all.result))).toBe(ROWS);
});
