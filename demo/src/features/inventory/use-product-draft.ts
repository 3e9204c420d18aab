import { useConfirm } from '@rise/ui';
import { logError } from '@rise/ui/log';
import { useBlocker } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { saveProduct, type Product, type ProductChange } from './product.ts';
import { changesOf, drafted, issuesOf, type ProductDraft, type ProductIssues } from './product-draft.rules.ts';
import { useInventoryTexts } from './inventory.texts.ts';

export interface ProductForm {
  /** The product as it would be after saving. */
  readonly values: Product;
  /** From the first attempt to save on. */
  readonly issues: ProductIssues;
  readonly isDirty: boolean;
  readonly state: 'idle' | 'saving' | 'saved' | 'failed';
  readonly set: (change: ProductDraft) => void;
  readonly discard: () => void;
  readonly save: () => Promise<void>;
}

/** What was entered of a product until it is saved. Fields that were not changed follow the stored ones. */
export function useProductDraft(product: Product, isDeleting: RefObject<boolean>): ProductForm {
  const cache = useQueryClient();
  const [draft, setDraft] = useState<ProductDraft>({});
  const [wasTried, setTried] = useState(false);
  const [state, setState] = useState<ProductForm['state']>('idle');
  const values = drafted(product, draft);
  const changes = changesOf(product, draft);
  const isDirty = Object.keys(changes).length > 0;
  useGuard(isDirty, isDeleting);
  const discard = () => {
    setDraft({});
    setTried(false);
    setState('idle');
  };
  const save = async () => {
    if (!isDirty || state === 'saving') return;
    setTried(true);
    if (Object.keys(issuesOf(values)).length > 0) return;
    setState('saving');
    try {
      await saveProduct(product.id, trimmed(changes));
      await cache.invalidateQueries({ queryKey: ['inventory'] });
      // What was entered meanwhile stays.
      setDraft((now) => Object.fromEntries(Object.entries(now).filter(([field, value]) => draft[field as keyof ProductDraft] !== value))); // prettier-ignore
      setTried(false);
      setState('saved');
    } catch (error) {
      logError('A product was not saved.', error);
      setState('failed');
    }
  };
  return {
    values,
    issues: wasTried ? issuesOf(values) : {},
    isDirty,
    state,
    set: (change) => {
      setDraft((before) => ({ ...before, ...change }));
      setState('idle');
    },
    discard,
    save,
  };
}

const trimmed = (change: ProductChange): ProductChange =>
  change.name === undefined ? change : { ...change, name: change.name.trim() };

/** Confirms before what was entered is lost: in a dialog, and in the browser's own where the page is closed. */
function useGuard(isDirty: boolean, isDeleting: RefObject<boolean>): void {
  const t = useInventoryTexts();
  const confirm = useConfirm();
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: async ({ current, next }) => {
      if (isDeleting.current || current.pathname === next.pathname) return false;
      const answer = await confirm({
        title: t('leaveTitle'),
        message: t('leaveText'),
        actions: { confirm: { label: t('leave'), color: 'warn' }, cancel: { label: t('stay') } },
      });
      return answer !== 'confirmed';
    },
  });
}
