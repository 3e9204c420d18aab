import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { reportDocument, type ErrorBody, type QueryResult, type ReportEvent } from '@rise/contract';
import { readXlsx } from 'hucre';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { SAMPLES } from '../host/config/paths.ts';
import { systemIn } from '../kernel/actor.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { putReport } from '../testing/put-report.ts';
import { onePage } from '../testing/one-page.ts';
import { pdfPages } from '../testing/pdf-text.ts';

type Value = string | number | boolean | Date | null | undefined;
interface Sheet {
  name: string;
  rows: Value[][];
}

let portal: TestPortal;
let cookie: string;
let id: string;
let sheets: Sheet[];
const VERMONT = { institution: '5536' };

beforeAll(async () => {
  portal = await startTestPortal();
  const tenants = [portal.tenants.alder];
  ({ cookie } = await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.user'], tenants }));
  const listed = await portal.fetch('GET /api/v1/reports', { cookie });
  id = ((await listed.json()) as { reports: { id: string }[] }).reports[0]!.id;
  sheets = await exported({ subject: VERMONT.institution });
});
afterAll(() => portal?.close());

async function exported(state: object = {}, headers: Record<string, string> = {}): Promise<Sheet[]> {
  const response = await portal.fetch('POST /api/v1/reports/:id/export', {
    cookie,
    id,
    headers,
    body: { format: 'xlsx', state },
  });
  expect(response.status, await response.clone().text()).toBe(200);
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="Board-scorecard-2025-12-31-v1.xlsx"');
  const book = await readXlsx(new Uint8Array(await response.arrayBuffer()));
  return book.sheets as unknown as Sheet[];
}
/** From the row of titles on, below what the figures lack. */
function sheet(name: string, of = sheets): Value[][] {
  const { rows } = of.find((one) => one.name === name)!;
  if (name === 'Cover' || name === 'Kapak') return rows;
  return rows.slice(rows.findIndex(([, second]) => typeof second === 'string' && second !== ''));
}

async function slots(state: object): Promise<Map<string, QueryResult>> {
  const response = await portal.fetch('POST /api/v1/reports/:id/run', { cookie, id, body: state });
  const events = (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ReportEvent);
  return new Map(
    events.flatMap((event) =>
      event.type === 'tile'
        ? Object.entries(event.results).map(([slot, { result }]) => [`${event.tile}.${slot}`, result] as const)
        : [],
    ),
  );
}

/** Values of plain SQL over the sample's files. */
async function sql(statement: string): Promise<Value[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const folder = join(SAMPLES, 'ncua-2025q4');
  const found = await connection.runAndReadAll(
    statement.replaceAll(/\{(\w+)\}/g, (_, table: string) => `'${folder}/${table}.parquet'`),
  );
  const [row] = found.getRowsJson();
  connection.closeSync();
  instance.closeSync();
  return row as Value[];
}

test('a workbook has a cover, a sheet for each tile, and what the measures mean', () => {
  expect(sheets.map(({ name }) => name)).toEqual([
    'Cover',
    'Key figures',
    'Net worth classification',
    'Distribution of peers',
    'Ranking',
    'Loan mix',
    'List of peers',
    'By state',
    'Definitions',
  ]);
  const cover = new Map(sheet('Cover').map(([name, value]) => [name, value]));
  expect(cover.get('Organization')).toBe('Alder Credit Union');
  expect(cover.get('Data version')).toBe(1);
  expect(cover.get('Created by')).toBe('ada@alder.example');
  expect(cover.get('Credit union')).toMatch(/\(5536\)$/);
  expect(cover.get('Measure')).toBe('Net worth ratio');
  expect(cover.get('Peer group')).toMatch(/^\d/);
  expect(cover.get('Ranking')).toBe(15);
  const definitions = sheet('Definitions');
  expect(definitions.find(([name]) => name === 'Net worth ratio')![1]).toMatch(/net worth/i);
});

test('a sheet says what its figures lack', () => {
  const { rows } = sheets.find(({ name }) => name === 'Key figures')!;
  expect(rows[0]![0]).toMatch(/^Net charge-offs to average loans: the balance of 2025-12-31 alone instead of the average in \d+ of \d+ rows, because there is none of 2024-12-31\.$/); // prettier-ignore
});

test('all rows of a list are there, not only its first page', async () => {
  const run = await slots({ subject: VERMONT.institution });
  const all = run.get('peer-list.rows')!;
  expect(all.rows).toHaveLength(10);
  const [head, ...rows] = sheet('List of peers');
  expect(head).toContain('Assets (USD)');
  expect(rows).toHaveLength(all.count!);
  const cover = new Map(sheet('Cover').map(([name, value]) => [name, value]));
  expect(cover.get('List of peers')).toBe(all.count);
  const assets = head!.indexOf('Assets (USD)');
  expect(rows.slice(0, 10).map((row) => row[assets])).toEqual(
    all.rows.map((row) => Number(row[all.columns.findIndex(({ name }) => name === 'total_assets')])),
  );
});

test('figures are numbers, and equal to those of the report, with their totals', async () => {
  const run = await slots({ subject: VERMONT.institution });
  const result = run.get('by-state.table')!;
  const [head, ...rows] = sheet('By state');
  expect(head![0]).toBe('State');
  expect(rows).toHaveLength(result.rows.length + 1);
  const figures = result.columns.flatMap(({ role }, place) => (role === 'measure' ? [place] : []));
  for (const [index, row] of [...result.rows, result.totals!].entries())
    for (const [place, column] of figures.entries()) {
      const value = row[column];
      if (value === null || value === undefined) expect(rows[index]![place + 1] ?? null).toBeNull();
      else expect(rows[index]![place + 1]).toBeCloseTo(Number(value), 9);
    }
  expect(rows.at(-1)![0]).toBe('Total');
});

test('totals are those of plain SQL over the files, and ratios are recomputed from their parts', async () => {
  const all = await exported({ peers: 'all' });
  const [head, ...rows] = sheet('By state', all);
  const total = rows.at(-1)!;
  const [institutions, assets, ratio] = await sql(
    'SELECT COUNT(*)::INT, SUM(ACCT_010)::DOUBLE, SUM(ACCT_025B)::DOUBLE / SUM(ACCT_018)::DOUBLE FROM {fs220} f JOIN {foicu} i ON i.CU_NUMBER = f.CU_NUMBER',
  );
  expect(total[head!.indexOf('Institutions')]).toBe(institutions);
  expect(total[head!.indexOf('Assets (USD)')]).toBe(assets);
  expect(total[head!.findIndex((title) => /^Loan.to.share/i.test(String(title)))]).toBeCloseTo(Number(ratio), 12);
  const [, ...peers] = sheet('List of peers', all);
  expect(peers).toHaveLength(Number(institutions));
});

test('a workbook is in the language of its reader', async () => {
  const turkish = await exported({}, { 'accept-language': 'tr' });
  expect(turkish.map(({ name }) => name)).toEqual(expect.arrayContaining(['Kapak', 'Temel göstergeler', 'Tanımlar']));
  expect(sheet('Kapak', turkish)[0]![0]).toBe('Yönetim kurulu karnesi');
});

test('choices that the report does not offer are refused, and a tile that fails fails the export by its name', async () => {
  const send = async (report: string, state: object) => {
    const response = await portal.fetch('POST /api/v1/reports/:id/export', {
      cookie,
      id: report,
      body: { format: 'xlsx', state },
    });
    return { status: response.status, ...((await response.json()) as ErrorBody).error };
  };
  expect(await send(id, { measure: 'nothing_such' })).toMatchObject({ code: 'VALIDATION_FAILED' });
  const yaml = await readFile(join(SAMPLES, 'ncua-2025q4', 'reports', 'board-scorecard.yaml'), 'utf8');
  const { pages, ...document } = parse(yaml) as { pages: object[] };
  const broken = {
    id: 'broken',
    kind: 'table',
    title: { en: 'Broken one' },
    dimensions: ['state'],
    measures: ['gone'],
  };
  const planted = reportDocument.parse({ ...document, pages: [...pages, ...onePage([broken]).pages] });
  const row = await portal.database.withTenant(systemIn(portal.tenants.alder), (tx) => putReport(tx, planted));
  const failed = await send(row.id, {});
  expect(failed.status).toBe(400);
  expect(failed.message).toContain('“Broken one” failed, so nothing was exported');
});

test('a report of many lists is exported, each with all of its rows', async () => {
  const lists = ['VT', 'NH', 'ME', 'RI', 'DE', 'WY'].map((state) => ({
    id: `list-${state.toLowerCase()}`,
    kind: 'rows',
    title: { en: `In ${state}` },
    columns: ['name', 'state'],
    filter: { field: 'state', op: 'in', values: [state] },
  }));
  const document = reportDocument.parse({
    title: { en: 'Lists' },
    purpose: { en: 'For tests.' },
    dataset: 'call_report',
    peers: [],
    filters: [],
    measures: [],
    ...onePage(lists),
  });
  const planted = await portal.database.withTenant(systemIn(portal.tenants.alder), (tx) => putReport(tx, document));
  const download = async (format: string) => {
    const response = await portal.fetch('POST /api/v1/reports/:id/export', {
      cookie,
      id: planted.id,
      body: { format },
    });
    expect(response.status, await response.clone().text()).toBe(200);
    return new Uint8Array(await response.arrayBuffer());
  };
  const book = (await readXlsx(await download('xlsx'))).sheets as unknown as Sheet[];
  for (const [state, name] of [
    ['VT', 'In VT'],
    ['WY', 'In WY'],
  ] as const) {
    const [count] = await sql(`SELECT count(*)::INTEGER FROM {foicu} WHERE STATE = '${state}'`);
    expect(book.find((one) => one.name === name)!.rows.slice(1)).toHaveLength(Number(count));
  }
  const text = (await pdfPages(await download('pdf'))).map((page) => page.text).join(' ');
  for (const { title } of lists) expect(text).toContain(title.en);
});
