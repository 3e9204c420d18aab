import { useUiContext } from '@rise/ui';
import { useMemo } from 'react';

/** Formats whole US dollars. */
export function useMoney(): (amount: number) => string {
  const { locale } = useUiContext();
  return useMemo(() => {
    const words = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
    return (amount) => words.format(amount);
  }, [locale]);
}

/** Formats a fraction as a whole percentage. */
export function usePercent(): (share: number) => string {
  const { locale } = useUiContext();
  return (share) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

/** Formats gigabytes, from 1,000 on as terabytes. */
export function useStorage(): (gigabytes: number) => string {
  const { locale } = useUiContext();
  return (gigabytes) =>
    gigabytes < 1000 ? `${gigabytes.toLocaleString(locale)} GB` : `${(gigabytes / 1000).toLocaleString(locale)} TB`;
}
