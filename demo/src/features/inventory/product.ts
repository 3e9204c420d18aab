import { call, type CallArguments, type CallResult } from '../../client/client.ts';

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

export const createProduct = (): Promise<Product> => call('POST /api/apps/ecommerce/inventory/product');

const remove = (id: string) => call('DELETE /api/apps/ecommerce/inventory/product', { query: { id } });

async function restore(id: string): Promise<void> {
  const result = await call('POST /api/apps/ecommerce/inventory/restore', { body: { id } });
  if (result === null) throw new Error(`${id} can't be restored.`);
}

/** Products as they are stored now; those that are gone are left out. */
export async function currentProducts(ids: readonly string[]): Promise<Product[]> {
  const found = await Promise.all(
    ids.map((id) => call('GET /api/apps/ecommerce/inventory/product', { query: { id } })),
  );
  return found.filter((product) => product !== null);
}

type Undo = () => Promise<void>;

/** Undoes acts, the last one first. */
export const undoAll = async (acts: readonly Undo[]): Promise<void> => {
  for (const undo of acts.toReversed()) await undo();
};

/**
 * Does one act after the other, each of which returns what undoes it; what is returned undoes all. Where one fails, those
 * before it are undone.
 */
export async function doAll<T>(items: readonly T[], act: (item: T) => Promise<Undo>): Promise<Undo> {
  const done: Undo[] = [];
  try {
    for (const item of items) done.push(await act(item));
  } catch (error) {
    await undoAll(done).catch(() => {});
    throw error;
  }
  return () => undoAll(done);
}

export async function deleteProduct({ id }: Product): Promise<Undo> {
  await remove(id);
  return () => restore(id);
}

/** Changes a product; what is returned gives the changed fields their former values. */
export async function changeProduct(product: Product, change: ProductChange): Promise<Undo> {
  await saveProduct(product.id, change);
  // A price follows from what it is computed of, and the stock from the variants.
  const fields = [...Object.keys(change), 'price', 'stock'] as (keyof ProductChange)[];
  const former = Object.fromEntries(fields.map((field) => [field, product[field]])) as ProductChange;
  return async () => void (await saveProduct(product.id, former));
}

/** Adds a product with content. */
export async function addProduct(content: ProductChange): Promise<Undo> {
  const { id } = await createProduct();
  try {
    await saveProduct(id, content);
  } catch (error) {
    await remove(id).catch(() => {});
    throw error;
  }
  return async () => void (await remove(id));
}
