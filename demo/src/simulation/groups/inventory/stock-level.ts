export const STOCK_LEVELS = ['low', 'medium', 'high'] as const;
export type StockLevel = (typeof STOCK_LEVELS)[number];

/** How much of a product is there. */
export function stockLevel(stock: number | null): StockLevel {
  if (stock === null || stock < 20) return 'low';
  return stock < 30 ? 'medium' : 'high';
}
