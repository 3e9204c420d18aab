import { useCallback } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import { formatFigure, type WriteFigure } from './format-figure.ts';

export type { WriteFigure } from './format-figure.ts';

/** `formatFigure` in the reader's locale and the tenant's currency. */
export function useFigure(): WriteFigure {
  const { locale, currency } = useUiContext();
  return useCallback(
    (value, format, style) => formatFigure(value, format, { locale, currency, ...style }),
    [locale, currency],
  );
}
