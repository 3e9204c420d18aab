import { DetailDrawer, DetailList, DetailSection, useFigure, useUiContext } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CallResult } from '../../client/client.ts';
import { demoQuery, useDemoQuery } from '../../client/queries.ts';
import { useLanguage } from '@rise/shell/language';
import { useAddress } from '@rise/shell/routing';
import { useInventoryTexts } from './inventory.texts.ts';
import classes from './inventory.module.css';

export type Product = NonNullable<CallResult<'GET /api/apps/ecommerce/inventory/product'>>;

/** The product in the address. An unknown id is removed from the address. */
export function ProductDrawer() {
  const { search, setSearch } = useAddress();
  const language = useLanguage();
  const id = search['product'];
  const { data } = useQuery({
    ...demoQuery('inventory', 'GET /api/apps/ecommerce/inventory/product', language, { query: { id: id ?? '' } }),
    enabled: id !== undefined,
  });
  const product = id === undefined ? null : (data ?? null);
  const [last, setLast] = useState(product);
  // While the drawer closes, it keeps showing the last record.
  if (product !== null && product !== last) setLast(product);
  const lost = id !== undefined && data === null;
  useEffect(() => {
    if (lost) setSearch({ product: null });
  }, [lost, setSearch]);
  return (
    <DetailDrawer
      opened={product !== null}
      onClose={() => setSearch({ product: null }, 'push')}
      title={last?.name ?? ''}
    >
      {last && <ProductDetail product={last} />}
    </DetailDrawer>
  );
}

function ProductDetail({ product }: { product: Product }) {
  const t = useInventoryTexts();
  const figure = useFigure();
  const { locale } = useUiContext();
  const { data: categories = [] } = useDemoQuery('inventory', 'GET /api/apps/ecommerce/inventory/categories');
  const { data: brands = [] } = useDemoQuery('inventory', 'GET /api/apps/ecommerce/inventory/brands');
  const { data: vendors = [] } = useDemoQuery('inventory', 'GET /api/apps/ecommerce/inventory/vendors');
  const { data: tags = [] } = useDemoQuery('inventory', 'GET /api/apps/ecommerce/inventory/tags');
  const named = (all: readonly { id: string; name: string }[], id: string | null) =>
    all.find((one) => one.id === id)?.name ?? '–';
  const money = (amount: number | null) => figure(amount, { unit: 'currency', decimals: 2 });
  const count = (amount: number | null) => figure(amount, { unit: 'count' });
  const productTags = tags.filter(({ id }) => product.tags.includes(id)).map(({ title }) => title);
  const pictures = product.images.length > 0 ? product.images : product.thumbnail ? [product.thumbnail] : [];
  return (
    <>
      {pictures.length > 0 && (
        <div className={classes['pictures']} tabIndex={0} role="group" aria-label={t('pictures')}>
          {pictures.map((picture) => (
            <img key={picture} src={picture} alt={t('picture', { name: product.name })} />
          ))}
        </div>
      )}
      <DetailSection title={t('price')}>
        <DetailList
          items={[
            { name: t('price'), value: <strong>{money(product.price)}</strong> },
            { name: t('basePrice'), value: money(product.basePrice) },
            {
              name: t('tax'),
              value: figure(product.taxPercent === null ? null : product.taxPercent / 100, { unit: 'percent' }),
            },
            { name: t('cost'), value: money(product.cost) },
          ]}
        />
      </DetailSection>
      <DetailSection title={t('stock')}>
        <DetailList
          items={[
            { name: t('stock'), value: count(product.stock) },
            { name: t('reserved'), value: count(product.reserved) },
            { name: t('active'), value: t(product.active ? 'yes' : 'no') },
          ]}
        />
      </DetailSection>
      <DetailSection title={t('name')}>
        <DetailList
          items={[
            { name: t('sku'), value: product.sku ?? '–' },
            { name: t('barcode'), value: product.barcode ?? '–' },
            { name: t('category'), value: named(categories, product.category) },
            { name: t('brand'), value: named(brands, product.brand) },
            { name: t('vendor'), value: named(vendors, product.vendor) },
            { name: t('weight'), value: weight(product.weight, locale) },
            { name: t('tags'), value: productTags.length > 0 ? productTags.join(', ') : '–' },
          ]}
        />
      </DetailSection>
      {product.description && (
        <DetailSection title={t('description')}>
          <p>{product.description}</p>
        </DetailSection>
      )}
    </>
  );
}

const weight = (kilograms: number | null, locale: string) =>
  kilograms === null ? '–' : new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilogram' }).format(kilograms);
