import { expect, test } from 'vitest';
import type { Product } from './product.ts';
import { changesOf, drafted, issuesOf, marginOf, priceOf } from './product-draft.rules.ts';

const PRODUCT: Product = {
  id: '1',
  name: 'Cap',
  description: null,
  category: null,
  tags: [],
  sku: 'CAP-1',
  barcode: null,
  brand: null,
  vendor: null,
  stock: 12,
  reserved: 2,
  cost: 6,
  basePrice: 10,
  taxPercent: 18,
  // Set by hand: not what follows from the base price.
  price: 9.99,
  weight: null,
  thumbnail: null,
  images: [],
  active: true,
  variants: [],
};

test('the price is base price and tax in whole cents, and stays where neither is changed', () => {
  expect(priceOf({ basePrice: 10.1, taxPercent: 8 })).toBe(10.91);
  expect(priceOf({ basePrice: 10, taxPercent: null })).toBe(10);
  expect(priceOf({ basePrice: null, taxPercent: 8 })).toBeNull();
  expect(drafted(PRODUCT, { name: 'Hat' }).price).toBe(9.99);
  expect(drafted(PRODUCT, { taxPercent: 20 }).price).toBe(12);
  expect(marginOf(PRODUCT)).toBe(0.4);
  expect([marginOf({ basePrice: 0, cost: 1 }), marginOf({ basePrice: 1, cost: null })]).toEqual([null, null]);
});

test('the stock is the total of the variants, where there are any', () => {
  const variant = (stock: number) => ({ id: String(stock), name: 'S', sku: null, stock });
  expect(drafted(PRODUCT, { variants: [variant(3), variant(4)] }).stock).toBe(7);
  expect(drafted(PRODUCT, { variants: [] }).stock).toBe(12);
});

test('what is as it was is no change', () => {
  expect(changesOf(PRODUCT, { name: 'Cap', tags: [], stock: 12 })).toEqual({});
  expect(changesOf(PRODUCT, { name: 'Hat', tags: [] })).toEqual({ name: 'Hat' });
});

test('a name is needed, variants have one too, and no more is reserved than is there', () => {
  expect(issuesOf(PRODUCT)).toEqual({});
  const variants = [{ id: '1', name: ' ', sku: null, stock: 0 }];
  expect(issuesOf({ ...PRODUCT, name: ' ', reserved: 13, variants })).toEqual({
    name: true,
    reserved: true,
    variants: true,
  });
});
