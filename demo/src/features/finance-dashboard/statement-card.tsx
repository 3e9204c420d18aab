import { formatDate, useFigure, useUiContext } from '@rise/ui';
import { IconAlertCircle, IconCircleCheck, IconDownload, IconList, IconPrinter } from '@tabler/icons-react';
import { LevelBar } from '../../dashboards/level-bar.tsx';
import { saveAsCsv } from '../../dashboards/save-as-csv.ts';
import { Widget } from '../../dashboards/widget.tsx';
import { useFinanceTexts } from './finance-dashboard.texts.ts';
import { dayOf, MONEY, type Statement, type StatementName, type Transaction, WHOLE_MONEY } from './finance.ts';
import { StatusPill } from './status-pill.tsx';
import { useTransactionsTable } from './transactions-table.ts';
import classes from './statement-card.module.css';

interface StatementCardProps {
  name: StatementName;
  statement: Statement;
  /** The statement's transactions. */
  transactions: readonly Transaction[];
  onPrint: () => void;
}

/** A month's card statement: amount, payment status, and a menu with its documents. */
export function StatementCard({ name, statement, transactions, onPrint }: StatementCardProps) {
  const t = useFinanceTexts();
  const { locale } = useUiContext();
  const figure = useFigure();
  const asTable = useTransactionsTable();
  const { status, date, limit, spent, minimum } = statement;
  const Mark = status === 'paid' ? IconCircleCheck : IconAlertCircle;
  return (
    <Widget
      title={t(name === 'previous' ? 'previousStatement' : 'currentStatement')}
      subtitle={t('ofDay', { day: formatDate(dayOf(date), locale) })}
      span={3}
      menu={[
        {
          id: 'transactions',
          label: t('showTransactions'),
          icon: IconList,
          href: `/dashboards/finance/transactions?statement=${name}`,
        },
        {
          id: 'download',
          label: t('downloadTransactions'),
          icon: IconDownload,
          onClick: () => saveAsCsv(`${name}-statement`, asTable(transactions)),
        },
        { id: 'print', label: t('print'), icon: IconPrinter, onClick: onPrint },
      ]}
    >
      <div className={classes['statement']} data-status={status}>
        <Mark className={classes['mark']} size={112} stroke={1.5} aria-hidden />
        <p className={classes['caption']}>{t('spent')}</p>
        <p className={classes['spent']}>{figure(spent, MONEY)}</p>
        <p className={classes['status']}>
          <StatusPill status={status === 'paid' ? 'paid' : 'due'} />
        </p>
        <dl className={classes['figures']}>
          <div>
            <dt>{t('limit')}</dt>
            <dd>{figure(limit, WHOLE_MONEY)}</dd>
          </div>
          <div>
            <dt>{t('minimum')}</dt>
            <dd>{figure(minimum, MONEY)}</dd>
          </div>
          <div>
            <dt>{t('left')}</dt>
            <dd>{figure(limit - spent, MONEY)}</dd>
          </div>
        </dl>
        <LevelBar label={t('left')} share={(limit - spent) / limit} />
      </div>
    </Widget>
  );
}
