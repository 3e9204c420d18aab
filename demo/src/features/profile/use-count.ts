import { formatInteger, useUi } from '@rise/ui';

/** Whole numbers as the reader writes them. */
export function useCount(): (count: number) => string {
  const { locale } = useUi();
  return (count) => formatInteger(count, locale);
}
