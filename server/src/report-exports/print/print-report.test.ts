import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reportDocument, type Cell, type QueryResult, type Report, type ResultColumn } from '@rise/contract';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { PRINT } from '../../host/config/paths.ts';
import { onePage } from '../../testing/one-page.ts';
import { pdfPages } from '../../testing/pdf-text.ts';
import { linesOf } from './lines.rules.ts';
import { printDocument, type PrintRequest } from './print-report.ts';
import { PrintOverload, ReportPrinter } from './report-printer.ts';
import { laidOutTable } from './tables.ts';
import { breakWords, printable } from './text.rules.ts';
import { Typesetter } from './typesetter.ts';

const typesetter = new Typesetter(PRINT);

const UNUSUAL = [
  '#import "x": *',
  '#let a = sys.inputs',
  '*_$ `raw` $x^2$ @ref <label>',
  '"quotes" \'and\' \\ backslash \\u{41}',
  '</svg><script>&amp;&lt;',
  '// comment /* block */ ---',
  'مرحبا',
  '= heading',
];

const column = (name: string, rest: Partial<ResultColumn> = {}): ResultColumn => ({
  name,
  title: { en: name },
  role: 'dimension',
  type: 'string',
  ...rest,
});
const amount = column('amount', {
  role: 'measure',
  type: 'decimal',
  format: { unit: 'number', decimals: 0, truncate: false },
});

function resultOf(columns: ResultColumn[], rows: Cell[][], totals: Cell[] | null = null): QueryResult {
  const meta = {
    dataVersion: 1,
    asOf: null,
    rowCount: rows.length,
    truncated: false,
    cache: 'miss',
    elapsedMs: 1,
  } as const;
  const nothing = { uncomputed: [], unavailable: [], averages: [], unmapped: [], periods: [] };
  return { columns, rows, totals, meta: { ...meta, ...nothing } };
}

function requestOf(tiles: object[], answers: PrintRequest['answers'], title = 'A report'): PrintRequest {
  const document = reportDocument.parse({
    title: { en: title },
    purpose: { en: UNUSUAL.join(' ') },
    dataset: 'd',
    ...onePage(tiles),
  });
  const report = {
    document,
    currency: 'USD',
    dataVersion: 1,
    asOf: '2025-12-31',
    loadedAt: null,
    fields: { dimensions: [], measures: [] },
  } as unknown as Report;
  const resolved = { peers: { by: 'filters', filters: {}, omitted: [] }, minimums: {}, own: {} } as const;
  const facts = { author: null, createdAt: '2026-01-02T03:04:05Z', state: { filters: {} }, subject: null };
  return {
    report,
    language: 'en',
    paper: 'a4',
    facts: {
      ...facts,
      tenant: 'Ünal & Söhne #1',
      resolved: { ...resolved, peers: { ...resolved.peers, omitted: [] } },
    },
    measure: null,
    answers,
    lists: {},
    pictures: {},
  };
}

const set = (request: PrintRequest) => pdfPages(typesetter.pdf(printDocument(request), request.pictures));
const textOf = (request: PrintRequest) =>
  set(request)
    .map(({ text }) => text)
    .join('\n');

const table = { id: 'table', kind: 'table', title: { en: 'T' }, dimensions: ['name'], measures: ['amount'] };
const bars = { id: 'bars', kind: 'chart', shape: 'bar', title: { en: 'Bars' }, category: 'name', measures: ['amount'] };

it('has the logo of the organization whole above its name, and none without one', async () => {
  const bytes = await sharp({ create: { width: 272, height: 136, channels: 4, background: '#aa0000' } })
    .png()
    .toBuffer();
  const hash = 'a'.repeat(64);
  const plain = requestOf([{ id: 'note', kind: 'text', text: { en: 'A note' } }], {});
  const branded: PrintRequest = {
    ...plain,
    logo: { hash, width: 272, height: 136 },
    pictures: { [hash]: { mediaType: 'image/png', bytes } },
  };
  expect(printDocument(branded).logo).toEqual({ picture: hash, width: 68, height: 34 });
  const hasPicture = (request: PrintRequest) =>
    typesetter.pdf(printDocument(request), request.pictures).toString('latin1').includes('/Subtype /Image');
  expect(hasPicture(branded)).toBe(true);
  expect(hasPicture(plain)).toBe(false);
});

