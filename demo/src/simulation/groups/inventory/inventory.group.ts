import { invalidRequest, type CallContext, type Group, type StateOf } from '../../group.ts';
import { findMatches } from '../../match.ts';
import { byIdIn, danglingReferences, duplicates, removeById, unknownIds } from '../../records.ts';
import { addTag, removeTag, renameTag } from '../../tags.ts';
import { merge } from '../../text.ts';
import { cents, seedInventory, totalStock } from './inventory.seed.ts';
import { stockLevel } from './stock-level.ts';

type State = StateOf<'inventory'>;
type Product = State['products'][number];

interface Filter {
  readonly search?: string | undefined;
  readonly searchIn: 'name' | 'all';
  readonly category?: string | undefined;
  readonly brand?: string | undefined;
  readonly vendor?: string | undefined;
  readonly tag?: string | undefined;
  readonly active?: string | undefined;
  readonly stock?: string | undefined;
}

interface Listing extends Filter {
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  readonly page: number;
  readonly size: number;
}

/** How many of the last deletions can be undone. */
const REMEMBERED = 1000;

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

const meets = (allowed: string | undefined, has: readonly (string | null)[]) =>
  !allowed || allowed.split(',').some((value) => has.includes(value));

/** The products that a search and filters leave. */
function filtered(products: readonly Product[], filter: Filter, { localize }: CallContext): readonly Product[] {
  const query = filter.search?.trim();
  const textsOf = ({ name, sku, barcode }: Product) =>
    filter.searchIn === 'name' ? [localize(name)] : [localize(name), sku ?? '', barcode ?? ''];
  return products.filter(
    (product) =>
      meets(filter.category, [product.category]) &&
      meets(filter.brand, [product.brand]) &&
      meets(filter.vendor, [product.vendor]) &&
      meets(filter.tag, product.tags) &&
      meets(filter.active, [product.active ? 'yes' : 'no']) &&
      meets(filter.stock, [stockLevel(product.stock)]) &&
      (!query || textsOf(product).some((text) => findMatches(text, query).length > 0)),
  );
}

/** A page as specified: starts at page × size, although the default page is 1. */
function pageOf(all: readonly Product[], listing: Listing, circumstances: CallContext) {
  const { page, size } = listing;
  const requested = filtered(all, listing, circumstances);
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
  variants: [],
};

type SentVariant = Omit<Product['variants'][number], 'id'> & { readonly id?: string | undefined };

/** The sent variants in their order; those without an id of this product are new. */
function variantsOf(product: Product, sent: readonly SentVariant[], newId: () => string): Product['variants'] {
  const known = new Set(product.variants.map(({ id }) => id));
  return sent.map(({ id, ...variant }) => ({
    ...variant,
    id: id !== undefined && known.delete(id) ? id : newId(),
  }));
}

const optionalList = (id: string | null | undefined) => (id == null ? [] : [id]);

export const inventory: Group<'inventory'> = {
  name: 'inventory',
  seed: seedInventory,
  findIssues: ({ categories, brands, vendors, tags, products, deletions }) => [
    ...duplicates('product', [...products, ...deletions]),
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
      withoutInput: true,
      write: ({ products }, { id }) => {
        const product = { ...EMPTY, tags: [], images: [], variants: [], id: id() };
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
        const { variants, ...change } = body.product;
        merge(product, change, language);
        if (variants) product.variants = variantsOf(product, variants, id);
        if (variants?.length && change.stock === undefined) product.stock = totalStock(variants);
        if (price === undefined && (basePrice !== undefined || taxPercent !== undefined))
          product.price =
            product.basePrice === null ? null : cents(product.basePrice * (1 + (product.taxPercent ?? 0) / 100));
        return product;
      },
    },
    'DELETE /api/apps/ecommerce/inventory/product': {
      write: ({ products, deletions }, { query }) => {
        const product = removeById(products, query.id);
        if (!product) return null;
        deletions.push(product);
        deletions.splice(0, deletions.length - REMEMBERED);
        return true;
      },
    },
    'POST /api/apps/ecommerce/inventory/restore': {
      write: ({ products, tags, deletions }, { body }) => {
        const product = removeById(deletions, body.id);
        if (!product) return null;
        // A tag may have been deleted since.
        product.tags = product.tags.filter((tag) => byIdIn(tags, tag));
        products.push(product);
        return product;
      },
    },
    'POST /api/apps/ecommerce/inventory/tag': { write: ({ tags }, request) => addTag(tags, request) },
    'PATCH /api/apps/ecommerce/inventory/tag': { write: ({ tags }, request) => renameTag(tags, request) },
    'DELETE /api/apps/ecommerce/inventory/tag': {
      write: ({ tags, products }, { query }) => removeTag(tags, query.id, products),
    },
  },
};
