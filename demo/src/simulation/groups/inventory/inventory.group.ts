import type { DemoGroups } from '@rise/contract/demo';
import { invalidRequest, type CallContext, type CallRequest, type Group, type StateOf } from '../../group.ts';
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
const REMEMBERED = 5000;

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

const emptyProduct = ({ id }: Pick<CallContext, 'id'>): Product => ({
  ...EMPTY,
  tags: [],
  images: [],
  variants: [],
  id: id(),
});

type ChangeCall = DemoGroups['inventory']['PATCH /api/apps/ecommerce/inventory/product'];
type Change = CallRequest<ChangeCall>['body']['product'];

const optionalList = (id: string | null | undefined) => (id == null ? [] : [id]);

/** What a change names that is not there. */
const unknownOf = ({ categories, brands, vendors, tags }: State, change: Change, field: string) => [
  ...unknownIds(`${field}.tags`, change.tags, tags),
  ...unknownIds(`${field}.category`, optionalList(change.category), categories),
  ...unknownIds(`${field}.brand`, optionalList(change.brand), brands),
  ...unknownIds(`${field}.vendor`, optionalList(change.vendor), vendors),
];

/** Changes a product; its price follows from base price and tax, its stock from the variants. */
function apply(product: Product, content: Change, { language, id }: CallContext): Product {
  const { variants, ...change } = content;
  merge(product, change, language);
  if (variants) product.variants = variantsOf(product, variants, id);
  if (variants?.length && change.stock === undefined) product.stock = totalStock(variants);
  if (change.price === undefined && (change.basePrice !== undefined || change.taxPercent !== undefined))
    product.price =
      product.basePrice === null ? null : cents(product.basePrice * (1 + (product.taxPercent ?? 0) / 100));
  return product;
}

/** Deletes products, which can be brought back; returns the ids of those that were there. */
function remove({ products, deletions }: State, ids: readonly string[]): string[] {
  const removed = [...new Set(ids)].flatMap((id) => removeById(products, id) ?? []);
  deletions.push(...removed);
  deletions.splice(0, deletions.length - REMEMBERED);
  return removed.map(({ id }) => id);
}

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
        const product = emptyProduct({ id });
        products.unshift(product);
        return product;
      },
    },
    'PATCH /api/apps/ecommerce/inventory/product': {
      write: (state, { body, ...context }) => {
        const product = byIdIn(state.products, body.id);
        if (!product) return null;
        const issues = unknownOf(state, body.product, 'product');
        return issues.length > 0 ? invalidRequest(context.id(), issues) : apply(product, body.product, context);
      },
    },
    'DELETE /api/apps/ecommerce/inventory/product': {
      write: (state, { query }) => (remove(state, [query.id]).length > 0 ? true : null),
    },
    'POST /api/apps/ecommerce/inventory/products': {
      write: (state, { body, ...context }) => {
        const issues = body.products.flatMap((change, at) => unknownOf(state, change, `products.${at}`));
        if (issues.length > 0) return invalidRequest(context.id(), issues);
        const created = body.products.map((change) => apply(emptyProduct(context), change, context));
        state.products.unshift(...created);
        return created;
      },
    },
    'PATCH /api/apps/ecommerce/inventory/products': {
      write: (state, { body, ...context }) => {
        const issues = body.products.flatMap(({ product }, at) => unknownOf(state, product, `products.${at}.product`));
        if (issues.length > 0) return invalidRequest(context.id(), issues);
        const known = new Map(state.products.map((product) => [product.id, product]));
        return body.products.flatMap(({ id, product: change }) => {
          const product = known.get(id);
          return product ? [apply(product, change, context)] : [];
        });
      },
    },
    'DELETE /api/apps/ecommerce/inventory/products': { write: (state, { body }) => remove(state, body.ids) },
    'POST /api/apps/ecommerce/inventory/restore': {
      write: ({ products, tags, deletions }, { body }) => {
        const restored = body.ids.flatMap((id) => removeById(deletions, id) ?? []);
        // A tag may have been deleted since.
        for (const product of restored) product.tags = product.tags.filter((tag) => byIdIn(tags, tag));
        products.push(...restored);
        return restored;
      },
    },
    'POST /api/apps/ecommerce/inventory/tag': { write: ({ tags }, request) => addTag(tags, request) },
    'PATCH /api/apps/ecommerce/inventory/tag': { write: ({ tags }, request) => renameTag(tags, request) },
    'DELETE /api/apps/ecommerce/inventory/tag': {
      write: ({ tags, products }, { query }) => removeTag(tags, query.id, products),
    },
  },
};