it('prints whatever data and authors write as it is', () => {
  const rows = UNUSUAL.map((name, place) => [name, String(place + 1)]);
  const result = resultOf([column('name'), amount], rows);
  const note = {
    id: 'note',
    kind: 'text',
    text: { en: UNUSUAL.map((item) => `\`${item.replaceAll('`', "'")}\``).join('\n\n') },
  };
  const tiles = [{ ...table, title: { en: UNUSUAL[0] } }, bars, note];
  const text = textOf(requestOf(tiles, { table: { table: { result } }, bars: { chart: { result } } }, UNUSUAL[2]));
  const squeezed = text.replaceAll(/\s+/g, '');
  for (const item of UNUSUAL.filter((one) => !/[؀-ۿ]/.test(one)))
    expect(squeezed.split(item.replaceAll(/\s+/g, '')).length, item).toBeGreaterThan(2);
  expect([...'مرحبا'].every((character) => text.includes(character))).toBe(true);
});

it('prints a mark for what cannot be printed', () => {
  const names = ['a\u0001b\u001bc\u007f', 'half \ud800 end', '\u202eturned', 'tab\tline\nend', '\ufffe'];
  const result = resultOf(
    [column('name'), amount],
    names.map((name) => [name, '1']),
  );
  const text = textOf(requestOf([table, bars], { table: { table: { result } }, bars: { chart: { result } } }));
  expect(text).toContain('a\ufffdb\ufffdc\ufffd');
  expect(text).toContain('half \ufffd end');
  expect(printable('tab\tline\n')).toBe('tab\tline\n');
});

it('breaks words that are longer than their place', () => {
  const word = 'Donaudampfschifffahrtsgesellschaft'.repeat(8);
  const result = resultOf([column('name'), amount], [[word, '12']]);
  const tiles = [
    { ...table, title: { en: word.slice(0, 200) } },
    { id: 'note', kind: 'text', text: { en: word } },
  ];
  const pages = set(requestOf(tiles, { table: { table: { result } } }, word.slice(0, 110)));
  const text = pages
    .map(({ text: of }) => of)
    .join('')
    .replaceAll(/\s+/g, '');
  expect(text.split(word).length).toBeGreaterThanOrEqual(2);
  for (const { right, width } of pages) expect(right).toBeLessThanOrEqual(width - 41);
  expect(breakWords(word, 10).replaceAll('\u200b', '')).toBe(word);
});

it('repeats the head of a table on each page, and its total is in the last row', () => {
  const rows = Array.from({ length: 300 }, (_, place) => [`Row ${place + 1}`, String(place + 1)]);
  const result = resultOf([column('name'), amount], rows, [null, '45150']);
  const pages = set(requestOf([table], { table: { table: { result } } }));
  const withRows = pages.filter(({ text }) => /Row \d/.test(text));
  expect(withRows.length).toBeGreaterThan(3);
  for (const { lines } of withRows) expect(lines).toContain('name amount');
  const all = pages.flatMap(({ lines }) => lines);
  expect(all.filter((line) => /^Row \d+ \d+$/.test(line))).toEqual(rows.map(([name, value]) => `${name} ${value}`));
  expect(all).toContain('Total 45,150');
  for (const [at, { text }] of pages.entries()) expect(text).toContain(`Page ${at + 1} of ${pages.length}`);
});

it('turns the page for a long table that is wide, and divides what is wider', () => {
  const wide = (columns: number, rows: number) => ({
    columns: Array.from({ length: columns }, (_, place) => ({
      title: `C${place}`,
      figure: place > 0,
      isKey: place === 0,
    })),
    rows: Array.from({ length: rows }, () => ({
      cells: Array.from({ length: columns }, () => '$1,234,567,890'),
      look: 'plain' as const,
    })),
  });
  const room = { portrait: 511, landscape: 757, sizes: [8, 7.5, 7, 6.5] };
  expect(laidOutTable(wide(5, 40), room)).toMatchObject({ landscape: false, parts: [{ size: 8 }] });
  expect(laidOutTable(wide(10, 40), room)).toMatchObject({ landscape: true });
  const divided = laidOutTable(wide(30, 40), room);
  expect(divided.parts.length).toBeGreaterThan(1);
  expect(divided.parts.flatMap(({ columns }) => columns.slice(1)).map(({ title }) => title)).toEqual(
    Array.from({ length: 29 }, (_, place) => `C${place + 1}`),
  );
  for (const { columns } of divided.parts) {
    expect(columns[0]!.title).toBe('C0');
    expect(columns.reduce((sum, { width }) => sum + width!, 0)).toBeCloseTo(757, 6);
  }
  expect(laidOutTable(wide(10, 5), room)).toMatchObject({ landscape: false, parts: { length: 2 } });
});

it('has bars that are too many for a page as a table', () => {
  const rows = Array.from({ length: 120 }, (_, place) => [`Row ${place + 1}`, String(place + 1)]);
  const result = resultOf([column('name'), amount], rows);
  const pages = set(requestOf([{ ...bars, width: 6 }], { bars: { chart: { result } } }));
  const all = pages.flatMap(({ lines }) => lines);
  expect(all.filter((line) => /^Row \d+ \d+$/.test(line))).toHaveLength(120);
  expect(all.filter((line) => line === 'name amount').length).toBeGreaterThan(1);
});

it('has charts beside each other, tables over the whole width, and leaves out what is not for print', () => {
  const tile = (id: string, rest: object) => ({ ...bars, id, width: 6, ...rest });
  const { pages } = reportDocument.parse({
    title: { en: 'x' },
    purpose: { en: 'x' },
    dataset: 'd',
    pages: [
      {
        id: 'p',
        title: { en: 'x' },
        rows: [
          {
            id: 'r',
            tiles: [
              tile('a', {}),
              tile('b', { print: 'hidden' }),
              tile('c', {}),
              { ...table, id: 'd', width: 6 },
              tile('e', { print: 'break' }),
            ],
          },
        ],
      },
    ],
  });
  const lines = linesOf(pages[0]!.rows[0]!, {});
  expect(lines.map((line) => line.map(({ tile: { id }, span }) => [id, span]))).toEqual([
    [
      ['a', 6],
      ['c', 6],
    ],
    [['d', 12]],
    [['e', 12]],
  ]);
});

it('stops a report that takes too long, and one that nobody waits for, and prints the next', async () => {
  const result = resultOf([column('name'), amount], [['one', '1']]);
  const request = requestOf([table], { table: { table: { result } } });
  const printer = new ReportPrinter({ folder: PRINT, deadlineMs: 1 });
  await expect(printer.print(request, new AbortController().signal)).rejects.toBeInstanceOf(PrintOverload);
  await printer.close();
  const patient = new ReportPrinter({ folder: PRINT });
  const left = new AbortController();
  const abandoned = patient.print(request, left.signal);
  left.abort(new Error('left'));
  await expect(abandoned).rejects.toThrow('left');
  expect(pdfPages(await patient.print(request, new AbortController().signal))[0]!.text).toContain('one 1');
  await patient.close();
  const lost = new ReportPrinter({ folder: join(PRINT, 'nowhere') });
  await expect(lost.print(request, new AbortController().signal)).rejects.toThrow('no such file');
  await lost.close();
});

it('survives a thread that fails while nobody waits for it, and prints the next in another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rise-print-'));
  const entry = join(folder, 'fails-later.mjs');
  await writeFile(
    entry,
    `import { parentPort, threadId } from 'node:worker_threads';
     parentPort.on('message', () => {
       parentPort.postMessage({ file: new TextEncoder().encode(String(threadId)) });
       setTimeout(() => { throw new Error('fails later'); });
     });`,
  );
  const printer = new ReportPrinter({ folder, entry });
  const print = () => printer.print(requestOf([], {}), new AbortController().signal);
  const first = String(await print());
  await expect.poll(async () => String(await print())).not.toBe(first);
  await printer.close();
  await rm(folder, { recursive: true });
});

