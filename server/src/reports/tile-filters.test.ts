import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import {
  reportDocument,
  type QueryResult,
  type ReportEvent,
  type ReportState,
  type SemanticQuery,
} from '@rise/contract';
import { readXlsx } from 'hucre';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { SAMPLES } from '../host/config/paths.ts';
import { systemIn } from '../kernel/actor.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { putReport } from '../testing/put-report.ts';
import type { LoadSource } from '../warehouse/warehouse.service.ts';

const ROWS = 20_000;
/** Of transactions by branch and product: some cells are above, some below. */
const LEAST = 90;
const title = (en: string) => ({ en });
const month = { field: 'booked_on', grain: 'month' };

let portal: TestPortal;
let cookie: string;
let id: string;
let sql: (statement: string) => Promise<unknown[][]>;
let close: () => void;

const atLeast = (measure: string, value: number) => ({ measure, op: 'gte', values: [value] });
const page = (name: string, tiles: object[], rest: object = {}) => ({
  id: name,
  title: title(name),
  rows: tiles.map((tile, index) => ({ id: `${name}-${index}`, tiles: [tile] })),
  ...rest,
});

const PAGES = [
  page('limited', [
    {
      id: 'table',
      kind: 'table',
      title: title('Table'),
      dimensions: ['branch', 'product'],
      measures: ['fees', 'fee_per_transaction'],
      subtotals: true,
      having: atLeast('transactions', LEAST),
    },
    {
      id: 'chart',
      kind: 'chart',
      shape: 'bar',
      title: title('Chart'),
      category: 'branch',
      measures: ['transactions'],
      top: 3,
      having: { measure: 'cents', op: 'gte', values: [150] },
    },
    {
      id: 'months',
      kind: 'chart',
      shape: 'column',
      title: title('Months'),
      category: month,
      measures: ['fees'],
      having: atLeast('transactions', 1670),
    },
    {
      id: 'opened',
      kind: 'table',
      title: title('Opened'),
      dimensions: ['branch'],
      measures: ['transactions'],
      drill: ['product'],
      having: atLeast('transactions', 500),
    },
    {
      id: 'nobody',
      kind: 'chart',
      shape: 'bar',
      title: title('Nobody'),
      category: 'branch',
      measures: ['fees'],
      having: atLeast('transactions', ROWS),
    },
  ]),
  page(
    'online',
    [
      {
        id: 'online-figures',
        kind: 'figures',
        title: title('Figures'),
        measures: ['transactions', 'fee_per_transaction'],
      },
      {
        id: 'online-savings',
        kind: 'chart',
        shape: 'bar',
        title: title('Savings'),
        category: 'branch',
        measures: ['fees'],
        top: 40,
        filter: { field: 'product', op: 'in', values: ['savings'] },
      },
      { id: 'online-rows', kind: 'rows', title: title('Rows'), columns: ['branch', 'channel', 'amount'], pageSize: 5 },
      {
        id: 'elsewhere',
        kind: 'rows',
        title: title('Elsewhere'),
        dataset: 'movements',
        columns: ['branch', 'way', 'amount'],
        filter: {
          all: [
            { field: 'way', op: 'in', values: ['atm'] },
            { field: 'amount', op: 'gte', values: [2000] },
          ],
        },
        order: [
          { field: 'amount', direction: 'desc' },
          { field: 'branch', direction: 'asc' },
        ],
        pageSize: 10,
      },
    ],
    { filter: { field: 'channel', op: 'in', values: ['online'] } },
  ),
  page('all', [{ id: 'all-figures', kind: 'figures', title: title('All'), measures: ['transactions'] }]),
];

const DOCUMENT = {
  title: title('Filters'),
  purpose: title('Filters of tiles and pages'),
  dataset: 'transactions',
  filters: ['product'],
  customMeasures: [
    {
      name: 'cents',
      kind: 'formula',
      title: title('Cents'),
      expression: 'fee_per_transaction * 100',
      format: { unit: 'number', decimals: 2 },
    },
  ],
  pages: PAGES,
};

beforeAll(async () => {
  portal = await startTestPortal();
  const { birch } = portal.tenants;
  ({ cookie } = await portal.signIn({ email: 'ada@birch.example', roles: ['tenant.user'], tenants: [birch] }));
  const folder = join(SAMPLES, 'core');
  const manifest = parse(await readFile(join(folder, 'sample.yaml'), 'utf8')) as LoadSource & {
    tables: [{ select: string }];
  };
  await portal.warehouses.ensureModel(systemIn(birch), await modelWithMovements(folder), 'model.yaml');
  const tables = manifest.tables.map((table) => ({ ...table, rows: ROWS }));
  await portal.warehouses.load(systemIn(birch), { ...manifest, sourceDir: folder, tables });
  const document = reportDocument.parse(DOCUMENT);
  ({ id } = await portal.database.withTenant(systemIn(birch), (tx) => putReport(tx, document)));
  const connection = await (await DuckDBInstance.create()).connect();
  await connection.run(`SET VARIABLE rows = ${ROWS}::BIGINT`);
  await connection.run(`CREATE TABLE transaction AS ${manifest.tables[0].select}`);
  sql = async (statement) => (await connection.runAndReadAll(statement)).getRowsJson();
  close = () => connection.closeSync();
});
afterAll(async () => {
  close?.();
  await portal?.close();
});

