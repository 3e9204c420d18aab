import { tableFromIPC } from '@uwdata/flechette';
import type { ResultColumn } from '@rise/contract';
import { expect, it } from 'vitest';
import { QueryError } from '../errors.ts';
import { encodeResult } from './encode-result.ts';

const column = (name: string, type: ResultColumn['type']): ResultColumn => ({
  name,
  title: { en: name },
  role: 'measure',
  type,
});

const decimals = (...values: (string | null)[]) => ({
  columns: [column('amount', 'decimal')],
  rows: values.map((value) => [value]),
});

it('gives decimals the scale of a stream, or more if a value needs it', () => {
  const read = (...values: (string | null)[]) => {
    const table = tableFromIPC(encodeResult(decimals(...values), { kind: 'arrow' }), { useDecimalInt: true });
    const { type } = table.schema.fields[0]!;
    return { type: type as object, values: [...table.getChild('amount')!] };
  };
  expect(read('-1.5', null, '0.000000000001')).toMatchObject({
    type: { precision: 38, scale: 12 },
    values: [-1_500_000_000_000n, null, 1n],
  });
  expect(read('2', '0.00000000000005')).toMatchObject({
    type: { precision: 38, scale: 14 },
    values: [200_000_000_000_000n, 5n],
  });
});

it('rejects a decimal that Arrow cannot hold, with the column and the remedy', () => {
  const digits = '9'.repeat(26);
  expect(() => encodeResult(decimals(digits, `-${digits}`), { kind: 'arrow' })).not.toThrow();
  expect(() => encodeResult(decimals(`${digits}9`), { kind: 'arrow' })).toThrow(QueryError);
  expect(() => encodeResult(decimals(`${digits}9`), { kind: 'arrow' })).toThrow(
    /'amount' has more than 38 digits.*JSON or CSV/,
  );
});

it('writes a result without rows, with its metadata', () => {
  const metadata = { schema: { one: '1' }, fields: [{ two: '2' }] };
  const table = tableFromIPC(encodeResult(decimals(), { kind: 'arrow', metadata }));
  expect([table.numRows, table.schema.metadata, table.schema.fields[0]!.metadata]).toEqual([
    0,
    new Map([['one', '1']]),
    new Map([['two', '2']]),
  ]);
});
