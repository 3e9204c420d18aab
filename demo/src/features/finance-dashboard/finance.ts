import type { FigureFormat } from '@rise/ui';
import type { CallResult } from '../../client/client.ts';

export type Finance = CallResult<'GET /api/dashboards/finance'>;
export type Transaction = Finance['recentTransactions'][number];
export type Statement = Finance['previousStatement'];
export type StatementName = 'previous' | 'current';

export const MONEY: FigureFormat = { unit: 'currency', decimals: 2 };
export const WHOLE_MONEY: FigureFormat = { unit: 'currency' };
export const PERCENT: FigureFormat = { unit: 'percent', decimals: 1 };

const DAY_MS = 86_400_000;
const STATEMENT_DAYS = 30;
const dayNumber = (iso: string) => Math.floor(Date.parse(iso) / DAY_MS);

/** The date only: statements and balances have no time of day. */
export const dayOf = (iso: string): string => iso.slice(0, 10);

/** The transactions of a statement: payments of the thirty days up to its date. */
export function ofStatement(statement: Statement, transactions: readonly Transaction[]): Transaction[] {
  return transactions.filter(({ amount, date }) => {
    const before = dayNumber(statement.date) - dayNumber(date);
    return amount < 0 && before >= 0 && before < STATEMENT_DAYS;
  });
}

/** Adds amounts exactly, in cents. */
export const totalOf = (transactions: readonly Transaction[]): number =>
  Math.round(transactions.reduce((total, { amount }) => total + amount * 100, 0)) / 100;

export const newestFirst = (transactions: readonly Transaction[]): Transaction[] =>
  transactions.toSorted((one, other) => other.date.localeCompare(one.date));
