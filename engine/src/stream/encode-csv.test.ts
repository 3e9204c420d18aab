import { expect, it } from 'vitest';
import { createCsvEncoder } from './encode-csv.ts';
import { decimalText } from '../warehouses/embedded/column-texts.ts';
import type { CsvFormat, StreamRequest } from './stream-request.ts';

const PLAIN: CsvFormat = {
  kind: 'csv',
  titles: ['Name', 'Amount, net'],
  delimiter: ',',
  decimalComma: false,
  bom: false,
  cutNote: null,
};

function csv(texts: (string | null)[], amounts: (string | null)[], format: Partial<CsvFormat> = {}): string {
  const types: StreamRequest['types'] = ['string', 'decimal'];
  const all = { ...PLAIN, ...format };
  const encoder = createCsvEncoder({ types, names: ['name', 'amount'] }, all);
  const parts = [encoder.head(), encoder.rows([texts, amounts], texts.length)];
  return [...parts, encoder.tail({ rowCount: texts.length, truncated: true })].join('');
}

it('quotes where necessary and writes null as empty', () => {
  expect(csv(['a "b"', 'c,d', 'e\nf', null], ['1', null, '2.50', '-3.5'])).toBe(
    'Name,"Amount, net"\r\n"a ""b""",1\r\n"c,d",\r\n"e\nf",2.50\r\n,-3.5\r\n',
  );
});

it('neutralizes formulas and leaves numbers unchanged, including negative ones and those with an exponent', () => {
  const formulas = ['=1+1', '+cmd', '@x', '\tx', '-2+3', '-', '＝1', '＋1', '－1', '＠x'];
  const others = ['-12', '-12.5', '-1.5e-7', '-1e21', 'a=b'];
  const texts = [...formulas, ...others];
  const lines = csv(
    texts,
    texts.map(() => '-7.25'),
  )
    .split('\r\n')
    .slice(1, -1);
  expect(lines).toEqual([...formulas.map((text) => `'${text}`), ...others].map((text) => `${text},-7.25`));
});

it('supports Turkish spreadsheets: semicolons, decimal commas, a byte order mark', () => {
  const turkish = { delimiter: ';', decimalComma: true, bom: true } as const;
  expect(csv(['a;b', 'c,d'], ['-1.5', '2'], turkish)).toBe('\uFEFFName;Amount, net\r\n"a;b";-1,5\r\nc,d;2\r\n');
});

it('reports truncation in its last line', () => {
  expect(csv(['a'], ['1'], { cutNote: 'Cut after 1 row, and more.' })).toMatch(/\r\n"Cut after 1 row, and more."\r\n$/);
});

it('writes exact decimals of any size', () => {
  expect(decimalText(-1250n, 2)).toBe('-12.5');
  expect(decimalText(5n, 4)).toBe('0.0005');
  expect(decimalText(-30_000n, 4)).toBe('-3');
  expect(decimalText(0n, 4)).toBe('0');
  expect(decimalText(123_456_789_012_345_678_901_200n, 4)).toBe('12345678901234567890.12');
});
