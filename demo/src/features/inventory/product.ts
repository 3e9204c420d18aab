import { GoneError } from '../../client/changes.ts';
import { call, type CallArguments, type CallResult } from '../../client/client.ts';
import type { Undo } from '../../components/do-all.ts';

export type Product = NonNullable<CallResult<'GET /api/apps/ecommerce/inventory/product'>>;
export type ProductChange = CallArguments<'PATCH /api/apps/ecommerce/inventory/product'>['body']['product'];
export type ProductPage = CallResult<'GET /api/apps/ecommerce/inventory/products'>;

/** What categories, brands and vendors have in common. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

export const saveProduct = (id: string, product: ProductChange): Promise<Product | null> =>
  call('PATCH /api/apps/ecommerce/inventory/product', { body: { id, product } });

export const readProduct = (id: string): Promise<Product | null> =>
  call('GET /api/apps/ecommerce/inventory/product', { query: { id } });

export const createProduct = (): Promise<Product> => call('POST /api/apps/ecommerce/inventory/product');

/** Deletes products, all in one call; what is returned brings them back as they were. */
export async function deleteProducts(ids: readonly string[]): Promise<Undo> {
  const deleted = await call('DELETE /api/apps/ecommerce/inventory/products', { body: { ids: [...ids] } });
  return async () => {
    const restored = await call('POST /api/apps/ecommerce/inventory/restore', { body: { ids: deleted } });
    if (restored.length < deleted.length) throw new GoneError(`${deleted.length - restored.length} can't be restored.`);
  };
}

export interface ChangedProduct {
  readonly product: Product;
  readonly change: ProductChange;
}

/** Changes products, all in one call; what is returned gives the changed fields their former values. */
export async function changeProducts(changed: readonly ChangedProduct[]): Promise<Undo> {
  const send = async (changes: { id: string; product: ProductChange }[]) =>
    void (await call('PATCH /api/apps/ecommerce/inventory/products', { body: { products: changes } }));
  await send(changed.map(({ product, change }) => ({ id: product.id, product: change })));
  return () => send(changed.map(({ product, change }) => ({ id: product.id, product: formerOf(product, change) })));
}

function formerOf(product: Product, change: ProductChange): ProductChange {
  // A price follows from what it is computed of, and the stock from the variants.
  const fields = [...Object.keys(change), 'price', 'stock'] as (keyof ProductChange)[];
  return Object.fromEntries(fields.map((field) => [field, product[field]])) as ProductChange;
}

/** Adds products with their content, all in one call. */
export async function addProducts(products: ProductChange[]): Promise<Undo> {
  const added = await call('POST /api/apps/ecommerce/inventory/products', { body: { products } });
  const ids = added.map(({ id }) => id);
  return async () => void (await call('DELETE /api/apps/ecommerce/inventory/products', { body: { ids } }));
}
