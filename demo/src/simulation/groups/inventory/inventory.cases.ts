import { expect } from 'vitest';
import type { Api, Cases } from '../../conformance/cases.ts';

const base = '/api/apps/ecommerce/inventory';
const tags = (api: Api) => api.call(`GET ${base}/tags`);
const page = (api: Api, query: object = {}) => api.call(`GET ${base}/products`, { query });
/** All of them, by name. */
const all = async (api: Api) => (await page(api, { page: 0, size: 1000 })).products!;
const names = (products: readonly { name: string }[] | null) => products!.map(({ name }) => name);

export const inventoryCases: Cases<'inventory'> = {
  'GET /api/apps/ecommerce/inventory/categories': {
    'Mens, Ladies and Unisex': async (api) => {
      const categories = await api.call(`GET ${base}/categories`);
      expect(categories.map(({ name, slug, parentId }) => [name, slug, parentId])).toEqual([
        ['Mens', 'mens', null],
        ['Ladies', 'ladies', null],
        ['Unisex', 'unisex', null],
      ]);
    },
  },
  'GET /api/apps/ecommerce/inventory/brands': {
    'returns the list': async (api) => {
      expect(await api.call(`GET ${base}/brands`)).toContainEqual(
        expect.objectContaining({ name: 'Harbor & Pine', slug: 'harbor-pine' }),
      );
    },
  },
  'GET /api/apps/ecommerce/inventory/tags': {
    'returns the list': async (api) => {
      expect((await tags(api)).map(({ title }) => title)).toEqual(['New', 'Sale', 'Organic', 'Waterproof', 'Gift']);
    },
  },
  'GET /api/apps/ecommerce/inventory/vendors': {
    'returns the list': async (api) => expect(await api.call(`GET ${base}/vendors`)).toHaveLength(4),
  },
  'GET /api/apps/ecommerce/inventory/products': {
    'by name, ascending, page 1, ten a page by default, and so without the first ten': async (api) => {
      const everything = await all(api);
      expect(everything).toHaveLength(66);
      expect(names(everything)).toEqual(names(everything).toSorted(new Intl.Collator('en').compare));
      const { products, pagination } = await api.call(`GET ${base}/products`);
      expect(products).toEqual(everything.slice(10, 20));
      expect(pagination).toEqual({ length: 66, size: 10, page: 1, lastPage: 7, startIndex: 10, endIndex: 19 });
    },
    'page 0 is the first, indices with both ends included': async (api) => {
      const { products, pagination } = await page(api, { page: 0, size: 7 });
      expect(products).toEqual((await all(api)).slice(0, 7));
      expect(pagination).toEqual({ length: 66, size: 7, page: 0, lastPage: 10, startIndex: 0, endIndex: 6 });
      expect((await page(api, { page: 9, size: 7 })).pagination).toMatchObject({ startIndex: 63, endIndex: 65 });
    },
    'the search finds a part of the name in any case': async (api) => {
      const { products, pagination } = await page(api, { search: 'WATCH', page: 0 });
      expect(names(products)).toEqual(names(await all(api)).filter((name) => name.includes('watch')));
      expect(pagination).toMatchObject({ length: 6, lastPage: 1 });
      expect((await page(api, { search: 'nothing of the kind', page: 0 })).products).toEqual([]);
    },
    'on demand, it finds a part of the SKU or of the barcode, too': async (api) => {
      const [product] = await all(api);
      const found = async (search: string, query: object) => (await page(api, { search, page: 0, ...query })).products;
      for (const search of [product!.sku!.toLowerCase(), product!.barcode!]) {
        expect(await found(search, {})).toEqual([]);
        expect(await found(search, { searchIn: 'all' })).toEqual([product]);
      }
    },
    'sku, name and active sort as text, other fields as numbers, both ways': async (api) => {
      const sorted = async (sort: string, order: string) =>
        (await page(api, { sort, order, page: 0, size: 100 })).products!;
      for (const sort of ['price', 'stock', 'weight'] as const) {
        const values = (await sorted(sort, 'asc')).map((product) => product[sort]!);
        expect(values).toEqual(values.toSorted((one, other) => one - other));
        expect((await sorted(sort, 'desc')).map((product) => product[sort])).toEqual(values.toReversed());
      }
      const skus = (await sorted('sku', 'desc')).map(({ sku }) => sku!);
      expect(skus).toEqual(skus.toSorted().toReversed());
      const active = (await sorted('active', 'asc')).map((product) => product.active);
      expect(active).toEqual(active.toSorted());
      expect(names(await sorted('name', 'desc'))).toEqual(names(await all(api)).toReversed());
    },
    'a page beyond the last returns null, and only the last page': async (api) => {
      expect(await page(api, { page: 8 })).toEqual({ products: null, pagination: { lastPage: 7 } });
    },
    'the last page by its number is empty': async (api) => {
      expect(await page(api, { page: 7 })).toMatchObject({ products: [], pagination: { page: 7, lastPage: 7 } });
    },
    'filters leave what matches each of them': async (api) => {
      const everything = await all(api);
      const [mens, ladies] = (await api.call(`GET ${base}/categories`)).map(({ id }) => id);
      const sale = (await tags(api))[1]!.id;
      const left = async (query: object) => (await page(api, { page: 0, size: 1000, ...query })).products;
      expect(await left({ category: `${mens},${ladies}`, active: 'yes', tag: sale })).toEqual(
        everything.filter(
          ({ category, active, tags }) => (category === mens || category === ladies) && active && tags.includes(sale),
        ),
      );
      expect(await left({ stock: 'low,medium', brand: everything[0]!.brand, vendor: everything[0]!.vendor })).toEqual(
        everything.filter(
          ({ stock, brand, vendor }) =>
            stock! < 30 && brand === everything[0]!.brand && vendor === everything[0]!.vendor,
        ),
      );
    },
    'prices are base price and tax, of the tax percents there are': async (api) => {
      for (const { basePrice, taxPercent, price, stock, reserved } of await all(api)) {
        expect([8, 10, 18, 20, 30]).toContain(taxPercent);
        expect(price).toBeCloseTo(basePrice! * (1 + taxPercent! / 100), 2);
        expect(reserved).toBeLessThanOrEqual(stock!);
      }
    },
    'what is no page is rejected': async (api) => {
      const answer = await api.request(`GET ${base}/products`, { query: { page: -1, size: 'x' } });
      expect(answer).toMatchObject({
        status: 400,
        body: { error: { details: [{ field: 'page' }, { field: 'size' }] } },
      });
    },
  },
  'GET /api/apps/ecommerce/inventory/product': {
    'returns the product': async (api) => {
      const [first] = await all(api);
      expect(await api.call(`GET ${base}/product`, { query: { id: first!.id } })).toEqual(first);
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call(`GET ${base}/product`, { query: { id: 'nothing' } })).toBeNull();
    },
  },
  'POST /api/apps/ecommerce/inventory/product': {
    'inactive, called A New Product, otherwise empty': async (api) => {
      const created = await api.call(`POST ${base}/product`);
      const { id, name, active, ...rest } = created;
      expect({ name, active }).toEqual({ name: 'A New Product', active: false });
      for (const list of ['tags', 'images', 'variants'] as const) expect(created[list]).toEqual([]);
      expect(Object.values(rest).filter((value) => value !== null && !Array.isArray(value))).toEqual([]);
      // First in the list, and first among equal sort keys.
      expect((await page(api, { sort: 'nothing', page: 0 })).products![0]!.id).toBe(id);
    },
  },
  'PATCH /api/apps/ecommerce/inventory/product': {
    'returns the merged one, and the others stay': async (api) => {
      const before = await all(api);
      const change = { stock: 3, active: false, price: 12.5 };
      const after = await api.call(`PATCH ${base}/product`, { body: { id: before[5]!.id, product: change } });
      expect(after).toEqual({ ...before[5], ...change });
      expect(await all(api)).toEqual(before.with(5, after!));
    },
    'a base price or tax without a price makes the price': async (api) => {
      const [first] = await all(api);
      const product = { basePrice: 10, taxPercent: 18 };
      const after = await api.call(`PATCH ${base}/product`, { body: { id: first!.id, product } });
      expect(after!.price).toBe(11.8);
    },
    'variants are replaced, keep their ids, and make the stock': async (api) => {
      const before = (await all(api)).find(({ variants }) => variants.length > 2)!;
      expect(before.stock).toBe(before.variants.reduce((sum, { stock }) => sum + stock, 0));
      const [, second, third] = before.variants;
      const variants = [third!, { ...second!, stock: 7 }, { name: 'XXL', sku: null, stock: 2 }];
      const after = await api.call(`PATCH ${base}/product`, { body: { id: before.id, product: { variants } } });
      expect(after).toMatchObject({ variants, stock: third!.stock + 9 });
      expect(new Set(after!.variants.map(({ id }) => id)).size).toBe(3);
      expect(after!.variants.slice(0, 2).map(({ id }) => id)).toEqual([third!.id, second!.id]);
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call(`PATCH ${base}/product`, { body: { id: 'nothing', product: {} } })).toBeNull();
    },
    'an unknown brand, category, vendor or tag is rejected': async (api) => {
      const [first] = await all(api);
      const product = { tags: ['x'], category: 'x', brand: 'x', vendor: 'x' };
      const answer = await api.request(`PATCH ${base}/product`, { body: { id: first!.id, product } });
      const { error } = answer.body as { error: { details: { field: string }[] } };
      expect(error.details.map(({ field }) => field)).toEqual([
        'product.tags.0',
        'product.category.0',
        'product.brand.0',
        'product.vendor.0',
      ]);
      expect((await all(api))[0]).toEqual(first);
    },
  },
  'DELETE /api/apps/ecommerce/inventory/product': {
    'returns true, and it is gone': async (api) => {
      const before = await all(api);
      expect(await api.call(`DELETE ${base}/product`, { query: { id: before[0]!.id } })).toBe(true);
      expect(await all(api)).toEqual(before.slice(1));
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call(`DELETE ${base}/product`, { query: { id: 'nothing' } })).toBeNull();
    },
  },
  'POST /api/apps/ecommerce/inventory/products': {
    'returns them, each with a new id': async (api) => {
      const before = await all(api);
      const products = [
        { name: 'Mug', basePrice: 10, taxPercent: 20 },
        { name: 'Bowl', active: true },
      ];
      const created = await api.call(`POST ${base}/products`, { body: { products } });
      expect(created).toMatchObject([{ name: 'Mug', price: 12, active: false }, products[1]]);
      expect(await all(api)).toHaveLength(before.length + 2);
      expect(await all(api)).toEqual(expect.arrayContaining(created));
    },
    'with one that is not valid, none is created': async (api) => {
      const products = [{ name: 'Mug' }, { name: 'Bowl', brand: 'nothing' }];
      expect(await api.request(`POST ${base}/products`, { body: { products } })).toMatchObject({
        status: 400,
        body: { error: { details: [{ field: 'products.1.brand.0' }] } },
      });
      expect(await all(api)).toHaveLength(66);
    },
  },
  'PATCH /api/apps/ecommerce/inventory/products': {
    'returns those that were there, merged, and the others stay': async (api) => {
      const before = await all(api);
      const products = [before[2]!.id, 'nothing', before[0]!.id].map((id) => ({ id, product: { stock: 7 } }));
      const changed = await api.call(`PATCH ${base}/products`, { body: { products } });
      expect(changed).toEqual([before[2], before[0]].map((product) => ({ ...product, stock: 7 })));
      expect((await all(api)).slice(1, 2)).toEqual(before.slice(1, 2));
    },
    'with one that is not valid, none is changed': async (api) => {
      const before = await all(api);
      const products = [
        { id: before[0]!.id, product: { stock: 7 } },
        { id: before[1]!.id, product: { tags: ['nothing'] } },
      ];
      expect((await api.request(`PATCH ${base}/products`, { body: { products } })).status).toBe(400);
      expect(await all(api)).toEqual(before);
    },
  },
  'DELETE /api/apps/ecommerce/inventory/products': {
    'returns the ids of those that were there, and they are gone': async (api) => {
      const before = await all(api);
      const ids = [before[2]!.id, 'nothing', before[0]!.id];
      expect(await api.call(`DELETE ${base}/products`, { body: { ids } })).toEqual([ids[0], ids[2]]);
      expect(await all(api)).toEqual(before.filter(({ id }) => !ids.includes(id)));
    },
  },
  'POST /api/apps/ecommerce/inventory/restore': {
    'deleted products return as they were, in both languages': async (api) => {
      const query = { page: 0, size: 1000 };
      const turkish = () => api.call(`GET ${base}/products`, { query, language: 'tr' });
      const [before, inTurkish] = [await all(api), await turkish()];
      const ids = [before[3]!.id, before[5]!.id];
      await api.call(`DELETE ${base}/product`, { query: { id: ids[0]! } });
      await api.call(`DELETE ${base}/products`, { body: { ids } });
      expect(await api.call(`POST ${base}/restore`, { body: { ids } })).toEqual([before[3], before[5]]);
      expect(await all(api)).toEqual(before);
      expect(await turkish()).toEqual(inTurkish);
    },
    'a tag deleted meanwhile does not return with it': async (api) => {
      const product = (await all(api)).find(({ tags: own }) => own.length > 0)!;
      await api.call(`DELETE ${base}/product`, { query: { id: product.id } });
      await api.call(`DELETE ${base}/tag`, { query: { id: product.tags[0]! } });
      const restored = await api.call(`POST ${base}/restore`, { body: { ids: [product.id] } });
      expect(restored).toEqual([{ ...product, tags: product.tags.slice(1) }]);
    },
    'those that were not deleted are left out': async (api) => {
      expect(await api.call(`POST ${base}/restore`, { body: { ids: [(await all(api))[0]!.id] } })).toEqual([]);
    },
  },
  'POST /api/apps/ecommerce/inventory/tag': {
    'returns it with a new id': async (api) => {
      const before = await tags(api);
      const created = await api.call(`POST ${base}/tag`, { body: { tag: { title: 'Winter' } } });
      expect(await tags(api)).toEqual([...before, { id: created.id, title: 'Winter' }]);
    },
  },
  'PATCH /api/apps/ecommerce/inventory/tag': {
    'returns the changed tag': async (api) => {
      const { id } = (await tags(api))[1]!;
      expect(await api.call(`PATCH ${base}/tag`, { body: { id, tag: { title: 'Offer' } } })).toEqual({
        id,
        title: 'Offer',
      });
      expect((await tags(api))[1]).toEqual({ id, title: 'Offer' });
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call(`PATCH ${base}/tag`, { body: { id: 'nothing', tag: { title: 'X' } } })).toBeNull();
    },
  },
  'DELETE /api/apps/ecommerce/inventory/tag': {
    'returns true, and no product carries it any more': async (api) => {
      const before = await all(api);
      const tagId = before.find((product) => product.tags.length > 0)!.tags[0]!;
      expect(await api.call(`DELETE ${base}/tag`, { query: { id: tagId } })).toBe(true);
      expect(await all(api)).toEqual(
        before.map((product) => ({ ...product, tags: product.tags.filter((id) => id !== tagId) })),
      );
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call(`DELETE ${base}/tag`, { query: { id: 'nothing' } })).toBeNull();
    },
  },
};
