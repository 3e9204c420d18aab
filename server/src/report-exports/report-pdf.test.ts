import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reportDocument, type ErrorBody, type Paper, type QueryResult, type ReportEvent } from '@rise/contract';
import { formatFigure, type FigureFormat, type FigureValue } from '@rise/ui/chart-options';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { SAMPLES } from '../host/config/paths.ts';
import { systemIn } from '../kernel/actor.ts';
import { onePage } from '../testing/one-page.ts';
import { pdfPages, type PdfPage } from '../testing/pdf-text.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { putReport } from '../testing/put-report.ts';
import type { LoadSource } from '../warehouse/warehouse.service.ts';

interface Printing {
  cookie: string;
  id: string;
  state?: object;
  paper?: Paper;
  language?: string;
}

let portal: TestPortal;
let alder: string;
let birch: string;
let scorecard: string;
const VERMONT = { subject: '5536' };
/** Of the sample of a core system: more than a list in a PDF may have. */
const ROWS = 20_000;

beforeAll(async () => {
  portal = await startTestPortal();
  const { tenants } = portal;
  const signIn = async (email: string, tenant: string) =>
    (await portal.signIn({ email, roles: ['tenant.user'], tenants: [tenant] })).cookie;
  alder = await signIn('ada@alder.example', tenants.alder);
  birch = await signIn('ada@birch.example', tenants.birch);
  const listed = await portal.fetch('GET /api/v1/reports', { cookie: alder });
  scorecard = ((await listed.json()) as { reports: { id: string }[] }).reports[0]!.id;
  const folder = join(SAMPLES, 'core');
  const manifest = parse(await readFile(join(folder, 'sample.yaml'), 'utf8')) as LoadSource;
  const model = await readFile(join(folder, 'model.yaml'), 'utf8');
  await portal.warehouses.ensureModel(systemIn(tenants.birch), model, 'model.yaml');
  const tables = manifest.tables.map((table) => ({ ...table, rows: ROWS }));
  await portal.warehouses.load(systemIn(tenants.birch), { ...manifest, sourceDir: folder, tables });
});
afterAll(() => portal?.close());

const send = ({ cookie, id, state = {}, paper, language }: Printing) =>
  portal.fetch('POST /api/v1/reports/:id/export', {
    cookie,
    id,
    headers: language === undefined ? {} : { 'accept-language': language },
    body: { format: 'pdf', state, ...(paper && { paper }) },
  });

async function printed(printing: Printing): Promise<PdfPage[]> {
  const response = await send(printing);
  expect(response.status, await response.clone().text()).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  return pdfPages(new Uint8Array(await response.arrayBuffer()));
}

async function refused(printing: Printing) {
  const response = await send(printing);
  return { status: response.status, ...((await response.json()) as ErrorBody).error };
}

const textOf = (pages: readonly PdfPage[]) => pages.map(({ text }) => text).join('\n');
const linesOf = (pages: readonly PdfPage[]) => pages.flatMap(({ lines }) => lines);