/** The sample's model with a second dataset, whose channels have another name. */
async function modelWithMovements(folder: string): Promise<string> {
  const model = parse(await readFile(join(folder, 'model.yaml'), 'utf8')) as {
    datasets: { name: string; dimensions: { name: string }[] }[];
  };
  const [first] = model.datasets as [(typeof model.datasets)[0]];
  const dimensions = first.dimensions.map((one) => (one.name === 'channel' ? { ...one, name: 'way' } : one));
  return stringify(
    { ...model, datasets: [first, { ...first, name: 'movements', dimensions }] },
    { aliasDuplicateObjects: false },
  );
}

async function run(state: Partial<ReportState> = {}) {
  const response = await portal.fetch('POST /api/v1/reports/:id/run', { cookie, id, body: state });
  const events = (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ReportEvent);
  const only = (tile: string): { query: SemanticQuery; result: QueryResult } => {
    const event = events.find((item) => item.type === 'tile' && item.tile === tile);
    if (event?.type !== 'tile') throw new Error(`${tile}: ${JSON.stringify(events)}`);
    return Object.values(event.results)[0]!;
  };
  return only;
}

/** Rows without the columns that say which rows are totals, numbers as such. */
const values = ({ columns, rows }: QueryResult) =>
  rows.map((row) => row.flatMap((cell, place) => (columns[place]!.role === 'level' ? [] : [numberOf(cell)])));
const numberOf = (cell: unknown) =>
  cell !== null && cell !== '' && !Number.isNaN(Number(cell)) ? Number(Number(cell).toFixed(6)) : cell;
const numbers = (rows: readonly unknown[][]) => rows.map((row) => row.map(numberOf));

