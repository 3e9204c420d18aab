import { useCallback } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import { type FigureFormat, type FigureStyle, type FigureValue, formatFigure } from './format-figure.ts';

export type WriteFigure = (
  value: FigureValue,
  format: FigureFormat,
  style?: Pick<FigureStyle, 'compact' | 'signed'>,
) => string;

/** `formatFigure` in the reader's locale and the tenant's currency. */
export function useFigure(): WriteFigure {
  const { locale, currency } = useUiContext();
  return useCallback(
    (value, format, style) => formatFigure(value, format, { locale, currency, ...style }),
    [locale, currency],
  );
}
