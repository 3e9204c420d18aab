import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { TextColumnType } from '@rise/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { quoteText } from '../expression/quote.ts';
import { castColumn } from './cast-column.ts';

let instance: DuckDBInstance;
let connection: DuckDBConnection;
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

/** What becomes of each text: its value as text, null, or the reason of its rejection in < >. */
async function read(type: TextColumnType, texts: readonly (string | null)[], nullTexts: string[] = []) {
  const { type: sqlType, value, rejectedBy, reason } = castColumn({ type, nullTexts }, 'cell');
  const rows = texts.map((text, place) => `(${place}, ${text === null ? 'NULL' : quoteText(text)})`).join(', ');
  const answer = await connection.runAndReadAll(
    `SELECT CASE WHEN ${rejectedBy(value)} THEN '<' || ${reason} || '>' ELSE CAST(${value} AS VARCHAR) END, typeof(${value})
     FROM (VALUES ${rows}) AS t(place, cell) ORDER BY place`,
  );
  const found = answer.getRowsJson() as [string | null, string][];
  for (const [, is] of found) expect(is.replace(',', ', ')).toBe(sqlType);
  return found.map(([text]) => text);
}

const integer = { kind: 'integer', thousands: '', affix: '' } as const;
const decimal = { kind: 'decimal', scale: 2, decimal: '.', thousands: '', affix: '' } as const;
const number = { kind: 'number', decimal: '.', thousands: '', affix: '' } as const;

it('takes as integers what is one, and never rounds', async () => {
  const taken = ['0', '12', '-7', '+7', ' 12 ', '007', '5-', '(5)', '999999999999999999', '', '  ', null];
  expect(await read(integer, taken)).toEqual(
    ['0', '12', '-7', '7', '12', '7', '-5', '-5', '999999999999999999', null, null, null], // prettier-ignore
  );
  for (const text of ['12.6', '0x1F', '1_000', '1e5', '1,000', 'x', '-', '--1', '1 2', '٣'])
    expect([text, await read(integer, [text])]).toEqual([text, ['<not_integer>']]);
  expect(await read(integer, ['1000000000000000000', '-9999999999999999999999999'])).toEqual(['<too_large>', '<too_large>']); // prettier-ignore
  expect(await read({ ...integer, thousands: '.' }, ['1.234', '12.34', '1234', '1.234.567', '1.23'])).toEqual(
    ['1234', '<not_integer>', '1234', '1234567', '<not_integer>'], // prettier-ignore
  );
});

it('takes decimals with their signs, and rejects what it would have to round', async () => {
  expect(await read(decimal, ['12.5', '12.50', '12.500', '12', '-0.01', '.5', '12.', '(1.25)'])).toEqual(
    ['12.50', '12.50', '12.50', '12.00', '-0.01', '0.50', '12.00', '-1.25'], // prettier-ignore
  );
  expect(await read(decimal, ['12.505', '1e3', '1,234.50', '100000000000000000', 'n/a'])).toEqual(
    ['<too_many_decimals>', '<not_decimal>', '<not_decimal>', '<too_large>', '<not_decimal>'], // prettier-ignore
  );
  const comma = { ...decimal, decimal: ',', thousands: '.' } as const;
  expect(await read(comma, ['1.234,50', '12,5', '-7', '1,234.50', '12.5', '1234,50', '1.234.567,8'])).toEqual(
    ['1234.50', '12.50', '-7.00', '<not_decimal>', '<not_decimal>', '1234.50', '1234567.80'], // prettier-ignore
  );
  const dollars = { ...decimal, thousands: ',', affix: '$' } as const;
  expect(await read(dollars, ['$1,234.50', '-$5', '$-5', '($1,000.00)', '5', '$', '5%', '$ 5.00'])).toEqual(
    ['1234.50', '-5.00', '-5.00', '-1000.00', '5.00', '<not_decimal>', '<not_decimal>', '5.00'], // prettier-ignore
  );
  expect(await read({ ...decimal, affix: '%' }, ['5.31%', '5.31 %', '5'])).toEqual(['5.31', '5.31', '5.00']);
  const swiss = { ...decimal, thousands: "'" } as const;
  expect(await read(swiss, ["1'234.50", '1’234.50'])).toEqual(['1234.50', '1234.50']);
  expect(await read({ ...comma, thousands: ' ' }, ['1 234,50', '1\u00a0234,50'])).toEqual(['1234.50', '1234.50']);
  expect(await read({ ...decimal, scale: 8 }, ['1.00000001', '12345678901234567890.5'])).toEqual(
    ['1.00000001', '12345678901234567890.50000000'], // prettier-ignore
  );
});

