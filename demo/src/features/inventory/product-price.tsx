import { DetailSection, MISSING, useFigure, useUiContext } from '@rise/ui';
import { AmountField } from './amount-field.tsx';
import { MONEY } from './product-row.tsx';
import { marginOf } from './product-draft.rules.ts';
import type { ProductForm } from './use-product-draft.ts';
import { useInventoryTexts } from './inventory.texts.ts';
import classes from './product-form.module.css';

const signOf = (locale: string, currency: string) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')!.value;

/** What the price is computed of, and the price as it is typed. */
export function ProductPrice({ form: { values, set } }: { form: ProductForm }) {
  const t = useInventoryTexts();
  const figure = useFigure();
  const { locale, currency } = useUiContext();
  const sign = signOf(locale, currency);
  const margin = marginOf(values);
  return (
    <DetailSection title={t('pricing')}>
      <div className={classes['fields']}>
        <AmountField
          label={t('cost')}
          fixed
          decimals={2}
          leftSection={sign}
          value={values.cost}
          onChange={(cost) => set({ cost })}
        />
        <AmountField
          label={t('basePrice')}
          fixed
          decimals={2}
          leftSection={sign}
          value={values.basePrice}
          onChange={(basePrice) => set({ basePrice })}
        />
        <AmountField
          label={t('tax')}
          decimals={2}
          unit="%"
          value={values.taxPercent}
          onChange={(taxPercent) => set({ taxPercent })}
        />
        <div className={classes['result']}>
          <span id="product-price">{t('price')}</span>
          <output aria-labelledby="product-price">{figure(values.price, MONEY)}</output>
          <span className={classes['hint']}>
            {t('margin', { margin: margin === null ? MISSING : figure(margin, { unit: 'percent', decimals: 1 }) })}
          </span>
        </div>
      </div>
    </DetailSection>
  );
}
