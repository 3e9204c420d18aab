import { formatDate, formatFigure } from '@rise/ui';
import { MONEY, type Transaction } from './finance.ts';

/** Ignores case and diacritics, so that "IŞIK" matches "isik". */
const plain = (text: string) =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i').replaceAll('−', '-');

/** Transactions that contain every search word in any column. */
export function findTransactions(
  transactions: readonly Transaction[],
  typed: string,
  { locale, currency }: { locale: string; currency: string },
): Transaction[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return transactions.filter((one) => {
    const amount = formatFigure(one.amount, MONEY, { locale, currency });
    const text = plain([one.name, one.transactionId, formatDate(one.date, locale), amount].join(' '));
    return words.every((word) => text.includes(word));
  });
}
