import { formatInteger, useUiContext } from '@rise/ui';

/** Formats integers in the reader's language. */
export function useCount(): (count: number) => string {
  const { locale } = useUiContext();
  return (count) => formatInteger(count, locale);
}
