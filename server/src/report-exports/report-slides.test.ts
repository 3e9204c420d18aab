import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reportDocument, type ErrorBody, type QueryResult, type ReportEvent } from '@rise/contract';
import { formatFigure, type FigureFormat, type FigureValue } from '@rise/ui/chart-options';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { SAMPLES } from '../host/config/paths.ts';
import { systemIn } from '../kernel/actor.ts';
import { onePage } from '../testing/one-page.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { putReport } from '../testing/put-report.ts';
import { readSlides, type ReadSlide } from '../testing/slides.ts';
import type { LoadSource } from '../warehouse/warehouse.service.ts';

interface Exporting {
  cookie: string;
  id: string;
  state?: object;
  language?: string;
}

let portal: TestPortal;
let alder: string;
let birch: string;
let scorecard: string;
const VERMONT = { subject: '5536' };

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
  await portal.warehouses.ensureModel(
    systemIn(tenants.birch),
    await readFile(join(folder, 'model.yaml'), 'utf8'),
    'model.yaml',
  );
  const tables = manifest.tables.map((table) => ({ ...table, rows: 5000 }));
  await portal.warehouses.load(systemIn(tenants.birch), { ...manifest, sourceDir: folder, tables });
});
afterAll(() => portal?.close());

const send = ({ cookie, id, state = {}, language }: Exporting) =>
  portal.fetch('POST /api/v1/reports/:id/export', {
    cookie,
    id,
    headers: language === undefined ? {} : { 'accept-language': language },
    body: { format: 'pptx', state },
  });

