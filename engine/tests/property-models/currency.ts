import * as fc from 'fast-check';
import { dayNumber } from './days.ts';

// Exchange rates of a generated warehouse.

export const CURRENCIES = ['EUR', 'USD', 'TRY'] as const;
export type Currency = (typeof CURRENCIES)[number];
const BASE: Currency = 'EUR';
/** The model's currency, which reports are in unless the tenant or a query names another one. */
export const MODEL_CURRENCY: Currency = 'USD';
/** The day of every query; some rows and rates are of later days. */
export const TODAY = '2025-03-15';

export interface Quote {
  tenant: 'alder' | 'birch';
  /** Those of another base do not count. */
  base: 'EUR' | 'GBP';
  currency: Currency;
  day: string;
  rate: number;
}
export interface GeneratedRates {
  quoted: 'currency_per_base' | 'base_per_currency';
  /** For how many days a rate holds. */
  carry: number;
  /** Whether the table has rates of another base, too. */
  bases: boolean;
  quotes: Quote[];
  /** The tenant's reporting currency, as set. */
  reporting: Currency | null;
}

/** Some of them between the days of rows, so that it matters which day's rate counts. */
const DAYS = [
  '2024-01-15',
  '2024-01-31',
  '2024-12-20',
  '2024-12-31',
  '2025-01-10',
  '2025-01-31',
  '2025-02-15',
  '2025-02-28',
  '2025-03-10',
  '2025-03-31',
]; // prettier-ignore
/** Powers of two: amounts times their quotients are exact as floating-point numbers. */
const RATES = [0.25, 0.5, 1, 2, 4, 8];

const quotesOf = (tenant: Quote['tenant'], base: Quote['base'], currency: Currency): fc.Arbitrary<Quote[]> =>
  fc
    .record({
      days: fc.oneof(
        { weight: 3, arbitrary: fc.constant(DAYS) },
        { weight: 1, arbitrary: fc.subarray(DAYS, { maxLength: 3 }) },
      ),
      rates: fc.array(fc.constantFrom(...RATES), { minLength: DAYS.length, maxLength: DAYS.length }),
    })
    .map(({ days, rates }) =>
      days.map((day, place) => ({ tenant, base, currency, day, rate: currency === base ? 1 : rates[place]! })),
    );

export const generatedRates: fc.Arbitrary<GeneratedRates> = fc
  .record({
    quoted: fc.constantFrom<GeneratedRates['quoted']>('currency_per_base', 'base_per_currency'),
    carry: fc.constantFrom(0, 30, 366, 366),
    bases: fc.boolean(),
    quotes: fc
      .tuple(
        ...(['alder', 'birch'] as const).flatMap((tenant) => CURRENCIES.map((code) => quotesOf(tenant, BASE, code))),
        ...CURRENCIES.map((code) => quotesOf('alder', 'GBP', code)),
      )
      .map((all) => all.flat()),
    reporting: fc.option(fc.constantFrom(...CURRENCIES)),
  })
  .map(({ quotes, ...rates }) => ({ ...rates, quotes: quotes.filter(({ base }) => rates.bases || base === BASE) }));

/** The model's table of rates. */
export const exchangeRatesOf = ({ quoted, carry, bases }: GeneratedRates) => ({
  table: 'fx',
  base: BASE,
  ...(bases && { baseColumn: 'base' }),
  currency: 'currency',
  day: 'day',
  rate: 'rate',
  quote: quoted,
  carry: { days: carry },
});

/** The rate between a currency and the base on a day: the last one until then, unless it is too old. */
function quoteOn({ quotes, carry }: GeneratedRates, currency: Currency, day: string): number | null {
  if (currency === BASE) return 1;
  const own = quotes.filter((item) => item.tenant === 'alder' && item.base === BASE && item.currency === currency);
  const last = own.filter((item) => item.day <= day).toSorted((one, other) => (one.day < other.day ? 1 : -1))[0];
  return last && dayNumber(day) - dayNumber(last.day) <= carry ? last.rate : null;
}

/** What an amount is multiplied by; null if there is no rate. */
export function rateOf(rates: GeneratedRates, from: Currency | null, to: Currency, day: string | null): number | null {
  if (from === null || from === to) return from && 1;
  const [own, target] = [from, to].map((code) => (day === null ? null : quoteOn(rates, code, day))) as [
    number | null,
    number | null,
  ];
  if (own === null || target === null) return null;
  return rates.quoted === 'currency_per_base' ? target / own : own / target;
}
