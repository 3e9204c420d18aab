import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Named } from './product.ts';
import { AmountField } from './amount-field.tsx';
import { useCatalog } from './use-catalog.ts';
import type { ProductForm } from './use-product-draft.ts';
import { useInventoryTexts } from './inventory.texts.ts';
import classes from './product-form.module.css';

/** Name, description, and what the product is. */
export function ProductFields({ form: { values, issues, set } }: { form: ProductForm }) {
  const t = useInventoryTexts();
  const { categories, brands, vendors } = useCatalog();
  const name = useRef<HTMLInputElement>(null);
  // A new product has nothing but a name that is to be replaced.
  const [isNew] = useState(values.sku === null && values.basePrice === null && values.images.length === 0);
  useEffect(() => {
    if (isNew) name.current?.select();
  }, [isNew]);
  const select = (field: 'category' | 'brand' | 'vendor', all: readonly Named[]) => (
    <NativeSelect
      label={t(field)}
      value={values[field] ?? ''}
      data={[{ value: '', label: t('none') }, ...all.map(({ id, name: label }) => ({ value: id, label }))]}
      onChange={({ currentTarget }) => set({ [field]: currentTarget.value || null })}
    />
  );
  return (
    <>
      <Switch
        label={t('active')}
        checked={values.active}
        onChange={({ currentTarget }) => set({ active: currentTarget.checked })}
      />
      <TextInput
        ref={name}
        data-autofocus={isNew || undefined}
        label={t('name')}
        required
        maxLength={200}
        error={issues.name && t('nameIssue')}
        value={values.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <Textarea
        label={t('description')}
        rows={3}
        value={values.description ?? ''}
        onChange={({ currentTarget }) => set({ description: currentTarget.value || null })}
      />
      <div className={classes['fields']}>
        <TextInput
          label={t('sku')}
          value={values.sku ?? ''}
          onChange={({ currentTarget }) => set({ sku: currentTarget.value || null })}
        />
        <TextInput
          label={t('barcode')}
          inputMode="numeric"
          value={values.barcode ?? ''}
          onChange={({ currentTarget }) => set({ barcode: currentTarget.value || null })}
        />
        {select('category', categories)}
        {select('brand', brands)}
        {select('vendor', vendors)}
        <AmountField
          label={t('weight')}
          decimals={3}
          unit="kg"
          value={values.weight}
          onChange={(weight) => set({ weight })}
        />
      </div>
    </>
  );
}
