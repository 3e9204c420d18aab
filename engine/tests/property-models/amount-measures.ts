import type { Amounts, DerivedMeasure, RowMeasure } from './row-measure.ts';

// Measures of amounts in currencies: converted, and as they are.

const sumOf = (amounts: Amounts, more: Partial<RowMeasure> = {}): RowMeasure => ({
  kind: 'sum',
  of: 'money',
  where: null,
  over: null,
  amounts,
  ...more,
});
const AT_DAY: Amounts = { in: 'row', at: 'day' };
const AT_END: Amounts = { in: 'row', at: 'period_end' };
const OWN: Amounts = { in: 'row', at: null };

/** The measures of every fact, by their name there. */
export const OF_AMOUNTS: Record<string, RowMeasure> = {
  converted: sumOf(AT_DAY),
  at_end: sumOf(AT_END),
  lira: sumOf({ in: 'TRY', at: 'day' }, { where: 'flag' }),
  in_lira: sumOf({ in: 'TRY', at: null }),
  dearest: sumOf(AT_DAY, { kind: 'max' }),
  mean_amount: sumOf(AT_END, { kind: 'average', where: 'number' }),
  middle_amount: sumOf(AT_DAY, { kind: 'median' }),
  typical_amount: sumOf(AT_DAY, { kind: 'median', weight: 'number' }),
  own: sumOf(OWN),
  own_big: sumOf(OWN, { where: 'number' }),
  own_last: sumOf(OWN, { over: 'last' }),
  last_amount: sumOf(AT_END, { over: 'last' }),
  first_amount: sumOf(AT_END, { over: 'first', where: 'flag' }),
  daily_amount: sumOf(AT_DAY, { over: 'average' }),
  low_amount: sumOf(AT_DAY, { over: 'min' }),
  known_amount: sumOf(AT_END, { over: 'last', known: 0 }),
  known_booked: sumOf(AT_DAY, { over: 'last', known: 40 }),
  known_mean_amount: sumOf(AT_DAY, { over: 'average', known: 0 }),
};
/** Of facts that are joined to a unit, whose places have a currency of their own. */
export const OF_UNIT_AMOUNTS: Record<string, RowMeasure> = {
  places_value: sumOf({ in: 'unit', at: 'period_end' }, { of: 'unit.places' }),
};

/** Measures derived within one fact. */
export const WITHIN_AMOUNTS: Record<string, DerivedMeasure> = {
  lira_part: { kind: 'ratio', top: 'lira', bottom: 'converted' },
  net: {
    kind: 'combine',
    terms: [
      { measure: 'at_end', factor: 1 },
      { measure: 'lira', factor: -1 },
    ],
  },
  gross: { kind: 'derived', left: 'converted', right: 'last_amount' },
  own_rest: { kind: 'derived', left: 'own', right: 'own_big' },
  own_mean: { kind: 'ratio', top: 'own', bottom: 'rows' },
};

/** What a measure of amounts has in the model. */
export function declaredAmounts({ amounts, over }: RowMeasure, time: string) {
  if (!amounts) return {};
  const { in: of, at } = amounts;
  const currency = of === 'unit' ? { column: { table: 'unit', column: 'currency' } } : of;
  return {
    format: { unit: 'currency' },
    // Those of rows are the dataset's.
    ...(of !== 'row' && { currency }),
    // Balances take the rate of their own date.
    ...(at && { convert: { at, ...(over === null && { time }) } }),
  };
}
