import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { useLanguage } from '@rise/shell/language';
import { makeChange, once, quoted } from '../../client/changes.ts';
import { demoQuery, useOptimisticCall } from '../../client/queries.ts';
import { createdRecord } from '../../components/created-record.ts';
import { offerUndo, withdrawUndo } from '../../components/undo.ts';
import { useRecordAddress } from '../../components/use-record.ts';
import { callQuery, isNarrowed, LIST, useListAddress } from './inventory-address.ts';
import { createProduct, deleteProducts, type Product, type ProductPage, readProduct } from './product.ts';
import { useInventoryTexts } from './inventory.texts.ts';

export interface ProductActs {
  add(): void;
  /** Puts a product on sale, or takes it off; the list shows it at once. */
  toggle(product: Product): void;
}

/** What a reader does to the list. */
export function useProductActs(): ProductActs {
  const t = useInventoryTexts();
  const router = useRouter();
  const { hrefOf } = useRecordAddress(LIST);
  const list = useListAddress();
  const page = demoQuery('inventory', 'GET /api/apps/ecommerce/inventory/products', useLanguage(), {
    query: callQuery(list),
  });
  const toggle = useOptimisticCall(
    'PATCH /api/apps/ecommerce/inventory/product',
    page,
    (before: ProductPage, { body: { id, product } }): ProductPage => ({
      ...before,
      products:
        before.products && before.products.map((one) => (one.id === id ? ({ ...one, ...product } as Product) : one)),
    }),
  );
  return {
    add: () => {
      const create = once(createProduct);
      void makeChange({
        kind: 'create',
        what: t('aNewProduct'),
        make: async () => {
          const { id } = await create();
          // Among all, the order says where it is.
          if (isNarrowed(list)) createdRecord.set(id);
          await router.navigate({ href: hrefOf(id), resetScroll: false });
        },
      });
    },
    toggle: ({ id, name, active }) =>
      void makeChange({
        kind: 'change',
        what: quoted(name),
        target: `${id} active`,
        isPending: async () => (await readProduct(id))?.active === active,
        make: () => toggle.mutateAsync({ body: { id, product: { active: !active } } }),
      }),
  };
}

/** Deletes the open product and returns to the list; unsaved changes of it are no reason to stay. */
export function useDeleteProduct() {
  const t = useInventoryTexts();
  const router = useRouter();
  const cache = useQueryClient();
  const { listHref } = useRecordAddress(LIST);
  const isDeleting = useRef(false);
  const remove = async (product: Product) => {
    isDeleting.current = true;
    withdrawUndo();
    try {
      const restore = await deleteProducts([product.id]);
      // It may have been left before it is deleted.
      if (router.state.location.pathname === `${LIST}/${product.id}`)
        await router.navigate({ href: listHref, resetScroll: false });
      await cache.invalidateQueries({ queryKey: ['inventory'] });
      offerUndo(t('deleted', { name: product.name }), restore);
    } finally {
      isDeleting.current = false;
    }
  };
  return {
    isDeleting,
    remove: (product: Product) =>
      void makeChange({
        kind: 'delete',
        what: quoted(product.name),
        target: `${product.id} deleted`,
        isPending: async () => (await readProduct(product.id)) !== null,
        make: () => remove(product),
      }),
  };
}
