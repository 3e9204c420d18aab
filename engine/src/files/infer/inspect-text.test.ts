import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InspectedTable, TextSettings } from '@rise/contract';
import { inspectedFile, tablePreview } from '@rise/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { inspectFile } from '../inspect-file.ts';
import { previewTable } from '../preview-table.ts';

const scratch = mkdtempSync(join(tmpdir(), 'rise-inspect-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const path = join(scratch, 'file.csv');

interface Found extends InspectedTable {
  settings: TextSettings;
}

async function inspect(content: string | Buffer, name = 'file.csv'): Promise<Found> {
  writeFileSync(path, content);
  const { tables, error } = inspectedFile.parse(await inspectFile({ path, name, scratch }));
  expect([error, tables[0]?.error]).toEqual([null, null]);
  return tables[0] as Found;
}

async function preview({ part, settings }: InspectedTable) {
  return tablePreview.parse(await previewTable({ path, part, settings: settings!, scratch }));
}

const typesOf = ({ settings }: Found) =>
  Object.fromEntries(settings.columns.map(({ name, type }) => [name, 'format' in type ? type.format : type.kind]));
const doubtsOf = ({ doubts }: Found) =>
  doubts.map(({ code, column }) => (column === null ? code : `${code}: ${column}`));

describe('a report of a Turkish bank, as Excel saves it', () => {
  const text = [
    'Şubat 2025 "Kredi" Raporu;;;;',
    ';;;;',
    'Şube;Tutar;Vade Tarihi;Hesap No;Aktif',
    'İstanbul;1.234,50;31.12.2025;0012345;Evet',
    'Ankara;12,00;01.02.2026;0098765;Hayır',
    'Iğdır;-7,5;03.04.2026;0055555;Evet',
    'TOPLAM;1.239,00;;;',
  ].join('\r\n');
  const turkish = new Map([...'ĞİŞğış'].map((letter, place) => [letter, [0xd0, 0xdd, 0xde, 0xf0, 0xfd, 0xfe][place]!]));
  const bytes = Buffer.from([...text].map((letter) => turkish.get(letter) ?? letter.codePointAt(0)!));

  it('is read with its encoding, header, decimal commas and without its total', async () => {
    const table = await inspect(bytes);
    expect(table.settings).toMatchObject({ encoding: 'windows-1254', delimiter: ';', skipLines: 2, header: true, footerTexts: ['TOPLAM'] }); // prettier-ignore
    expect(typesOf(table)).toEqual({ sube: 'text', tutar: 'decimal', vade_tarihi: '%d.%m.%Y', hesap_no: 'text', aktif: 'text' }); // prettier-ignore
    expect(table.rows).toEqual({ count: 3, exact: true });
    const { rows } = await preview(table);
    expect(rows).toEqual([
      { line: 4, cells: ['İstanbul', '1234.50', '2025-12-31', '0012345', 'Evet'], issues: [] },
      { line: 5, cells: ['Ankara', '12.00', '2026-02-01', '0098765', 'Hayır'], issues: [] },
      { line: 6, cells: ['Iğdır', '-7.50', '2026-04-03', '0055555', 'Evet'], issues: [] },
    ]);
  });

  it('shows each of its doubts with what a choice makes of it', async () => {
    const table = await inspect(bytes);
    expect(doubtsOf(table)).toEqual(['encoding', 'title_rows', 'footer_rows', 'leading_zeros: Hesap No', 'two_values: Aktif']); // prettier-ignore
    const [encoding, , footers, , pair] = table.doubts;
    expect(encoding!.choices.map(({ value, suggested }) => [value, suggested])).toEqual([
      ['windows-1254', true],
      ['windows-1250', false],
    ]);
    expect(encoding!.choices[1]!.examples).toContainEqual(expect.stringContaining('Ýstanbul'));
    expect(encoding!.choices[1]!.change).toMatchObject({ kind: 'settings', settings: { encoding: 'windows-1250' } });
    expect(footers).toMatchObject({ count: 1, evidence: [{ line: 7, text: 'TOPLAM | 1.239,00' }] });
    expect(pair!.choices[1]!.change).toMatchObject({ type: { kind: 'boolean', trueText: 'Evet', falseText: 'Hayır' } });
  });
});

describe('columns of a text file', () => {
  const columnOf = async (values: string[], title = 'x', beside: string[] = []) => {
    const lines = values.map((value, place) => `${place};${value};${beside[place] ?? ''}`);
    const table = await inspect(`id;${title};beside\n${lines.join('\n')}\n`);
    const { type, nullTexts } = table.settings.columns[1]!;
    return { type, nullTexts, doubts: table.doubts.filter(({ column }) => column === title) };
  };
  const codes = (doubts: { code: string }[]) => doubts.map(({ code }) => code);

  it.each([
    ['zeros before digits', ['007', '12'], 'leading_zeros'],
    ['account numbers', ['1234567890123456', '1234567890123457'], 'long_numbers'],
    ['codes like 1E5', ['1E5', '2E3', '12'], 'number_like_codes'],
    ['yes and no', ['Y', 'N', 'Y'], 'two_values'],
  ])('stay text for %s, and a person is asked', async (_what, values, code) => {
    const { type, doubts } = await columnOf(values);
    expect(type).toEqual({ kind: 'text' });
    expect(codes(doubts)).toEqual([code]);
    expect(doubts[0]!.choices.map(({ code: choice }) => choice)).toHaveLength(2);
  });

  it('have a date’s order asked where no part exceeds 12, by the order of other columns if one shows it', async () => {
    const open = await columnOf(['01/02/2025', '03/04/2025', '05/05/2025']);
    expect(codes(open.doubts)).toEqual(['day_month_order']);
    expect(open.doubts[0]!.choices.map(({ value, examples }) => [value, examples[0]])).toEqual([
      ['%m/%d/%Y', '2025-01-02'],
      ['%d/%m/%Y', '2025-02-01'],
    ]);
    expect((await columnOf(['01/02/2025', '03/04/2025'], 'x', ['31/12/2024', '30/12/2024'])).type).toMatchObject({ format: '%d/%m/%Y' }); // prettier-ignore
    expect((await columnOf(['01/02/2025', '13/04/2025'])).doubts).toEqual([]);
  });

  it('have the sign of 1.234 asked, by the sign of other columns if one shows it', async () => {
    const open = await columnOf(['1.234', '12.345']);
    expect(codes(open.doubts)).toEqual(['decimal_sign']);
    expect(open.type).toMatchObject({ kind: 'decimal', decimal: '.' });
    expect((await columnOf(['1.234', '12.345'], 'x', ['0,5', '1,25'])).type).toMatchObject({ kind: 'integer', thousands: '.' }); // prettier-ignore
    expect((await columnOf(['0.125', '1.234'])).doubts).toEqual([]);
  });

  it('take texts that mean no value from numbers, and ask', async () => {
    const { type, nullTexts, doubts } = await columnOf(['1.5', 'N/A', '2', 'NaN', '-']);
    expect(type).toMatchObject({ kind: 'decimal', scale: 2 });
    expect(nullTexts).toEqual(['N/A', 'NaN', '-']);
    expect(doubts[0]!.choices.map(({ code }) => code)).toEqual(['no_value', 'text']);
  });

  it('are dates where numbers are ones, unless they have impossible months', async () => {
    const dates = await columnOf(['930104', '931231', '940105'], 'date');
    expect(dates.type).toEqual({ kind: 'date', format: '%y%m%d' });
    expect(codes(dates.doubts)).toEqual(['date_like_numbers']);
    expect((await columnOf(['706213', '450204', '405913'], 'birth_date')).type.kind).toBe('integer');
    expect((await columnOf(['20251231', '20240229'], 'day')).type).toEqual({ kind: 'date', format: '%Y%m%d' });
  });

  it('stay text where a few cells are no numbers, which loses nothing, and ask', async () => {
    const { type, doubts } = await columnOf([...Array.from({ length: 60 }, (_, place) => `${place}.25`), 'see note']);
    expect(type.kind).toBe('text');
    expect(doubts[0]).toMatchObject({ code: 'mixed_types', count: 1, evidence: [{ line: 62, text: 'see note' }] });
    expect(doubts[0]!.choices[1]!.change).toMatchObject({ type: { kind: 'decimal', scale: 2 } });
  });

  it.each([
    [['$1,234.50', '($3.25)', '-$5.00'], { kind: 'decimal', scale: 2, decimal: '.', thousands: ',', affix: '$' }],
    [['5.31%', '4.2 %'], { kind: 'decimal', scale: 2, decimal: '.', thousands: '', affix: '%' }],
    [['1 234,50', '12,00'], { kind: 'decimal', scale: 2, decimal: ',', thousands: ' ', affix: '' }],
    [["1'234.50", '2.00'], { kind: 'decimal', scale: 2, decimal: '.', thousands: "'", affix: '' }],
    [['0.123456789', '1.5e-7'], { kind: 'number', decimal: '.', thousands: '', affix: '' }],
    [['2024-01-05 10:11:12', '2024-01-06'], { kind: 'timestamp', format: '%Y-%m-%d', zoned: false }],
    [['2024-01-05T10:11:12+03:00', '2024-01-06T00:00:00Z'], { kind: 'timestamp', format: '%Y-%m-%d', zoned: true }],
    [['1/5/2024 3:45 PM', '1/25/2024 3:45 AM'], { kind: 'timestamp', format: '%m/%d/%Y', zoned: false }],
    [['5-Jan-2024', '06-FEB-2024'], { kind: 'date', format: '%d-%b-%Y' }],
    [['TRUE', 'false'], { kind: 'boolean', trueText: 'true', falseText: 'false' }],
    [['0000-01-01', '2024-01-01'], { kind: 'text' }],
    [['2024-02-30', '2024-01-01'], { kind: 'text' }],
  ])('find %j', async (values, type) => {
    expect((await columnOf(values)).type).toEqual(type);
  });
});

describe('a text file', () => {
  it('without a header is read by numbered columns, and the person is asked', async () => {
    const table = await inspect('1;Alder;2.5\n2;Birch;3.5\n');
    expect(table.settings).toMatchObject({ header: false, skipLines: 0 });
    expect(table.settings.columns.map(({ title }) => title)).toEqual(['Column 1', 'Column 2', 'Column 3']);
    expect(table.rows.count).toBe(2);
    const header = table.doubts.find(({ code }) => code === 'header')!;
    expect(header.choices.map(({ code }) => code)).toEqual(['data', 'titles']);
    expect(header.choices[1]!.change).toMatchObject({ settings: { header: true } });
  });

  it('has columns by safe names, with the originals as titles, also where two have one title or none', async () => {
    const table = await inspect('Şube Adı,Tutar (TL),tutar (tl),,Tenant ID,1st\na,1,2,3,4,5\nb,1,2,3,4,5\n');
    expect(table.settings.columns.map(({ title, name }) => [title, name])).toEqual([
      ['Şube Adı', 'sube_adi'],
      ['Tutar (TL)', 'tutar_tl'],
      ['tutar (tl) (2)', 'tutar_tl_2'],
      ['Column 4', 'column_4'],
      ['Tenant ID', 'tenant_id_2'],
      ['1st', 'c_1st'],
    ]);
    expect(doubtsOf(table)).toEqual(['unclear_titles']);
    expect((await preview(table)).rows[0]!.cells).toEqual(['a', '1', '2', '3', '4', '5']);
  });

  it('shows rows that a load would reject, and none of the others is lost', async () => {
    const rows = Array.from({ length: 30 }, (_, place) => `${place},n${place},${place}.50`);
    rows.splice(5, 0, 'x,y', '1,2,3,4', '7,"z', '8,#hash,n.a.');
    const table = await inspect(`id,name,amount\n${rows.join('\n')}\n`);
    expect(doubtsOf(table)).toEqual(expect.arrayContaining(['ragged_rows', 'broken_quotes', 'null_texts: amount']));
    const { rows: shown, problemRows } = await preview(table);
    expect(shown).toHaveLength(34);
    expect(problemRows).toBe(3);
    expect(shown.slice(5, 9).map(({ line, issues }) => [line, issues[0]?.code ?? null])).toEqual([
      [7, 'too_few_cells'],
      [8, 'too_many_cells'],
      [9, 'unclosed_quote'],
      [10, null],
    ]);
  });

  it('is tabs, bars or quotes of another kind, too', async () => {
    expect((await inspect("a\tb\n'x'\t1\n")).settings).toMatchObject({ delimiter: '\t', quote: '"' });
    expect((await inspect('a|b|c\n1|2,5|x\n2|3,5|y\n')).settings).toMatchObject({ delimiter: '|' });
    const single = Array.from({ length: 20 }, (_, place) => `'a, ${place}','it''s','1'`).join('\n');
    const table = await inspect(`'x','y','z'\n${single}\n`);
    expect(table.settings).toMatchObject({ delimiter: ',', quote: "'" });
    expect((await preview(table)).rows[0]!.cells).toEqual(['a, 0', "it's", '1']);
  });

  it.each([
    ['UTF-16', Buffer.from('\ufeffad;tutar\nŞişli;1,5\n', 'utf16le'), 'utf-16le', 'Şişli'],
    ['UTF-16 of the other order', Buffer.from('ad;tutar\nŞişli;1,5\nx;2,5\ny;2,5\nz;2,5\n', 'utf16le').swap16(), 'utf-16be', 'Şişli'], // prettier-ignore
    ['UTF-8 with a mark', Buffer.from('\ufeffad;tutar\nŞişli;1,5\n'), 'utf-8', 'Şişli'],
    ['Windows-1250', Buffer.from('jmeno;castka\n\xf8eka Pl\xe1n\xec \xe8\xedslo\x9e;1,5\n', 'latin1'), 'windows-1250', 'řeka Pláně číslož'], // prettier-ignore
    [
      'Windows-1252',
      Buffer.from('nom;montant\nGen\xe8ve fa\xe7ade \x80;1,5\n', 'latin1'),
      'windows-1252',
      'Genève façade €',
    ],
  ])('in %s is decoded', async (_what, bytes, encoding, first) => {
    const table = await inspect(bytes);
    expect(table.settings.encoding).toBe(encoding);
    expect((await preview(table)).rows[0]!.cells).toEqual([first, '1.50']);
  });

  it('of a larger size is looked at to its end', async () => {
    const rows = Array.from({ length: 300_000 }, (_, place) => `${place},branch ${place % 7},${place}.25,2024-01-01`);
    const table = await inspect(`id,branch,amount,day\n${rows.join('\n')}\nTOTAL,,1,\n`);
    expect(table.settings.footerTexts).toEqual(['TOTAL']);
    expect(Math.abs(table.rows.count - 300_000)).toBeLessThan(10);
    expect(table.rowsInspected).toBeGreaterThan(20_000);
  });
});
