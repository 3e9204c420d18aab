import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import type { CompiledModel } from '../../src/index.ts';

const text = 'title: { en: T }, definition: { en: D }';
const money = `${text}, format: { unit: currency, decimals: 2 }`;

/** A ledger with bookings in several currencies, balances of accounts, and the rates of currencies against the euro. */
export const LEDGER_MODEL = `
name: ledger
title: { en: Ledger }
description: { en: Bookings in several currencies }
exchangeRates:
  table: fx
  base: EUR
  currency: code
  day: day
  rate: rate
  quote: currency_per_base
  carry: { days: 3 }
datasets:
  - name: bookings
    title: { en: Bookings }
    description: { en: One row a booking }
    owner: Finance
    table: booking
    joins: [{ table: account, on: [{ column: account, key: id }] }]
    asOf: { table: booking, column: day }
    currency: { column: { table: booking, column: currency } }
    dimensions:
      - { name: day, type: date, title: { en: Day }, column: { table: booking, column: day } }
      - { name: branch, type: string, title: { en: Branch }, column: { table: booking, column: branch } }
      - { name: currency, type: string, title: { en: Currency }, column: { table: booking, column: currency } }
      - { name: account, type: integer, title: { en: Account }, column: { table: booking, column: account } }
    measures:
      - { name: rows, kind: count, ${text}, format: { unit: count } }
      - { name: amount, kind: sum, expression: amount, convert: { at: day, time: day }, ${money} }
      - { name: fee, kind: sum, expression: fee, currency: TRY, convert: { at: day, time: day }, ${money} }
      - { name: at_end, kind: sum, expression: amount, convert: { at: period_end, time: day }, ${money} }
      - { name: mean, kind: average, expression: amount, convert: { at: day, time: day }, ${money} }
      - { name: largest, kind: max, expression: amount, convert: { at: day, time: day }, ${money} }
      - { name: middle, kind: median, expression: amount, convert: { at: day, time: day }, ${money} }
      - { name: weighted, kind: median, expression: amount, weight: fee, convert: { at: day, time: day }, ${money} }
      - { name: limits, kind: sum, expression: account.credit, currency: { column: { table: account, column: currency } }, convert: { at: period_end, time: day }, ${money} }
      - { name: own, kind: sum, expression: amount, ${money} }
      - { name: in_lira, kind: sum, expression: fee, currency: TRY, ${money} }
      - { name: net, kind: combine, terms: [{ measure: amount }, { measure: fee, factor: -1 }], ${money} }
      - { name: fee_share, kind: ratio, numerator: [{ measure: fee }], denominator: [{ measure: amount }], ${text}, format: { unit: percent } }
      - { name: per_booking, kind: ratio, numerator: [{ measure: amount }], denominator: [{ measure: rows }], ${money} }
      - { name: gross, kind: derived, expression: "amount + fee", ${money} }
      - { name: own_net, kind: derived, expression: "own * 2", ${money} }
  - name: balances
    title: { en: Balances }
    description: { en: One row for each change of a balance }
    owner: Finance
    table: balance
    asOf: { table: balance, column: day }
    currency: { dimension: currency }
    dimensions:
      - { name: day, type: date, title: { en: Day }, column: { table: balance, column: day } }
      - { name: branch, type: string, title: { en: Branch }, column: { table: balance, column: branch } }
      - { name: currency, type: string, title: { en: Currency }, column: { table: balance, column: currency } }
      - { name: account, type: integer, title: { en: Account }, column: { table: balance, column: account } }
    measures:
      - { name: closing, kind: sum, expression: amount, over: { time: day, take: last, per: account }, convert: { at: period_end }, ${money} }
      - { name: booked, kind: sum, expression: amount, over: { time: day, take: last, per: account }, convert: { at: day }, ${money} }
      - { name: last_day, kind: sum, expression: amount, over: { time: day, take: last }, convert: { at: period_end }, ${money} }
      - { name: daily, kind: sum, expression: amount, over: { time: day, take: average }, convert: { at: day }, ${money} }
combined:
  - name: book
    title: { en: Book }
    description: { en: Bookings and balances }
    owner: Finance
    facts: [bookings, balances]
    shared: [day, branch]
    measures:
      - { name: turnover, kind: ratio, numerator: [{ measure: amount }], denominator: [{ measure: closing }], ${text}, format: { unit: percent } }
`;

export const ledgerModel = (change: (yaml: string) => string = (yaml) => yaml): CompiledModel =>
  compileModel(parseModel(change(LEDGER_MODEL), 'ledger.yaml'));

export interface Booking {
  day: string;
  branch: string;
  currency: string | null;
  account: number;
  amount: number | null;
  fee: number;
}
export interface Rate {
  code: string;
  day: string;
  rate: number;
}
export interface Balance {
  day: string;
  branch: string;
  currency: string;
  account: number;
  amount: number;
}

const value = (item: string | number | null) =>
  item === null ? 'NULL' : typeof item === 'string' ? `'${item}'` : String(item);
const insert = (table: string, rows: readonly object[]) =>
  `INSERT INTO ${table} VALUES ${rows.map((row) => `('alder', ${(Object.values(row) as (string | number | null)[]).map(value).join(', ')})`).join(', ')}`;

/** Tables of the ledger and their rows, in SQL that every engine accepts. */
export function ledgerTables(rows: { bookings: Booking[]; rates: Rate[]; balances: Balance[] }): string[] {
  return [
    'CREATE TABLE booking (tenant_id VARCHAR, day DATE, branch VARCHAR, currency VARCHAR, account BIGINT, amount DECIMAL(18,2), fee DECIMAL(18,2))',
    'CREATE TABLE account (tenant_id VARCHAR, id BIGINT, currency VARCHAR, credit DECIMAL(18,2))',
    'CREATE TABLE balance (tenant_id VARCHAR, day DATE, branch VARCHAR, currency VARCHAR, account BIGINT, amount DECIMAL(18,2))',
    'CREATE TABLE fx (tenant_id VARCHAR, code VARCHAR, day DATE, rate DOUBLE PRECISION)',
    insert('booking', rows.bookings),
    insert('account', [
      { id: 1, currency: 'EUR', credit: 1000 },
      { id: 2, currency: 'USD', credit: 500 },
      { id: 3, currency: 'TRY', credit: 90_000 },
    ]),
    insert('balance', rows.balances),
    insert('fx', rows.rates),
    // Of another tenant: neither its amounts nor its rates count.
    "INSERT INTO fx VALUES ('birch', 'USD', DATE '2025-01-02', 99)",
    "INSERT INTO booking VALUES ('birch', DATE '2025-01-02', 'North', 'USD', 1, 999999, 1)",
  ];
}
