import { z } from 'zod';
import type { DemoCallTable } from './call.ts';
import { anyId, byId, deleted, picture } from './fields.ts';

const named = z.object({ id: z.uuid(), name: z.string(), slug: z.string() });
const category = named.extend({ parentId: z.uuid().nullable() });
const tag = z.object({ id: z.uuid(), title: z.string() });
const tagTitle = z.object({ title: z.string().trim().min(1, 'Write a title').max(50) });

const count = z.int().min(0).nullable();
const money = z.number().min(0).nullable();

/** One size or finish of a product. */
const variant = z.object({ id: z.uuid(), name: z.string(), sku: z.string().nullable(), stock: z.int().min(0) });

/** Numbers are null and texts empty until they are set. */
const product = z.object({
  id: z.uuid(),
  category: z.uuid().nullable(),
  name: z.string(),
  description: z.string().nullable(),
  tags: z.array(z.uuid()),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  brand: z.uuid().nullable(),
  vendor: z.uuid().nullable(),
  /** Total of the variants, unless it was set explicitly. */
  stock: count,
  reserved: count,
  cost: money,
  basePrice: money,
  taxPercent: money,
  /** Base price plus tax, unless it was set explicitly. */
  price: money,
  weight: money,
  thumbnail: z.string().nullable(),
  images: z.array(z.string()),
  active: z.boolean(),
  variants: z.array(variant),
});

const change = product
  .omit({ id: true })
  .extend({
    name: z.string().trim().min(1, 'Write a name').max(200),
    category: anyId.nullable(),
    brand: anyId.nullable(),
    vendor: anyId.nullable(),
    tags: z.array(anyId),
    thumbnail: picture.nullable(),
    images: z.array(picture),
    variants: z
      .array(
        z.object({
          /** Missing for a new one. */
          id: anyId.optional(),
          name: z.string().trim().min(1, 'Write a name').max(50),
          sku: z.string().nullable(),
          stock: z.int().min(0),
        }),
      )
      .max(50),
  })
  .partial();

/** Products in one call. */
const MOST_AT_ONCE = 5000;
const ids = z.object({ ids: z.array(anyId).max(MOST_AT_ONCE) });

const integer = z.coerce.number().int();
/** Values separated by commas; any of them matches. */
const anyOf = z.string().optional();

export const inventoryCalls = {
  'GET /api/apps/ecommerce/inventory/categories': { summary: 'The categories', output: z.array(category) },
  'GET /api/apps/ecommerce/inventory/brands': { summary: 'The brands', output: z.array(named) },
  'GET /api/apps/ecommerce/inventory/tags': { summary: 'The product tags', output: z.array(tag) },
  'GET /api/apps/ecommerce/inventory/vendors': { summary: 'The vendors', output: z.array(named) },
  'GET /api/apps/ecommerce/inventory/products': {
    summary: 'A page of products; pages are counted from 0, but the default is page 1',
    query: z.object({
      search: z.string().optional(),
      /** Where the search looks: in names, or in SKUs and barcodes, too. */
      searchIn: z.enum(['name', 'all']).default('name'),
      category: anyOf,
      brand: anyOf,
      vendor: anyOf,
      tag: anyOf,
      /** `yes`, `no`. */
      active: anyOf,
      /** `low`, `medium`, `high`. */
      stock: anyOf,
      sort: z.string().default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
      page: integer.min(0, 'Use 0 or more').default(1),
      size: integer.min(1, 'Use 1 or more').max(1000, 'Use 1000 at most').default(10),
    }),
    output: z.object({
      products: z.array(product).nullable(),
      pagination: z.union([
        z.strictObject({
          length: z.int(),
          size: z.int(),
          page: z.int(),
          lastPage: z.int(),
          startIndex: z.int(),
          endIndex: z.int(),
        }),
        z.strictObject({ lastPage: z.int() }),
      ]),
    }),
  },
  'GET /api/apps/ecommerce/inventory/product': { summary: 'One product', query: byId, output: product.nullable() },
  'POST /api/apps/ecommerce/inventory/product': {
    summary: 'Create an empty product at the top; has no body',
    output: product,
  },
  'PATCH /api/apps/ecommerce/inventory/product': {
    summary: 'Change a product; returns the merged product',
    body: z.object({ id: anyId, product: change }),
    output: product.nullable(),
  },
  'DELETE /api/apps/ecommerce/inventory/product': { summary: 'Delete a product', query: byId, output: deleted },
  'POST /api/apps/ecommerce/inventory/products': {
    summary: 'Create products at the top, such as those of a file; returns them',
    body: z.object({ products: z.array(change).max(MOST_AT_ONCE) }),
    output: z.array(product),
  },
  'PATCH /api/apps/ecommerce/inventory/products': {
    summary: 'Change several products, or none if a change is not valid; returns those that were there, merged',
    body: z.object({ products: z.array(z.object({ id: anyId, product: change })).max(MOST_AT_ONCE) }),
    output: z.array(product),
  },
  'DELETE /api/apps/ecommerce/inventory/products': {
    summary: 'Delete several products; returns the ids of those that were there',
    body: ids,
    output: z.array(z.string()),
  },
  'POST /api/apps/ecommerce/inventory/restore': {
    summary: 'Bring back some of the products deleted last; returns those that are back',
    body: ids,
    output: z.array(product),
  },
  'POST /api/apps/ecommerce/inventory/tag': { summary: 'Add a tag', body: z.object({ tag: tagTitle }), output: tag },
  'PATCH /api/apps/ecommerce/inventory/tag': {
    summary: 'Rename a tag',
    body: z.object({ id: anyId, tag: tagTitle }),
    output: tag.nullable(),
  },
  'DELETE /api/apps/ecommerce/inventory/tag': {
    summary: 'Delete a tag and remove it from products',
    query: byId,
    output: deleted,
  },
} as const satisfies DemoCallTable;

export const inventoryState = z.object({
  categories: z.array(category),
  brands: z.array(named),
  vendors: z.array(named),
  tags: z.array(tag),
  products: z.array(product),
  /** The products deleted last, so that they can be brought back as they were. */
  deletions: z.array(product),
});
