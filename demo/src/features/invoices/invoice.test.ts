import { expect, it } from 'vitest';
import { INVOICE, sumsOf } from './invoice.ts';

it('adds up to the cent', () => {
  const { lines, subtotal, discount, tax, total } = sumsOf(INVOICE);
  // 46 × 84.00, 18 × 112.50, 2 × 640.00, 3 × 275.40
  expect(lines).toEqual([386_400, 202_500, 128_000, 82_620]);
  expect(subtotal).toBe(799_520);
  expect(discount).toBe(39_976);
  expect(tax).toBe(Math.round((799_520 - 39_976) * 0.0825));
  expect(total).toBe(799_520 - 39_976 + tax);
});

it('writes what it adds: fractions of a cent are gone before they are summed', () => {
  const line = (rate: number) => ({
    service: { en: '', tr: '' },
    description: { en: '', tr: '' },
    rate,
    quantity: 1.5,
  });
  const { lines, subtotal } = sumsOf({ number: '1', discount: 0, tax: 0, lines: [line(0.01), line(0.01)] });
  expect(lines).toEqual([2, 2]);
  expect(subtotal).toBe(4);
});
