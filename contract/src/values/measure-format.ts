import { z } from 'zod';

/**
 * Format of a measure. Percent values are fractions (0.0912), displayed × 100. `date` and `time` are those of the first or
 * last day or time, a `min` or `max`; times are in the tenant's time zone.
 */
export const measureFormat = z.strictObject({
  unit: z.enum(['currency', 'percent', 'count', 'number', 'date', 'time']),
  /** Decimal places in full display; for percent after × 100. */
  decimals: z.int().min(0).max(6).default(0),
  /** Truncated instead of rounded, as in NCUA's FPR for the net worth ratio: 6.999 % is 6.99 %, never 7.00 %. */
  truncate: z.boolean().default(false),
});
export type MeasureFormat = z.infer<typeof measureFormat>;

/** A format in results: the currency of the amounts, ISO 4217, where the model names one; null where each row has its own. */
export const figureFormat = measureFormat.extend({ currency: z.string().nullable().optional() });
export type FigureFormat = z.infer<typeof figureFormat>;
