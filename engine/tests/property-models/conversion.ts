import type { VisibleRow } from './aggregate.ts';
import type { Currency } from './currency.ts';
import type { Amounts } from './row-measure.ts';

// Amounts converted as the reference evaluator understands it: one after another, without SQL.

/**
 * A row whose amounts are in the currency of the query: NaN if there is no rate, as is then every figure that they count
 * for. `end` is the last day of the row's period.
 */
export function convertedRow(
  row: VisibleRow,
  { in: code, at }: Amounts,
  { end, rate }: { end: string | null; rate: (from: Currency | null, day: string | null) => number | null },
): VisibleRow {
  const day = at === 'day' ? (row.day as string | null) : end;
  const unit = row.joined['unit.places'];
  const from = code === 'row' ? row.currency : code === 'unit' ? (unit?.currency ?? null) : code;
  const factor = rate(from as Currency | null, day) ?? Number.NaN;
  return {
    ...row,
    money: row.money === null ? null : row.money * factor,
    joined: {
      ...row.joined,
      'unit.places': unit && { ...unit, figure: unit.figure === null ? null : unit.figure * factor },
    },
  };
}

/** Whether amounts cannot be added up: in several currencies, or in one that a row does not state. */
export const areMixed = (currencies: readonly (string | null)[]) =>
  currencies.includes(null) || new Set(currencies).size > 1;
