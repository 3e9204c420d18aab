import { useUiContext, formatInteger } from '@rise/ui';
import { useMemo } from 'react';
import { Widget } from '../../dashboards/widget.tsx';
import { AppLink } from '../../routing/link.tsx';
import { useFinanceTexts } from './finance-dashboard.texts.ts';
import { newestFirst, type Transaction } from './finance.ts';
import { TransactionsGrid } from './transactions-grid.tsx';
import { useTransactionsTable } from './transactions-table.ts';
import classes from './recent-card.module.css';

const SHOWN = 9;

/** The latest transactions, sortable, with a link to all. */
export function RecentCard({ transactions }: { transactions: readonly Transaction[] }) {
  const t = useFinanceTexts();
  const { locale } = useUiContext();
  const asTable = useTransactionsTable();
  const latest = useMemo(() => newestFirst(transactions).slice(0, SHOWN), [transactions]);
  return (
    <Widget
      title={t('recentTransactions')}
      span={8}
      headerEnd={
        <AppLink href="/dashboards/finance/transactions" className={classes['all']}>
          {t('seeAll', { count: formatInteger(transactions.length, locale) })}
        </AppLink>
      }
      exported={{ name: 'recent-transactions', table: () => asTable(latest) }}
    >
      <TransactionsGrid label={t('recentTransactions')} transactions={latest} />
    </Widget>
  );
}