it('takes numbers with exponents, and no number as none', async () => {
  expect(
    await read(number, ['1E5', '-1.5e-3', '.5', '5-', '(5)', 'NaN', 'nan', '', '1e400', 'Infinity', '0x1']),
  ).toEqual(
    ['100000.0', '-0.0015', '0.5', '-5.0', '-5.0', null, null, null, '<too_large>', '<not_number>', '<not_number>'], // prettier-ignore
  );
});

it('takes dates of the one format only', async () => {
  const iso = { kind: 'date', format: '%Y-%m-%d' } as const;
  expect(
    await read(iso, [
      '2024-02-29',
      '2024-2-9',
      '2023-02-29',
      '0000-00-00',
      '0000-01-01',
      '24-01-01',
      '2024-01-01 ',
      '2024-01-01x',
    ]),
  ).toEqual(
    ['2024-02-29', '2024-02-09', '<not_date>', '<not_date>', '<not_date>', '<not_date>', '2024-01-01', '<not_date>'], // prettier-ignore
  );
  expect(await read(iso, ['0000-00-00', '0001-01-01'], ['0000-00-00'])).toEqual([null, '0001-01-01']);
  expect(await read({ kind: 'date', format: '%d/%m/%Y' }, ['3/4/2025', '13/12/2025', '12/13/2025'])).toEqual(
    ['2025-04-03', '2025-12-13', '<not_date>'], // prettier-ignore
  );
  expect(await read({ kind: 'date', format: '%y%m%d' }, ['930104', '690101', '681231', '93014', '935104'])).toEqual(
    ['1993-01-04', '1969-01-01', '2068-12-31', '<not_date>', '<not_date>'], // prettier-ignore
  );
  expect(await read({ kind: 'date', format: '%d-%b-%Y' }, ['5-Jan-2024', '05-JAN-2024', '5-Oca-2024'])).toEqual(
    ['2024-01-05', '2024-01-05', '<not_date>'], // prettier-ignore
  );
  expect(await read({ kind: 'date', format: '%B %d, %Y' }, ['January 5, 2024', 'Jan 5, 2024'])).toEqual(
    ['2024-01-05', '<not_date>'], // prettier-ignore
  );
});

it('takes timestamps whole, with the offset that they have to have', async () => {
  const local = { kind: 'timestamp', format: '%Y-%m-%d', zoned: false } as const;
  expect(
    await read(local, [
      '2024-01-05 10:11:12',
      '2024-01-05T10:11:12.5',
      '2024-01-05',
      '2024-01-05 10:11:12+03',
      '2024-01-05 25:00',
      '2024-01-05 10:11:12.1234560',
    ]),
  ).toEqual(
    ['2024-01-05 10:11:12', '2024-01-05 10:11:12.5', '2024-01-05 00:00:00', '<not_timestamp>', '<not_timestamp>', '2024-01-05 10:11:12.123456'], // prettier-ignore
  );
  const us = { kind: 'timestamp', format: '%m/%d/%Y', zoned: false } as const;
  expect(
    await read(us, [
      '1/5/2024 3:45 PM',
      '1/5/2024 12:00:01 AM',
      '1/5/2024 12:30 pm',
      '1/5/2024 13:00 PM',
      '1/5/2024 9:05',
    ]),
  ).toEqual(
    ['2024-01-05 15:45:00', '2024-01-05 00:00:01', '2024-01-05 12:30:00', '<not_timestamp>', '2024-01-05 09:05:00'], // prettier-ignore
  );
  const zoned = { kind: 'timestamp', format: '%Y-%m-%d', zoned: true } as const;
  expect(
    await read(zoned, [
      '2024-01-05T10:11:12Z',
      '2024-01-05 10:11:12+03',
      '2024-01-05 10:11:12 +0530',
      '2024-01-05 10:11:12',
    ]),
  ).toEqual(
    ['2024-01-05 10:11:12+00', '2024-01-05 07:11:12+00', '2024-01-05 04:41:12+00', '<not_timestamp>'], // prettier-ignore
  );
});

it('takes two texts as true and false, and all texts as they are', async () => {
  const boolean = { kind: 'boolean', trueText: 'Evet', falseText: 'Hayır' } as const;
  expect(await read(boolean, ['evet', ' EVET ', 'Hayır', '1', ''])).toEqual([
    'true',
    'true',
    'false',
    '<not_boolean>',
    null,
  ]);
  expect(await read({ kind: 'text' }, ['', ' ', 'N/A', ' N/A ', '1E5', '007', null], ['N/A'])).toEqual(
    ['', ' ', null, null, '1E5', '007', null], // prettier-ignore
  );
});

it('takes texts that mean no value before it looks at them as numbers', async () => {
  expect(await read(integer, ['-99', '0', '5', 'n/a'], ['-99', '0', 'n/a'])).toEqual([null, null, '5', null]);
  expect(await read(decimal, ['9999.99', '1'], ['9999.99'])).toEqual([null, '1.00']);
});