async function resultsOf({ cookie, id, state = {} }: Printing): Promise<Map<string, QueryResult>> {
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

/** All figures of a row, as written in a table. */
function written({ columns }: QueryResult, row: readonly unknown[], locale = 'en'): string[] {
  return columns.flatMap(({ format }, place) =>
    format ? [formatFigure(row[place] as FigureValue, format as FigureFormat, { locale, currency: 'USD' })] : [],
  );
}

async function plant(tenant: string, document: object): Promise<string> {
  const row = await portal.database.withTenant(systemIn(tenant), (tx) => putReport(tx, reportDocument.parse(document)));
  return row.id;
}

describe('the board scorecard', () => {
  let pages: PdfPage[];
  let results: Map<string, QueryResult>;
  beforeAll(async () => {
    const printing = { cookie: alder, id: scorecard, state: VERMONT };
    [pages, results] = await Promise.all([printed(printing), resultsOf(printing)]);
  });

  test('begins with what it is about, and each page has its number and the as-of date', () => {
    const [first] = pages;
    for (const text of ['Alder Credit Union', 'Board scorecard', 'As of Dec 31, 2025', 'Data version 1'])
      expect(first!.text).toContain(text);
    expect(first!.text).toContain('Created by ada@alder.example');
    expect(first!.text).toMatch(/Credit union NAVY FEDERAL CREDIT UNION \(5536\)/);
    expect(first!.text).toMatch(/Peer group \d/);
    for (const [at, page] of pages.entries()) {
      expect([595, 842]).toContain(Math.round(page.width));
      expect(page.lines.at(-1)).toBe(
        `Alder Credit Union · Board scorecard · As of Dec 31, 2025 Page ${at + 1} of ${pages.length}`,
      );
    }
  });

  test('has each figure with the peers’ median, and the classes', () => {
    const text = textOf(pages);
    const { columns, rows } = results.get('key-figures.benchmark')!;
    const at = (name: string) => columns.findIndex((column) => column.name === name);
    expect(rows).toHaveLength(10);
    expect(text).toContain(`$${Number(rows[0]![at('value')]).toLocaleString('en')}`);
    for (const figure of ['11.35%', '10.62%', 'Well capitalized', '278 of 739']) expect(text).toContain(figure);
    expect(text).toContain('Critically undercapitalized below 2.00%');
    expect(text).toContain('because there is none of Dec 31, 2024.');
  });

  test('draws the distribution, the ranking and the mix with their labels', () => {
    const text = textOf(pages);
    expect(text).toContain('NAVY FEDERAL CREDIT UNION 11.35%');
    expect(text).toContain('Median 10.62%');
    expect(text).toContain('278');
    expect(text).toContain('First-lien home loans');
    expect(text).toMatch(/39\.7%/);
  });

  test('lists all rows over pages whose heads are repeated', () => {
    const { count } = results.get('peer-list.rows')!;
    const head = /^Credit union number City State Assets/m;
    const listed = pages.filter(({ text }) => head.test(text));
    expect(listed.length).toBeGreaterThan(10);
    const rows = listed.flatMap(({ lines }) =>
      lines.filter((line) => /\$[\d,]+ [\d,]+ \$[\d,]+ \$[\d,]+ −?\$[\d,]+$/.test(line)),
    );
    expect(rows).toHaveLength(count!);
  });

  test('has each row and the total of a table as it is formatted', () => {
    const result = results.get('by-state.table')!;
    const lines = linesOf(pages);
    for (const row of result.rows)
      expect(lines).toContainEqual(expect.stringContaining(written(result, row).join(' ')));
    expect(lines).toContain(`Total ${written(result, result.totals!).join(' ')}`);
  });

  test('ends with what its measures mean', () => {
    const last = pages.findIndex(({ lines }) => lines[0] === 'Definitions');
    const text = textOf(pages.slice(last));
    expect(text).toContain('Net worth (997) ÷ total assets (010)');
    expect(text).toContain('Delinquency ratio');
  });
});

test('is in the language of its reader, on the paper that they choose', async () => {
  const pages = await printed({ cookie: alder, id: scorecard, state: VERMONT, paper: 'letter', language: 'tr' });
  for (const { width, height } of pages) expect([width, height].toSorted((a, b) => a - b)).toEqual([612, 792]);
  const text = textOf(pages);
  for (const part of [
    'Yönetim kurulu karnesi',
    'Veri tarihi',
    '31 Ara 2025',
    'Tanımlar',
    '%11,35',
    'Temel göstergeler',
  ])
    expect(text).toContain(part);
  expect(text).toContain(`Sayfa 1 / ${pages.length}`);
  const result = (await resultsOf({ cookie: alder, id: scorecard, state: VERMONT })).get('by-state.table')!;
  expect(linesOf(pages)).toContain(`Toplam ${written(result, result.totals!, 'tr').join(' ')}`);
});

test('a map has each state with its value, and a legend of its classes', async () => {
  const title = { en: 'Net worth by state' };
  const id = await plant(portal.tenants.alder, {
    title,
    purpose: title,
    dataset: 'call_report',
    ...onePage([{ id: 'map', kind: 'chart', shape: 'map', title, category: 'state', measures: ['net_worth_ratio'] }]),
  });
  const printing = { cookie: alder, id };
  const [pages, results] = await Promise.all([printed(printing), resultsOf(printing)]);
  const map = results.get('map.chart')!;
  expect(map.rows.length).toBeGreaterThan(50);
  const words = new Set(textOf(pages).split(/\s+/));
  for (const row of map.rows) {
    expect(words).toContain(row[0]);
    expect(words).toContain(written(map, row).at(-1));
  }
  expect(textOf(pages)).toMatch(/\d+\.\d\d% – \d+\.\d\d%/);
});

describe('a report with tiles of all kinds', () => {
  const month = { field: 'booked_on', grain: 'month' };
  const title = (en: string) => ({ en });
  const chart = (id: string, shape: string, rest: object) => ({ id, kind: 'chart', shape, title: title(id), ...rest });
  const byProduct = { category: 'product', measures: ['fees'] };
  const row = (...tiles: { id: string }[]) => ({ id: `row-${tiles[0]!.id}`, tiles });
  let id: string;
  let pages: PdfPage[];
  let results: Map<string, QueryResult>;
  beforeAll(async () => {
    id = await plant(portal.tenants.birch, {
      title: title('Transactions'),
      purpose: title('All kinds of tiles.'),
      dataset: 'transactions',
      filters: ['product'],
      pages: [
        {
          id: 'drawn',
          title: title('Drawn'),
          rows: [
            row({
              id: 'note',
              kind: 'text',
              text: { en: '# Heading\n\nWith **bold**, a [link](https://a.example).\n\n- One\n- Two' },
            } as never),
            row({
              id: 'figures',
              kind: 'figures',
              title: title('figures'),
              measures: ['transactions', 'amount', 'fee_per_transaction'],
            } as never),
            row({
              id: 'trend',
              kind: 'figures',
              title: title('trend'),
              measures: ['transactions'],
              time: month,
              compare: 'previous_period',
            } as never),
            row(
              chart('line', 'line', { category: month, series: 'channel', measures: ['fees'], width: 8 }),
              chart('pie', 'pie', { ...byProduct, top: 3, width: 4 }),
            ),
            row(
              chart('bars', 'bar', { category: 'branch', measures: ['fee_per_transaction'], labels: true, width: 6 }),
              chart('area', 'area', { category: month, measures: ['fees'], width: 6 }),
            ),
            row(
              chart('column', 'column', { ...byProduct, series: 'channel', stack: 'share' }),
              chart('combo', 'combo', { category: month, measures: ['amount', 'transactions'] }),
            ),
            row(
              chart('tree', 'treemap', byProduct),
              chart('funnel', 'funnel', { category: 'product', measures: ['transactions'] }),
            ),
            row(
              chart('fall', 'waterfall', byProduct),
              chart('points', 'scatter', { category: 'branch', measures: ['transactions', 'fees'] }),
            ),
            row(
              chart('bullets', 'bullet', {
                category: 'product',
                measures: ['transactions'],
                target: 1234,
                bands: [999],
              }),
            ),
            row(chart('grid', 'heat_map', { category: 'product', series: 'channel', measures: ['transactions'] })),
          ],
        },
        {
          id: 'tables',
          title: title('Written'),
          rows: [
            row({
              id: 'table',
              kind: 'table',
              title: title('table'),
              dimensions: ['product', 'channel'],
              measures: ['fees', 'fee_per_transaction'],
              subtotals: true,
            } as never),
            row({
              id: 'pivot',
              kind: 'table',
              title: title('pivot'),
              dimensions: ['product'],
              columns: ['channel'],
              measures: ['transactions'],
            } as never),
            row({
              id: 'apart',
              kind: 'table',
              title: title('On a page of its own'),
              dimensions: ['branch', month],
              measures: ['fees'],
              print: 'break',
            } as never),
            row({
              id: 'secret',
              kind: 'table',
              title: title('Not for print'),
              dimensions: ['branch'],
              measures: ['gone'],
              print: 'hidden',
            } as never),
          ],
        },
      ],
    });
    const printing = { cookie: birch, id };
    [pages, results] = await Promise.all([printed(printing), resultsOf(printing)]);
  });

  test('has the figures of all of them', () => {
    const text = textOf(pages);
    const figures = results.get('figures.figures')!;
    for (const figure of written(figures, figures.rows[0]!)) expect(text).toContain(figure);
    const pie = results.get('pie.chart')!;
    for (const part of pie.rows) expect(text).toContain(written(pie, part)[0]);
    for (const name of ['line', 'pie', 'bars', 'area', 'column', 'combo', 'tree', 'funnel', 'fall', 'points', 'grid'])
      expect(
        linesOf(pages).some((line) => line.split(' ').includes(name)),
        name,
      ).toBe(true);
    const bullets = results.get('bullets.chart')!;
    for (const one of bullets.rows) expect(text).toContain(`${written(bullets, one).at(-1)} / 1,234`);
    expect(text).toContain('vs. previous period');
    expect(text).toContain('Transactions (right axis)');
  });

  test('has subtotals, totals and the columns of a pivot', () => {
    const lines = linesOf(pages);
    const table = results.get('table.table')!;
    for (const one of [...table.rows, table.totals!])
      expect(lines).toContainEqual(
        expect.stringMatching(
          new RegExp(
            `${written(table, one)
              .join(' ')
              .replaceAll(/[$.]/g, String.raw`\$&`)}$`,
          ),
        ),
      );
    expect(lines.filter((line) => /^\S+( \S+)? Total /.test(line)).length).toBeGreaterThanOrEqual(6);
    const pivot = results.get('pivot.table')!;
    for (const one of [...pivot.rows, pivot.totals!])
      expect(lines).toContainEqual(expect.stringContaining(written(pivot, one).join(' ')));
  });

  test('begins pages where it says so, and leaves out what is not for print', () => {
    const second = pages.find(({ lines }) => lines[0] === 'Written');
    const apart = pages.find(({ lines }) => lines[0] === 'On a page of its own');
    expect(second?.text).toContain('table');
    expect(apart?.lines[1]).toBe('Branch Booked on Fees');
    expect(textOf(pages)).not.toContain('Not for print');
  });

  test('is nobody’s in another tenant', async () => {
    expect(await refused({ cookie: alder, id })).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });
});

describe('nothing is printed', () => {
  const document = (tile: object) => ({
    title: { en: 'One tile' },
    purpose: { en: 'For tests.' },
    dataset: 'transactions',
    ...onePage([{ id: 'tile', title: { en: 'Broken one' }, ...tile }]),
  });

  test('where a tile fails, which the error names', async () => {
    const id = await plant(
      portal.tenants.birch,
      document({ kind: 'table', dimensions: ['product'], measures: ['gone'] }),
    );
    const error = await refused({ cookie: birch, id });
    expect(error.status).toBe(400);
    expect(error.message).toContain('“Broken one” failed, so nothing was exported');
  });

  test('where a list is too long', async () => {
    const id = await plant(portal.tenants.birch, document({ kind: 'rows', columns: ['product', 'amount'] }));
    expect(await refused({ cookie: birch, id })).toMatchObject({
      status: 400,
      code: 'QUERY_INVALID',
      message:
        '“Broken one” has more than 2,000 rows, too many for a PDF file. Filter the report, or export it to Excel.',
    });
    expect((await refused({ cookie: birch, id, language: 'tr' })).message).toContain('Excel’e aktarın');
  });

  test('on paper that there is none of', async () => {
    const error = await refused({ cookie: alder, id: scorecard, paper: 'a0' as Paper });
    expect(error).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
  });
});
