import type { Cell, FigureFormat, Language } from '@rise/contract';

const NUMERIC = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

interface Style {
  readonly language: Language;
  /** ISO 4217: the tenant's, of amounts whose currency the model does not name. */
  readonly currency: string;
  readonly signed?: boolean;
}

/** A day, 'YYYY-MM-DD', in words. */
export const dayText = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day.slice(0, 10)}T00:00:00Z`),
  );

/** A figure as text, exact decimals never as doubles; null without a value. */
export function figureText(value: Cell | undefined, format: FigureFormat, style: Style): string | null {
  if (value === null || value === undefined || typeof value === 'boolean') return null;
  if (format.unit === 'date' || format.unit === 'time') return dayText(String(value), style.language);
  if (typeof value === 'number' ? !Number.isFinite(value) : !NUMERIC.test(value)) return null;
  const unit: Intl.NumberFormatOptions =
    format.unit === 'percent'
      ? { style: 'percent' }
      : format.unit === 'currency' && format.currency !== null
        ? { style: 'currency', currency: format.currency ?? style.currency }
        : {};
  return new Intl.NumberFormat(style.language, {
    ...unit,
    minimumFractionDigits: format.decimals,
    maximumFractionDigits: format.decimals,
    roundingMode: format.truncate ? 'trunc' : 'halfExpand',
    signDisplay: style.signed ? 'exceptZero' : 'negative',
  }).format(value as Intl.StringNumericLiteral);
}

/** A difference of two percent figures, in percentage points. */
export function pointsText(value: Cell | undefined, decimals: number, language: Language): string | null {
  if (value === null || value === undefined || !Number.isFinite(Number(value))) return null;
  return new Intl.NumberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'exceptZero',
  }).format(Number(value) * 100);
}
