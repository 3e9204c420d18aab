/** A figure as received from the server: exact decimals, dates and times as strings, null without data. */
export type FigureValue = string | number | null | undefined;

/** Format of a figure. Percent values are fractions: 0.0912 is 9.12 %. Dates and times are not converted. */
export interface FigureFormat {
  unit: 'currency' | 'percent' | 'count' | 'number' | 'date' | 'time';
  /** Digits after the point; percent counts them after × 100. */
  decimals?: number;
  /** Truncated instead of rounded. */
  truncate?: boolean;
  /** ISO 4217: of amounts in a currency of their own, instead of the style's; null where each has another. */
  currency?: string | null | undefined;
}

export interface FigureStyle {
  locale: string;
  /** ISO 4217; needed where the unit is `currency`. */
  currency?: string;
  /** Three digits and a scale (1.24M) for amounts and counts; percent stays as it is. */
  compact?: boolean;
  /** Shows a plus sign as well, for changes. */
  signed?: boolean;
}

/** Formats figures in one locale and currency. */
export type WriteFigure = (
  value: FigureValue,
  format: FigureFormat,
  style?: Pick<FigureStyle, 'compact' | 'signed'>,
) => string;

/** Shown without data. */
export const MISSING = '–';

const NUMERIC = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
/** A date or a local time, as the server sends them. */
const POINT_IN_TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?)?$/;

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, options);
    formats.set(key, format);
  }
  return format;
}

/** Formats without ever turning an exact decimal into a double, and with a true minus sign. */
function write(format: Intl.NumberFormat, value: string | number): string {
  const text = format.format(value as Intl.StringNumericLiteral);
  if (!text.includes('-')) return text;
  return format
    .formatToParts(value as Intl.StringNumericLiteral)
    .map((part) => (part.type === 'minusSign' ? '−' : part.value))
    .join('');
}

/** True unless the value is absent. */
export function isFigure(value: FigureValue): value is string | number {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'string' && (NUMERIC.test(value) || POINT_IN_TIME.test(value));
}

const isNumeric = (value: string | number): boolean => typeof value === 'number' || NUMERIC.test(value);

/** A date or a local time, independent of time zones. */
function formatPoint(value: string, { unit }: FigureFormat, locale: string): string {
  const date = new Date(value.includes('T') ? `${value}Z` : `${value}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return MISSING;
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeZone: 'UTC',
    ...(unit === 'time' && { timeStyle: 'short' }),
  }).format(date);
}

/** The symbol of a currency; of another than the page's own the one that differs from it: '$' and 'CA$'. */
function currencyOptions({ currency }: FigureFormat, style: FigureStyle): Intl.NumberFormatOptions {
  if (currency === null) return { style: 'decimal' };
  const own = style.currency ?? 'USD';
  const code = currency ?? own;
  return { style: 'currency', currency: code, currencyDisplay: code === own ? 'narrowSymbol' : 'symbol' };
}

const UNIT_STYLE = { percent: 'percent', count: 'decimal', number: 'decimal' } as const;

/** A figure as text: '$1,234', '9.12%', '−12', 'Dec 31, 2025', or an en dash where there is none. */
export function formatFigure(value: FigureValue, format: FigureFormat, style: FigureStyle): string {
  if (!isFigure(value)) return MISSING;
  if (format.unit === 'date' || format.unit === 'time') return formatPoint(String(value), format, style.locale);
  if (!isNumeric(value)) return MISSING;
  const decimals = format.decimals ?? 0;
  const compact = style.compact === true && format.unit !== 'percent' && Math.abs(Number(value)) >= 1000;
  return write(
    numberFormat(style.locale, {
      ...(format.unit === 'currency' ? currencyOptions(format, style) : { style: UNIT_STYLE[format.unit] }),
      ...(compact
        ? { notation: 'compact', maximumSignificantDigits: 3 }
        : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
      roundingMode: format.truncate === true ? 'trunc' : 'halfExpand',
      signDisplay: style.signed === true ? 'exceptZero' : 'negative',
    }),
    value,
  );
}

/** A difference of two percent figures, in percentage points: 0.0042 is '+0.42' before its unit. */
export function formatPoints(value: FigureValue, decimals: number, locale: string): string {
  if (!isFigure(value)) return MISSING;
  return write(
    numberFormat(locale, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      signDisplay: 'exceptZero',
    }),
    Number(value) * 100,
  );
}

/** A whole number: '4,374'. */
export const formatInteger = (value: number, locale: string): string =>
  write(numberFormat(locale, { maximumFractionDigits: 0 }), value);

/** A day, 'YYYY-MM-DD' or a full moment in ISO 8601: 'Dec 31, 2025'. Days have no time zone and are read in UTC. */
export function formatDate(iso: string, locale: string, length: 'medium' | 'long' = 'medium'): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return MISSING;
  const day = /^\d{4}-\d{2}-\d{2}$/.test(iso);
  return new Intl.DateTimeFormat(locale, { dateStyle: length, ...(day && { timeZone: 'UTC' }) }).format(date);
}

/** Compares figures; exact for whole-number strings of any length. Days and times are compared by their order. */
export function compareFigures(a: FigureValue, b: FigureValue): number {
  if (!isFigure(a) || !isFigure(b)) return Number(isFigure(b)) - Number(isFigure(a));
  if (!isNumeric(a) && !isNumeric(b)) return String(a) < String(b) ? -1 : Number(String(a) > String(b));
  const difference = Number(a) - Number(b);
  if (difference !== 0 || a === b) return difference;
  const whole = /^-?\d+$/;
  if (whole.test(String(a)) && whole.test(String(b))) {
    const [x, y] = [BigInt(a), BigInt(b)];
    return x < y ? -1 : Number(x > y);
  }
  return 0;
}
