import type { Cell, QueryResult } from '@rise/contract';
import { generateWarehouse } from './generated-warehouse.ts';
import type { GeneratedWarehouse } from './generated-warehouse.ts';
import { ledgerModel, ledgerTables } from './ledger.ts';
import type { Balance, Booking, Rate } from './ledger.ts';

// The rows of a ledger, and what its amounts are in another currency, converted one by one.

/** No rates on Saturday 4 and Sunday 5 January, nor from 15 to 24 January: longer than they are carried. */
const RATED = [2, 3, 6, 7, 8, 9, 10, 13, 14, 27, 28, 29, 30, 31];
export const date = (day: number) => `2025-01-${String(day).padStart(2, '0')}`;
const RATES: Rate[] = [
  ...RATED.flatMap((day) => [
    { code: 'USD', day: date(day), rate: 1.02 + day / 1000 },
    { code: 'TRY', day: date(day), rate: 36.5 + day / 10 },
  ]),
  { code: 'USD', day: '2025-02-03', rate: 1.0274 },
  { code: 'TRY', day: '2025-02-03', rate: 36.9471 },
  // The base itself, which the table may have.
  { code: 'EUR', day: date(2), rate: 1 },
];
export const CODES = ['EUR', 'USD', 'TRY'];
export const BOOKINGS: Booking[] = Array.from({ length: 90 }, (_, index) => ({
  day: date(2 + ((index * 5) % 14) + (index % 4 === 0 && index > 60 ? 15 : 0)),
  branch: index % 4 === 0 ? 'South' : 'North',
  currency: CODES[index % 3]!,
  account: 1 + (index % 3),
  // In whole cents: engines round numbers with more decimal places differently as they store them.
  amount: index === 7 ? null : Math.round(1000 + index * 337) / 100,
  fee: index + 0.5,
})).filter(({ day, currency }) => day <= date(17) || day >= date(27) || currency === 'USD');
const BALANCES: Balance[] = [
  { day: date(3), branch: 'North', currency: 'USD', account: 1, amount: 1000 },
  { day: date(8), branch: 'North', currency: 'EUR', account: 2, amount: 500 },
  { day: date(30), branch: 'North', currency: 'USD', account: 1, amount: 1200 },
  { day: date(30), branch: 'South', currency: 'TRY', account: 3, amount: 70_000 },
];

/** Units of a currency for one euro, of the last rate of the three days before. */
function perEuro(code: string | null, day: string): number | null {
  if (code === 'EUR') return 1;
  const known = RATES.filter((rate) => rate.code === code && rate.day <= day).toSorted((a, b) =>
    a.day < b.day ? 1 : -1,
  );
  const [last] = known;
  return last && (Date.parse(day) - Date.parse(last.day)) / 86_400_000 <= 3 ? last.rate : null;
}
export const converted = (amount: number, from: string | null, to: string, day: string): number | null => {
  if (from === to) return amount;
  const [own, target] = [perEuro(from, day), perEuro(to, day)];
  return own === null || target === null ? null : (amount / own) * target;
};
/** Null as soon as one is. */
export const total = (all: readonly (number | null)[]): number | null =>
  all.length === 0 || all.includes(null) ? null : all.reduce<number>((sum, item) => sum + item!, 0);

export const RATED_DAYS = { field: 'day', during: { since: date(2), until: date(17) } };
export const inRange = ({ day }: Booking) => day <= date(17);
export const groupsOf = <T>(rows: readonly T[], keyOf: (row: T) => Cell) =>
  [...new Set(rows.map(keyOf))].toSorted().map((key) => [key, rows.filter((row) => keyOf(row) === key)] as const);
export const amounts = (rows: readonly Booking[], to: string) =>
  total(rows.filter((row) => row.amount !== null).map((row) => converted(row.amount!, row.currency, to, row.day)));
export const fees = (rows: readonly Booking[], to: string) =>
  total(rows.map((row) => converted(row.fee, 'TRY', to, row.day)));

export interface LedgerAmounts {
  warehouse: GeneratedWarehouse;
  /** The result of a query of bookings in a reporting currency. */
  runQuery(query: object, currency?: string): Promise<QueryResult>;
  close(): Promise<void>;
}

export const model = ledgerModel();

/** The ledger on every engine. */
export async function openLedger(): Promise<LedgerAmounts> {
  const tables = ledgerTables({ bookings: BOOKINGS, rates: RATES, balances: BALANCES });
  const warehouse = await generateWarehouse(tables, date(31));
  return {
    warehouse,
    runQuery: (query, currency = 'EUR') => warehouse.runQuery(model, { dataset: 'bookings', ...query }, { currency }),
    close: () => warehouse.close(),
  };
}
