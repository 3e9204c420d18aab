import { z } from 'zod';
import { currencyCode } from '../values/currency-code.ts';
import { columnRef, identifier, name } from './names.ts';

/** What amounts are in: one currency, or for each row the code in a column or dimension. */
export const amountCurrency = z.union([
  currencyCode,
  z.strictObject({ column: columnRef }),
  z.strictObject({ dimension: name }),
]);
export type AmountCurrency = z.infer<typeof amountCurrency>;

/**
 * The currency of a measure's amounts, and how they are converted to the reader's: at the rate of each row's day, or of
 * the last day of the period. `time` is the date dimension with the days; for balances that of their snapshots.
 */
export const money = {
  currency: amountCurrency.optional(),
  convert: z.strictObject({ at: z.enum(['day', 'period_end']), time: name.optional() }).optional(),
};

/**
 * The table of exchange rates between one base currency and others: at most one for each currency and day. Amounts are
 * converted between two others through the base.
 */
export const exchangeRates = z.strictObject({
  table: identifier,
  /** ISO 4217. Rows of another base in `baseColumn` are not used; without that column all rows are of this base. */
  base: currencyCode,
  baseColumn: identifier.optional(),
  /** Columns with the code of the other currency, the day, and the rate. */
  currency: identifier,
  day: identifier,
  rate: identifier,
  /** `currency_per_base`: the rate is the amount of the other currency for one unit of the base; or the reverse. */
  quote: z.enum(['currency_per_base', 'base_per_currency']),
  /** For how many days after its own a rate holds, where no later one is known: over weekends and holidays. */
  carry: z.strictObject({ days: z.int().min(0).max(366) }),
});
export type ExchangeRates = z.infer<typeof exchangeRates>;
