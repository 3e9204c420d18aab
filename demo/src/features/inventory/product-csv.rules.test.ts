import { csvFile } from '@rise/shell/files';
import { expect, test } from 'vitest';
import type { Product } from './product.ts';
import { type Catalog, productTable, readProducts } from './product-csv.rules.ts';

const CATALOG: Catalog = {
  categories: [{ id: 'c1', name: 'Mens' }],
  brands: [{ id: 'b1', name: 'Harbor & Pine' }],
  vendors: [{ id: 'v1', name: 'Nordic Thread' }],
  tags: [
    { id: 't1', title: 'New' },
    { id: 't2', title: 'Gift' },
  ],
};

const product = (more: Partial<Product> = {}): Product => ({
  id: '1',
  name: 'Cap, "blue"',
  description: '=SUM(A1)',
  category: 'c1',
  tags: ['t2', 't1'],
  sku: 'CAP-1',
  barcode: '2000000000001',
  brand: 'b1',
  vendor: 'v1',
  stock: 12,
  reserved: 2,
  cost: 6.5,
  basePrice: 10.9,
  taxPercent: 18,
  price: 12.86,
  weight: 0.11,
  thumbnail: null,
  images: [],
  active: true,
  variants: [],
  ...more,
});

const read = (text: string, products = [product()]) => readProducts(text, products, CATALOG);

test.each(['en', 'tr'] as const)('what was exported in %s changes nothing when it is imported', (language) => {
  const products = [
    product(),
    product({ id: '2', sku: 'CAP-2', brand: null, stock: null, tags: [], active: false, description: null }),
  ];
  const file = csvFile(productTable(products, CATALOG, language));
  expect(read(file, products)).toEqual({ kind: 'rows', rows: [], unchanged: 2, problems: [] });
});

test('a known SKU changes a product, and another line adds one; missing columns change nothing', () => {
  const file = read('sku;ad;stok;etiketler\nCAP-1;Şapka;7;Gift\nNEW-1;Bere;3,0;\n;Atkı;;\n');
  expect(file).toEqual({
    kind: 'rows',
    unchanged: 0,
    problems: [],
    rows: [
      { product: product(), change: { name: 'Şapka', stock: 7 }, tags: ['Gift'] },
      { product: null, change: { sku: 'NEW-1', name: 'Bere', stock: 3 }, tags: undefined },
      { product: null, change: { sku: null, name: 'Atkı', stock: null }, tags: undefined },
    ],
  });
});

test('the stock of a product with variants is not read', () => {
  const variants = [{ id: 'x', name: 'S', sku: null, stock: 12 }];
  expect(read('SKU,Stock\nCAP-1,99\n', [product({ variants })])).toMatchObject({ rows: [], unchanged: 1 });
});

test('a line with an impossible value is left out, with each of its problems', () => {
  const file = read('SKU,Name,Brand,Stock,Cost,On sale\nCAP-1,Cap,Nobrand,1.5,-1,maybe\nX,,,,,yes\n');
  expect(file).toMatchObject({
    rows: [],
    problems: [
      { line: 2, column: 'brand', value: 'Nobrand' },
      { line: 2, column: 'stock', value: '1.5' },
      { line: 2, column: 'cost', value: '-1' },
      { line: 2, column: 'active', value: 'maybe' },
      { line: 3, column: 'name', value: '' },
    ],
  });
});

test.each([
  ['', 'empty'],
  ['SKU,Name\n', 'empty'],
  ['Color,Size\nred,1\n', 'columns'],
  ['SKU,Name\n"A,B\n', 'unreadable'],
  [`SKU\n${'A\n'.repeat(1001)}`, 'too-many'],
])('%j is unfit: %s', (text, reason) => {
  expect(read(text)).toEqual({ kind: 'unfit', reason });
});
