import { useDemoQuery } from '../../client/queries.ts';
import { call } from '../../client/client.ts';
import type { Catalog } from './product-csv.rules.ts';
import { callQuery, type ListAddress } from './inventory-address.ts';
import type { Product } from './product.ts';

/** Categories, brands, vendors and tags. */
export function useCatalog(): Catalog {
  const { data: categories = [] } = useDemoQuery('inventory', 'GET /api/apps/ecommerce/inventory/categories');
  const { data: brands = [] } = useDemoQuery('inventory', 'GET /api/apps/ecommerce/inventory/brands');
  const { data: vendors = [] } = useDemoQuery('inventory', 'GET /api/apps/ecommerce/inventory/vendors');
  const { data: tags = [] } = useDemoQuery('inventory', 'GET /api/apps/ecommerce/inventory/tags');
  return { categories, brands, vendors, tags };
}

const PAGE_SIZE = 1000;

/** All products that a list has, of all pages; without a list, all there are. */
export async function allProducts(list?: ListAddress): Promise<Product[]> {
  const all: Product[] = [];
  for (let page = 0; ; page += 1) {
    const query = { ...(list && callQuery(list)), page, size: PAGE_SIZE };
    const { products } = await call('GET /api/apps/ecommerce/inventory/products', { query });
    all.push(...(products ?? []));
    if ((products?.length ?? 0) < PAGE_SIZE) return all;
  }
}
