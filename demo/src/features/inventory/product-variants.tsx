import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { AmountField } from './amount-field.tsx';
import type { Product } from './product.ts';
import { useInventoryTexts } from './inventory.texts.ts';
import classes from './product-form.module.css';

type Variants = Product['variants'];

interface ProductVariantsProps {
  variants: Variants;
  /** The product's, with which those of new variants begin. */
  sku: string | null;
  hasIssue: boolean;
  onChange: (variants: Variants) => void;
}

const MOST_VARIANTS = 50;

/** Sizes or finishes of a product, each with its own SKU and stock. */
export function ProductVariants({ variants, sku, hasIssue, onChange }: ProductVariantsProps) {
  const t = useInventoryTexts();
  const change = (id: string, changed: Partial<Variants[number]>) =>
    onChange(variants.map((variant) => (variant.id === id ? { ...variant, ...changed } : variant)));
  const add = () =>
    onChange([...variants, { id: crypto.randomUUID(), name: '', sku: sku === null ? null : `${sku}-`, stock: 0 }]);
  return (
    <>
      {variants.length === 0 && <p className={classes['hint']}>{t('noVariants')}</p>}
      <ul className={classes['variants']}>
        {variants.map(({ id, name, sku: variantSku, stock }, index) => {
          const numbered = { place: index + 1 };
          return (
            <li key={id}>
              <TextInput
                aria-label={t('variantName', numbered)}
                placeholder={t('variantExample')}
                maxLength={50}
                value={name}
                error={hasIssue && name.trim() === ''}
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was just added
                autoFocus={name === '' && index === variants.length - 1}
                onChange={({ currentTarget }) => change(id, { name: currentTarget.value })}
              />
              <TextInput
                aria-label={t('variantSku', numbered)}
                placeholder={t('sku')}
                value={variantSku ?? ''}
                onChange={({ currentTarget }) => change(id, { sku: currentTarget.value || null })}
              />
              <AmountField
                aria-label={t('variantStock', numbered)}
                value={stock}
                onChange={(next) => change(id, { stock: next ?? 0 })}
              />
              <ActionIcon
                variant="subtle"
                color="red"
                size="lg"
                aria-label={t('removeVariant', { name: name || String(index + 1) })}
                onClick={() => onChange(variants.filter((variant) => variant.id !== id))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      {hasIssue && (
        <p className={classes['issue']} role="alert">
          {t('variantIssue')}
        </p>
      )}
      {variants.length < MOST_VARIANTS && (
        <Button size="compact-sm" variant="default" leftSection={<IconPlus size={14} />} onClick={add}>
          {t('addVariant')}
        </Button>
      )}
    </>
  );
}
