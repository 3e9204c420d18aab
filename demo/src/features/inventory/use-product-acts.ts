import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { logError } from '@rise/ui/log';
import { useRef, useState } from 'react';
import { useLanguage } from '@rise/shell/language';
import { demoQuery, useOptimisticCall } from '../../client/queries.ts';
import { useFailureDialog } from '../../client/use-failure-dialog.ts';
import { offerUndo, withdrawUndo } from '../../components/undo.ts';
import { useRecordAddress } from '../../components/use-record.ts';
import { callQuery, LIST, useListAddress } from './inventory-address.ts';
import { createProduct, deleteProducts, type Product, type ProductPage } from './product.ts';
import { useInventoryTexts } from './inventory.texts.ts';

export interface ProductActs {
  add(): void;
  /** Puts a product on sale, or takes it off; the list shows it at once. */
  toggle(product: Product): void;
  /** A product whose change was refused, and is undone on the screen. */
  readonly failed: Product | null;
}

/** What a reader does to the list. */
export function useProductActs(): ProductActs {
  const router = useRouter();
  const fail = useFailureDialog();
  const { hrefOf } = useRecordAddress(LIST);
  const page = demoQuery('inventory', 'GET /api/apps/ecommerce/inventory/products', useLanguage(), {
    query: callQuery(useListAddress()),
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
  const add = async () => {
    const { id } = await createProduct();
    await router.navigate({ href: hrefOf(id), resetScroll: false });
  };
  const [failed, setFailed] = useState<Product | null>(null);
  return {
    failed,
    add: () => void add().catch(fail),
    toggle: (product) => {
      setFailed((before) => (before?.id === product.id ? null : before));
      const { id, active } = product;
      toggle.mutateAsync({ body: { id, product: { active: !active } } }).catch((error: unknown) => {
        logError('A product was not changed.', error);
        setFailed(product);
      });
    },
  };
}

/** Deletes the open product and returns to the list; unsaved changes of it are no reason to stay. */
export function useDeleteProduct() {
  const t = useInventoryTexts();
  const router = useRouter();
  const cache = useQueryClient();
  const fail = useFailureDialog();
  const { listHref } = useRecordAddress(LIST);
  const isDeleting = useRef(false);
  const remove = async (product: Product) => {
    isDeleting.current = true;
    withdrawUndo();
    try {
      const restore = await deleteProducts([product.id]);
      await router.navigate({ href: listHref, resetScroll: false });
      await cache.invalidateQueries({ queryKey: ['inventory'] });
      offerUndo(t('deleted', { name: product.name }), restore);
    } finally {
      isDeleting.current = false;
    }
  };
  return { isDeleting, remove: (product: Product) => void remove(product).catch(fail) };
}
