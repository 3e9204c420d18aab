import type { CsvTable } from '@rise/shell/files';
import { useFinanceTexts } from './finance-dashboard.texts.ts';
import type { Transaction } from './finance.ts';

/** Transactions for export: exact times and amounts. */
export function useTransactionsTable(): (transactions: readonly Transaction[]) => CsvTable {
  const t = useFinanceTexts();
  return (transactions) => ({
    head: [t('transactionId'), t('date'), t('name'), t('amount'), t('status')],
    rows: transactions.map(({ transactionId, date, name, amount, status }) => [
      transactionId,
      date,
      name,
      amount,
      t(status),
    ]),
  });
}