async function exported(exporting: Exporting): Promise<ReadSlide[]> {
  const response = await send(exporting);
  expect(response.status, await response.clone().text()).toBe(200);
  expect(response.headers.get('content-type')).toBe(
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  );
  expect(response.headers.get('content-disposition')).toMatch(/\.pptx"$/);
  return readSlides(new Uint8Array(await response.arrayBuffer()));
}

async function resultsOf({ cookie, id, state = {} }: Exporting): Promise<Map<string, QueryResult>> {
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
const written = ({ columns }: QueryResult, row: readonly unknown[], locale = 'en'): string[] =>
  columns.flatMap(({ format }, place) =>
    format ? [formatFigure(row[place] as FigureValue, format as FigureFormat, { locale, currency: 'USD' })] : [],
  );

async function plant(tenant: string, document: object): Promise<string> {
  const row = await portal.database.withTenant(systemIn(tenant), (tx) => putReport(tx, reportDocument.parse(document)));
  return row.id;
}

const named = (slides: readonly ReadSlide[], title: string) =>
  slides.filter((slide) => slide.title === title || slide.title.startsWith(`${title} (`));
/** Rows of the tables of slides, without their heads. */
const rowsOf = (slides: readonly ReadSlide[]) => slides.flatMap(({ tables }) => tables.flatMap(([, ...rows]) => rows));
const textOf = (slides: readonly ReadSlide[]) =>
  slides.flatMap(({ title, texts, tables }) => [title, ...texts, ...tables.flat(2)]).join('\n');

describe('the board scorecard', () => {
  let slides: ReadSlide[];
  let results: Map<string, QueryResult>;
  beforeAll(async () => {
    const exporting = { cookie: alder, id: scorecard, state: VERMONT };
    [slides, results] = await Promise.all([exported(exporting), resultsOf(exporting)]);
  });

  test('begins with what it is about, and ends with what its measures mean', () => {
    const [first] = slides;
    expect(first!.title).toBe('Board scorecard');
    for (const text of [
      'Alder Credit Union',
      'As of: Dec 31, 2025',
      'Data version: 1',
      'Created by: ada@alder.example',
    ])
      expect(first!.texts).toContain(text);
    expect(textOf([first!])).toContain('Credit union: NAVY FEDERAL CREDIT UNION (5536)');
    expect(slides.at(-1)!.title).toMatch(/^Definitions/);
    expect(textOf(named(slides, 'Definitions'))).toContain('Net worth (997) ÷ total assets (010)');
  });

  test('has a slide for each tile, in their order', () => {
    const titles = slides.map(({ title }) => title.replace(/ \(\d+\/\d+\)$/, ''));
    const order = [...new Set(titles)];
    expect(order.length).toBeGreaterThan(7);
    expect(titles.every((title, at) => at === 0 || title === titles[at - 1] || titles.indexOf(title) === at)).toBe(
      true,
    );
    expect(order.at(-1)).toBe('Definitions');
  });

  test('draws charts as vectors with letters as outlines, and as bitmaps for other programs', () => {
    const pictures = slides.flatMap((slide) => slide.pictures);
    expect(pictures.length).toBeGreaterThanOrEqual(3);
    for (const { alt, svg, png } of pictures) {
      expect(alt).not.toBe('');
      expect(svg).toMatch(/^<svg[\s\S]*<path/);
      expect(svg).not.toContain('<text');
      expect(png.subarray(1, 4).toString()).toBe('PNG');
    }
  });

  test('lists all rows over slides, each with the head', () => {
    const { count } = results.get('peer-list.rows')!;
    const listed = slides.filter(({ tables: [table] }) => table?.[0]?.[1] === 'Charter number');
    expect(listed.length).toBeGreaterThan(10);
    expect(rowsOf(listed)).toHaveLength(count!);
    expect(listed[0]!.title).toMatch(/ \(1\/\d+\)$/);
  });

  test('has each figure of a table, and its total', () => {
    const result = results.get('by-state.table')!;
    const rows = rowsOf(slides);
    for (const row of result.rows) {
      const figures = written(result, row);
      expect(rows).toContainEqual(expect.arrayContaining(figures));
    }
    expect(rows).toContainEqual(['Total', ...written(result, result.totals!)]);
  });

  test('has the definitions of a tile’s measures for the speaker', () => {
    const spoken = slides.flatMap(({ notes }) => notes);
    expect(spoken).toContainEqual(expect.stringMatching(/^Net worth ratio: /));
  });

  test('is in the language of its reader', async () => {
    const turkish = await exported({ cookie: alder, id: scorecard, state: VERMONT, language: 'tr' });
    expect(turkish).toHaveLength(slides.length);
    expect(turkish[0]!.title).toBe('Yönetim kurulu karnesi');
    for (const part of ['Veri tarihi: 31 Ara 2025', 'Tanımlar', '%11,35']) expect(textOf(turkish)).toContain(part);
    const result = results.get('by-state.table')!;
    expect(rowsOf(turkish)).toContainEqual(['Toplam', ...written(result, result.totals!, 'tr')]);
  });
});

describe('a report with texts, charts and tables', () => {
  const title = (en: string) => ({ en });
  const UNUSUAL = '</a:t><script> & "quotes" \u0007 مرحبا';
  let slides: ReadSlide[];
  let results: Map<string, QueryResult>;
  beforeAll(async () => {
    const chart = (id: string, shape: string, rest: object = {}) => ({
      id,
      kind: 'chart',
      shape,
      title: title(id),
      category: 'product',
      measures: ['fees'],
      ...rest,
    });
    const id = await plant(portal.tenants.birch, {
      title: title(UNUSUAL),
      purpose: title('Slides.'),
      dataset: 'transactions',
      ...onePage([
        {
          id: 'note',
          kind: 'text',
          text: {
            en: `# Heading\n\nWith **bold** & a [link](https://a.example/?a=1&b=2).\n\n- One\n- Two\n\n| A | B |\n|---|---|\n| x | ${'long '.repeat(30)}|\n\n${'Words without end. '.repeat(400)}`,
          },
        },
        { id: 'figures', kind: 'figures', title: title('figures'), measures: ['transactions', 'amount'] },
        chart('pie', 'pie', { top: 3 }),
        chart('funnel', 'funnel', { measures: ['transactions'] }),
        chart('line', 'line', { category: { field: 'booked_on', grain: 'month' }, series: 'channel' }),
        chart('grid', 'heat_map', { series: 'channel' }),
        {
          id: 'wide',
          kind: 'table',
          title: title('wide'),
          dimensions: ['branch', { field: 'booked_on', grain: 'month' }],
          measures: ['fees', 'transactions'],
          subtotals: true,
        },
        {
          id: 'secret',
          kind: 'table',
          title: title('Not for print'),
          dimensions: ['branch'],
          measures: ['gone'],
          print: 'hidden',
        },
      ]),
    });
    [slides, results] = await Promise.all([exported({ cookie: birch, id }), resultsOf({ cookie: birch, id })]);
  });

  test('has its texts whole, also what XML does not permit', () => {
    const texts = slides.slice(1).flatMap((slide) => slide.texts);
    expect(slides[0]!.title).toBe(UNUSUAL.replace('\u0007', '\ufffd'));
    for (const text of ['With bold & a link.', 'One', 'Two']) expect(texts).toContain(text);
    const notes = named(slides, 'Heading');
    expect(notes.length).toBeGreaterThan(1);
    expect(notes.flatMap(({ links }) => links)).toEqual(['https://a.example/?a=1&b=2']);
    expect(
      notes
        .flatMap(({ texts }) => texts)
        .join('')
        .match(/Words without end\./g),
    ).toHaveLength(400);
    expect(
      notes
        .flatMap(({ tables }) => tables)
        .flat(2)
        .join(' '),
    ).toContain('long '.repeat(30).trim());
    expect(textOf(slides)).not.toContain('Not for print');
  });

  test('has all figures of cards, of the parts of a whole, and of the steps of a funnel', () => {
    const figures = results.get('figures.figures')!;
    for (const figure of written(figures, figures.rows[0]!)) expect(textOf(named(slides, 'figures'))).toContain(figure);
    for (const [tile, slide] of [
      ['pie', 'pie'],
      ['funnel', 'funnel'],
    ] as const) {
      const result = results.get(`${tile}.chart`)!;
      for (const row of result.rows) expect(textOf(named(slides, slide))).toContain(written(result, row)[0]);
    }
    for (const drawn of ['pie', 'line', 'grid']) expect(named(slides, drawn)[0]!.pictures).toHaveLength(1);
  });

  test('has a long table whole, with its subtotals', () => {
    const result = results.get('wide.table')!;
    const wide = named(slides, 'wide');
    expect(wide.length).toBeGreaterThan(2);
    const rows = rowsOf(wide);
    for (const row of [...result.rows, result.totals!])
      expect(rows).toContainEqual(expect.arrayContaining(written(result, row)));
    expect(rows).toHaveLength(result.rows.length + 1);
  });
});

test('nothing is written where a list is too long, and the error says of what', async () => {
  const id = await plant(portal.tenants.birch, {
    title: { en: 'One tile' },
    purpose: { en: 'For tests.' },
    dataset: 'transactions',
    ...onePage([{ id: 'tile', kind: 'rows', title: { en: 'Long list' }, columns: ['product', 'amount'] }]),
  });
  const response = await send({ cookie: birch, id });
  expect(response.status).toBe(400);
  expect(((await response.json()) as ErrorBody).error.message).toBe(
    '“Long list” has more than 2,000 rows, too many for a PowerPoint file. Filter the report, or export it to Excel.',
  );
});