it('prints what figures mean beside the figure, and scales as the ground of cells', () => {
  const rows = [
    ['Low', '1'],
    ['High', '9'],
  ];
  const result = resultOf(
    [column('name'), amount, { ...amount, name: 'goal' }],
    rows.map((row) => [...row, '5']),
    [null, '10', '10'],
  );
  const formats = [
    { measure: 'amount', show: 'rules', rules: [{ op: 'lt', target: 'goal', tone: 'bad' }] },
    { measure: 'amount', show: 'heat' },
  ];
  const request = requestOf([{ ...table, formats }], { table: { table: { result } } });
  const [block] = printDocument(request).pages[0]!.lines[0]!.tiles.map(({ block: of }) => of);
  if (block?.kind !== 'table') throw new Error('no table');
  const [part] = block.parts;
  expect(part!.columns.map(({ title }) => title)).toEqual(['name', 'amount']);
  const marks = part!.rows.map((row) => row.marks?.[1] ?? null);
  expect(marks.map((mark) => mark?.tone ?? null)).toEqual(['bad', null, null]);
  expect(marks[0]!.fill).toMatch(/^#[0-9a-f]{6}$/);
  expect(marks[1]!.fill).not.toBe(marks[0]!.fill);
  expect(marks[2]).toBeNull();
  const barred = requestOf([{ ...table, formats: [{ measure: 'amount', show: 'bars' }] }], {
    table: { table: { result } },
  });
  for (const one of [request, barred]) expect(textOf(one)).toMatch(/Low 1.*\s+High 9/);
});
