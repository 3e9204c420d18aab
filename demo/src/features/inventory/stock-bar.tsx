import { formatInteger, MISSING, useUiContext } from '@rise/ui';
import { stockLevel } from '../../simulation/groups/inventory/stock-level.ts';
import { useInventoryTexts } from './inventory.texts.ts';
import classes from './inventory.module.css';

export const LEVEL_TEXTS = { low: 'low', medium: 'medium', high: 'high' } as const;

/** How many there are, with a bar of three lengths; low and medium stock also in words. */
export function StockBar({ stock }: { stock: number | null }) {
  const t = useInventoryTexts();
  const { locale } = useUiContext();
  const level = stockLevel(stock);
  return (
    <span className={classes['stock']} data-level={level}>
      <span className={classes['figure']}>{stock === null ? MISSING : formatInteger(stock, locale)}</span>
      <span className={classes['level']} aria-hidden />
      <span className={classes['spoken']}>{t(LEVEL_TEXTS[level])}</span>
    </span>
  );
}
