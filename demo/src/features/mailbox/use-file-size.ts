import { useUiContext } from '@rise/ui';

/** Writes a number of bytes in kilobytes. */
export function useFileSize(): (bytes: number) => string {
  const { locale } = useUiContext();
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });
  return (bytes) => format.format(Math.max(1, bytes / 1024));
}
