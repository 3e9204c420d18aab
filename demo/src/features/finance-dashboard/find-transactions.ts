import { createWordMatcher } from '@rise/contract/fold';
import { formatDate, formatFigure } from '@rise/ui';
import { MONEY, type Transaction } from './finance.ts';

/** Makes a typed hyphen match the minus sign of formatted amounts. */
const withHyphens = (text: string) => text.replaceAll('−', '-');

/** Transactions that contain every search word in any column. */
export function findTransactions(
  transactions: readonly Transaction[],
  typed: string,
  { locale, currency }: { locale: string; currency: string },
): Transaction[] {
  const matches = createWordMatcher(withHyphens(typed));
  return transactions.filter((one) => {
    const amount = formatFigure(one.amount, MONEY, { locale, currency });
    return matches(withHyphens([one.name, one.transactionId, formatDate(one.date, locale), amount].join(' ')));
  });
}
