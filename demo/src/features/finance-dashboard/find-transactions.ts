import { formatDate, formatFigure } from '@rise/ui';
import { MONEY, type Transaction } from './finance.ts';

/** Without case and marks, so that "IŞIK" and "isik" meet. */
const plain = (text: string) =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i').replaceAll('−', '-');

/** Those that hold every word that was typed, in any of what the table shows. */
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