test('a table shows the cells whose measure passes, and its totals are of these rows only', async () => {
  const { result } = (await run())('table');
  const passing = `FROM transaction WHERE (branch, product) IN (
    SELECT (branch, product) FROM transaction GROUP BY branch, product HAVING count(*) >= ${LEAST})`;
  const level = result.columns.findIndex(({ role, of }) => role === 'level' && of === 'product');
  const rowsAt = (at: string) => values({ ...result, rows: result.rows.filter((row) => row[level] === at) });
  const cells = await sql(
    `SELECT branch, product, sum(fee), sum(fee) / count(*) ${passing} GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  expect(cells.length).toBeGreaterThan(5);
  expect(cells.length).toBeLessThan(240);
  expect(rowsAt('member')).toEqual(numbers(cells));
  const subtotals = await sql(`SELECT branch, sum(fee), sum(fee) / count(*) ${passing} GROUP BY 1 ORDER BY 1`);
  expect(rowsAt('all').map(([branch, , ...figures]) => [branch, ...figures])).toEqual(numbers(subtotals));
  const [total] = await sql(`SELECT sum(fee), sum(fee) / count(*) ${passing}`);
  expect(values({ ...result, rows: [result.totals!] })[0]!.slice(-2)).toEqual(numbers([total!])[0]);
});

test('a chart is limited by a measure that the report defines, and the rest beside its greatest, too', async () => {
  const { result } = (await run())('chart');
  const passing = await sql(
    'SELECT branch, count(*) FROM transaction GROUP BY 1 HAVING sum(fee) / count(*) >= 1.5 ORDER BY 2 DESC, 1',
  );
  expect(passing.length).toBeGreaterThan(5);
  expect(passing.length).toBeLessThan(38);
  const level = result.columns.findIndex(({ role }) => role === 'level');
  const at = result.columns.findIndex(({ name }) => name === 'transactions');
  const counts = result.rows.map((row) => [row[level], Number(row[at])]);
  const rest = passing.slice(3).reduce((sum, [, count]) => sum + Number(count), 0);
  expect(counts.filter(([role]) => role !== 'other').map(([, count]) => count)).toEqual(
    passing.slice(0, 3).map(([, count]) => Number(count)),
  );
  expect(counts.find(([role]) => role === 'other')).toEqual(['other', rest]);
});

test('periods that do not pass are left out, and a tile that nobody passes is empty', async () => {
  const only = await run();
  const months = await sql(
    `SELECT strftime(date_trunc('month', booked_on), '%Y-%m-%d'), sum(fee) FROM transaction GROUP BY 1 HAVING count(*) >= 1670 ORDER BY 1`,
  );
  expect(months.length).toBeGreaterThan(1);
  expect(months.length).toBeLessThan(12);
  expect(values(only('months').result)).toEqual(numbers(months));
  expect(only('nobody').result.rows).toEqual([]);
});

test('below a member that is opened, everything is shown, so that it adds up to the member', async () => {
  const [[branch, count]] = (await sql(
    'SELECT branch, count(*) FROM transaction GROUP BY 1 ORDER BY 2 DESC LIMIT 1',
  )) as [[string, unknown]];
  const only = await run({ opened: { opened: [{ value: branch, to: 'product' }] } });
  const { query, result } = only('opened');
  expect(query).not.toHaveProperty('having');
  const products = await sql(
    `SELECT product, count(*) FROM transaction WHERE branch = '${branch}' GROUP BY 1 ORDER BY 1`,
  );
  expect(values(result)).toEqual(numbers(products));
  expect(Number(values({ ...result, rows: [result.totals!] })[0]!.at(-1))).toBe(Number(count));
});

test('the filter of a page limits its tiles beside theirs and the reader’s, and no other page', async () => {
  const only = await run({ filters: { product: ['savings', 'mortgage'] } });
  const where = "channel = 'online' AND product IN ('savings', 'mortgage')";
  const figures = await sql(`SELECT count(*), sum(fee) / count(*) FROM transaction WHERE ${where}`);
  expect(values(only('online-figures').result)).toEqual(numbers(figures));
  const savings = await sql(
    "SELECT branch, sum(fee) FROM transaction WHERE channel = 'online' AND product = 'savings' GROUP BY 1 ORDER BY 2 DESC, 1",
  );
  expect(values(only('online-savings').result)).toEqual(numbers(savings));
  const [all] = await sql("SELECT count(*) FROM transaction WHERE product IN ('savings', 'mortgage')");
  expect(values(only('all-figures').result)).toEqual(numbers([all!]));
  const rows = only('online-rows').result;
  expect(rows.count).toBe(Number(figures[0]![0]));
  expect(new Set(rows.rows.map((row) => row[1]))).toEqual(new Set(['online']));
});

test('a list has a dataset, a filter and an order of its own, page by page', async () => {
  const { query, result } = (await run({ filters: { product: ['savings'] } }))('elsewhere');
  // The reader's filter applies, as the dataset has its dimension; the page's is of the report's own dataset.
  const listed = await sql(
    `SELECT branch, channel, amount FROM transaction WHERE channel = 'atm' AND amount >= 2000 AND product = 'savings' ORDER BY amount DESC, branch`,
  );
  expect(listed.length).toBeGreaterThan(20);
  expect(result.count).toBe(listed.length);
  expect(values(result)).toEqual(numbers(listed.slice(0, 10)));
  const next = await portal.fetch('POST /api/v1/query', { cookie, body: { ...query, offset: 10 } });
  expect(values((await next.json()) as QueryResult)).toEqual(numbers(listed.slice(10, 20)));
});

test('an export says what is left out, and lists the rows of the tile’s own dataset', async () => {
  const [limited] = PAGES;
  const elsewhere = PAGES[1]!.rows.filter(({ tiles }) => tiles.some((tile) => 'dataset' in tile));
  const document = reportDocument.parse({ ...DOCUMENT, pages: [limited, { ...PAGES[1], rows: elsewhere }] });
  const planted = await portal.database.withTenant(systemIn(portal.tenants.birch), (tx) => putReport(tx, document));
  const response = await portal.fetch('POST /api/v1/reports/:id/export', {
    cookie,
    id: planted.id,
    body: { format: 'xlsx', state: {} },
  });
  expect(response.status, await response.clone().text()).toBe(200);
  const { sheets } = (await readXlsx(new Uint8Array(await response.arrayBuffer()))) as unknown as {
    sheets: { name: string; rows: unknown[][] }[];
  };
  const rowsOf = (name: string) => sheets.find((sheet) => sheet.name === name)!.rows;
  expect(rowsOf('Table')[0]![0]).toBe(
    `Only where Transactions ≥ ${LEAST}. Everything else is left out, including from totals.`,
  );
  expect(rowsOf('Chart')[0]![0]).toContain('Only where Cents ≥ 150.');
  const [count] = await sql("SELECT count(*) FROM transaction WHERE channel = 'atm' AND amount >= 2000");
  expect(rowsOf('Elsewhere').slice(1)).toHaveLength(Number(count![0]));
});
