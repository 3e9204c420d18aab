import { invalidRequest, type CallContext, type Group, type StateOf } from '../../group.ts';
import { findMatches } from '../../match.ts';
import { byIdIn, danglingReferences, duplicates, removeById, unknownIds } from '../../records.ts';
import { addTag, removeTag, renameTag } from '../../tags.ts';
import { merge } from '../../text.ts';
import { cents, seedInventory } from './inventory.seed.ts';

type State = StateOf<'inventory'>;
type Product = State['products'][number];

interface Listing {
  readonly search?: string | undefined;
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  readonly page: number;
  readonly size: number;
}

const AS_TEXT = new Set(['sku', 'name', 'active']);

function sorted(
  products: readonly Product[],
  { sort, order }: Listing,
  { localize, language }: CallContext,
): Product[] {
  const direction = order === 'asc' ? 1 : -1;
  const field = (product: Product) => (product as unknown as Record<string, unknown>)[sort];
  if (!AS_TEXT.has(sort)) {
    const number = (product: Product) => Number(field(product)) || 0;
    return products.toSorted((one, other) => direction * (number(one) - number(other)));
  }
  const text = (product: Product) => (sort === 'name' ? localize(product.name) : String(field(product)));
  const { compare } = new Intl.Collator(language, { sensitivity: 'base', numeric: false });
  return products.toSorted((one, other) => direction * compare(text(one), text(other)));
}

/** A page as specified: starts at page × size, although the default page is 1. */
function pageOf(all: readonly Product[], listing: Listing, circumstances: CallContext) {
  const { search, page, size } = listing;
  const requested = search?.trim()
    ? all.filter(({ name }) => findMatches(circumstances.localize(name), search).length > 0)
    : all;
  const { length } = requested;
  const lastPage = Math.max(Math.ceil(length / size), 1);
  if (page > lastPage) return { products: null, pagination: { lastPage } };
  const startIndex = page * size;
  const end = Math.min(startIndex + size, length);
  return {
    products: sorted(requested, listing, circumstances).slice(startIndex, end),
    pagination: { length, size, page, lastPage, startIndex, endIndex: end - 1 },
  };
}

const EMPTY: Omit<Product, 'id'> = {
  category: null,
  name: { en: 'A New Product', tr: 'Yeni ürün' },
  description: null,
  tags: [],
  sku: null,
  barcode: null,
  brand: null,
  vendor: null,
  stock: null,
  reserved: null,
  cost: null,
  basePrice: null,
  taxPercent: null,
  price: null,
  weight: null,
  thumbnail: null,
  images: [],
  active: false,
};

const optionalList = (id: string | null | undefined) => (id == null ? [] : [id]);

export const inventory: Group<'inventory'> = {
  name: 'inventory',
  seed: seedInventory,
  findIssues: ({ categories, brands, vendors, tags, products }) => [
    ...duplicates('product', products),
    ...duplicates('product tag', tags),
    ...products.flatMap((product) => [
      ...danglingReferences(`product ${product.id}`, product.tags, tags),
      ...danglingReferences(`product ${product.id}`, [product.category], categories),
      ...danglingReferences(`product ${product.id}`, [product.brand], brands),
      ...danglingReferences(`product ${product.id}`, [product.vendor], vendors),
    ]),
  ],
  handlers: {
    'GET /api/apps/ecommerce/inventory/categories': { withoutInput: true, read: ({ categories }) => categories },
    'GET /api/apps/ecommerce/inventory/brands': { withoutInput: true, read: ({ brands }) => brands },
    'GET /api/apps/ecommerce/inventory/tags': { withoutInput: true, read: ({ tags }) => tags },
    'GET /api/apps/ecommerce/inventory/vendors': { withoutInput: true, read: ({ vendors }) => vendors },
    'GET /api/apps/ecommerce/inventory/products': {
      delay: 300,
      read: ({ products }, request) => pageOf(products, request.query, request),
    },
    'GET /api/apps/ecommerce/inventory/product': { read: ({ products }, { query }) => byIdIn(products, query.id) },
    'POST /api/apps/ecommerce/inventory/product': {
      write: ({ products }, { id }) => {
        const product = { ...EMPTY, tags: [], images: [], id: id() };
        products.unshift(product);
        return product;
      },
    },
    'PATCH /api/apps/ecommerce/inventory/product': {
      write: ({ products, categories, brands, vendors, tags }, { body, id, language }) => {
        const product = byIdIn(products, body.id);
        if (!product) return null;
        const { category, brand, vendor, basePrice, taxPercent, price } = body.product;
        const issues = [
          ...unknownIds('product.tags', body.product.tags, tags),
          ...unknownIds('product.category', optionalList(category), categories),
          ...unknownIds('product.brand', optionalList(brand), brands),
          ...unknownIds('product.vendor', optionalList(vendor), vendors),
        ];
        if (issues.length > 0) return invalidRequest(id(), issues);
        merge(product, body.product, language);
        if (price === undefined && (basePrice !== undefined || taxPercent !== undefined))
          product.price =
            product.basePrice === null ? null : cents(product.basePrice * (1 + (product.taxPercent ?? 0) / 100));
        return product;
      },
    },
    'DELETE /api/apps/ecommerce/inventory/product': {
      write: ({ products }, { query }) => (removeById(products, query.id) ? true : null),
    },
    'POST /api/apps/ecommerce/inventory/tag': { write: ({ tags }, request) => addTag(tags, request) },
    'PATCH /api/apps/ecommerce/inventory/tag': { write: ({ tags }, request) => renameTag(tags, request) },
    'DELETE /api/apps/ecommerce/inventory/tag': {
      write: ({ tags, products }, { query }) => removeTag(tags, query.id, products),
    },
  },
};
