import { formatInteger, useUiContext } from '@rise/ui';

/** Whole numbers as the reader writes them. */
export function useCount(): (count: number) => string {
  const { locale } = useUiContext();
  return (count) => formatInteger(count, locale);
}
