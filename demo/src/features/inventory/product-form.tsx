import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { DetailSection, formatInteger, Notice, useUiContext } from '@rise/ui';
import { IconTrash } from '@tabler/icons-react';
import { call } from '../../client/client.ts';
import { TagPicker } from '../../components/tag-picker.tsx';
import { AmountField } from './amount-field.tsx';
import type { Product } from './product.ts';
import { ProductFields } from './product-fields.tsx';
import { ProductPictures } from './product-pictures.tsx';
import { ProductPrice } from './product-price.tsx';
import { ProductVariants } from './product-variants.tsx';
import { StockBar } from './stock-bar.tsx';
import { useCatalog } from './use-catalog.ts';
import { useDeleteProduct } from './use-product-acts.ts';
import { type ProductForm as Form, useProductDraft } from './use-product-draft.ts';
import { useInventoryTexts } from './inventory.texts.ts';
import classes from './product-form.module.css';

/** The open product as a form, which is saved by its button or Ctrl+S. */
export function ProductForm({ record }: { record: Product }) {
  return <Fields key={record.id} product={record} />;
}

function Fields({ product }: { product: Product }) {
  const t = useInventoryTexts();
  const { isDeleting, remove } = useDeleteProduct();
  const form = useProductDraft(product, isDeleting);
  const { values, set } = form;
  useHotkeys([['mod+S', () => void form.save()]], []);
  return (
    <form
      noValidate
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <ProductPictures product={values} onChange={set} />
      <ProductFields form={form} />
      <ProductPrice form={form} />
      <ProductStock form={form} />
      <DetailSection title={t('variants')}>
        <ProductVariants
          variants={values.variants}
          sku={values.sku}
          hasIssue={form.issues.variants === true}
          onChange={(variants) => set({ variants })}
        />
      </DetailSection>
      <ProductTags form={form} />
      <Button
        className={classes['delete'] ?? ''}
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={16} />}
        onClick={() => remove(product)}
      >
        {t('deleteProduct')}
      </Button>
      <SaveBar form={form} />
    </form>
  );
}

/** Without variants the stock is entered; with them it is their total. */
function ProductStock({ form: { values, issues, set } }: { form: Form }) {
  const t = useInventoryTexts();
  const { locale } = useUiContext();
  const hasVariants = values.variants.length > 0;
  return (
    <DetailSection title={t('stockTitle')}>
      <div className={classes['fields']}>
        <AmountField
          label={t('stock')}
          value={values.stock}
          disabled={hasVariants}
          {...(hasVariants && { description: t('stockOfVariants') })}
          onChange={(stock) => set({ stock })}
        />
        <AmountField
          label={t('reserved')}
          value={values.reserved}
          error={issues.reserved && t('reservedIssue')}
          onChange={(reserved) => set({ reserved })}
        />
      </div>
      <p className={classes['available']}>
        <StockBar stock={values.stock} />
        {t('available', { available: formatInteger((values.stock ?? 0) - (values.reserved ?? 0), locale) })}
      </p>
    </DetailSection>
  );
}

function ProductTags({ form: { values, set } }: { form: Form }) {
  const t = useInventoryTexts();
  const { tags } = useCatalog();
  return (
    <DetailSection title={t('tags')}>
      <TagPicker
        tags={tags}
        chosen={values.tags}
        onChange={(chosen) => set({ tags: [...chosen] })}
        onCreate={async (title) => {
          const { id } = await call('POST /api/apps/ecommerce/inventory/tag', { body: { tag: { title } } });
          set({ tags: [...values.tags, id] });
        }}
        onRename={(id, title) => call('PATCH /api/apps/ecommerce/inventory/tag', { body: { id, tag: { title } } })}
        onDelete={async (id) => {
          await call('DELETE /api/apps/ecommerce/inventory/tag', { query: { id } });
          set({ tags: values.tags.filter((tag) => tag !== id) });
        }}
      />
    </DetailSection>
  );
}

/** Stays in view while the form scrolls. */
function SaveBar({ form: { isDirty, issues, state, discard } }: { form: Form }) {
  const t = useInventoryTexts();
  const issueCount = Object.keys(issues).length;
  return (
    <div className={classes['save']}>
      {state === 'failed' && <Notice tone="negative">{t('notSaved')}</Notice>}
      {issueCount > 0 && <Notice tone="negative">{t('issues', { count: issueCount })}</Notice>}
      <div className={classes['save-acts']}>
        <span role="status">{t(isDirty ? 'unsaved' : state === 'saved' ? 'saved' : 'unchanged')}</span>
        {isDirty && (
          <Button variant="default" onClick={discard}>
            {t('discard')}
          </Button>
        )}
        <Button type="submit" disabled={!isDirty} loading={state === 'saving'} aria-keyshortcuts="Control+S Meta+S">
          {t(state === 'failed' ? 'retry' : 'save')}
        </Button>
      </div>
    </div>
  );
}
