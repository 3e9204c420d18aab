import type { Product, ProductChange } from './product.ts';

export type ProductDraft = Partial<Omit<Product, 'id'>>;
export type ProductIssues = Partial<Record<'name' | 'reserved' | 'variants', true>>;

const cents = (amount: number) => Math.round(amount * 100) / 100;

/** Base price and tax, as the simulation computes it too. */
export const priceOf = ({ basePrice, taxPercent }: Pick<Product, 'basePrice' | 'taxPercent'>): number | null =>
  basePrice === null ? null : cents(basePrice * (1 + (taxPercent ?? 0) / 100));

/** Share of the base price that is left after the cost; null where one of them is missing. */
export const marginOf = ({ basePrice, cost }: Pick<Product, 'basePrice' | 'cost'>): number | null =>
  basePrice === null || cost === null || basePrice === 0 ? null : (basePrice - cost) / basePrice;

/** The product as it would be after saving: prices follow what they are computed of, and the stock its variants. */
export function drafted(product: Product, draft: ProductDraft): Product {
  const values = { ...product, ...draft };
  if ('basePrice' in draft || 'taxPercent' in draft) values.price = priceOf(values);
  if (draft.variants && values.variants.length > 0)
    values.stock = values.variants.reduce((sum, { stock }) => sum + stock, 0);
  return values;
}

/** The fields of a draft that differ from the product. */
export function changesOf(product: Product, draft: ProductDraft): ProductChange {
  const changed = Object.entries(draft).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(product[field as keyof Product]),
  );
  return Object.fromEntries(changed) as ProductChange;
}

export function issuesOf({ name, stock, reserved, variants }: Product): ProductIssues {
  return {
    ...(name.trim() === '' && { name: true }),
    ...(reserved !== null && reserved > (stock ?? 0) && { reserved: true }),
    ...(variants.some((variant) => variant.name.trim() === '') && { variants: true }),
  };
}
