import { useMediaQuery } from '@mantine/hooks';
import { DataGrid, type DataGridColumn, formatDate, useFigure, useUiContext } from '@rise/ui';
import { useMemo } from 'react';
import { useFinanceTexts } from './finance-dashboard.texts.ts';
import { MONEY, totalOf, type Transaction } from './finance.ts';
import { StatusPill } from './status-pill.tsx';
import { useSort } from './use-sort.ts';
import classes from './transactions.module.css';

const PHONE_ORDER = ['name', 'amount', 'date', 'status', 'transactionId'];

interface TransactionsGridProps {
  label: string;
  transactions: readonly Transaction[];
  /** Shows a totals row. */
  summed?: boolean;
}

/** A table of transactions in the sort order of the address. */
export function TransactionsGrid({ label, transactions, summed = false }: TransactionsGridProps) {
  const t = useFinanceTexts();
  const [sort, setSort] = useSort();
  return (
    <DataGrid
      label={label}
      columns={useColumns()}
      rows={transactions}
      rowKey={({ id }) => id}
      sort={sort}
      onSortChange={setSort}
      {...(summed && { totals: { amount: totalOf(transactions) }, totalsLabel: t('total') })}
    />
  );
}

function useColumns(): DataGridColumn<Transaction>[] {
  const t = useFinanceTexts();
  const { locale } = useUiContext();
  const figure = useFigure();
  const phone = useMediaQuery('(width < 600px)', undefined, { getInitialValueInEffect: false }) ?? false;
  return useMemo(() => {
    const columns: DataGridColumn<Transaction>[] = [
      {
        id: 'transactionId',
        title: t('transactionId'),
        width: 132,
        value: (row) => row.transactionId,
        render: (row) => <span className={classes['number']}>{row.transactionId}</span>,
      },
      {
        id: 'date',
        title: t('date'),
        width: 112,
        value: (row) => row.date,
        render: (row) => formatDate(row.date, locale),
      },
      { id: 'name', title: t('name'), width: 148, value: (row) => row.name },
      {
        id: 'amount',
        title: t('amount'),
        width: 108,
        format: MONEY,
        value: (row) => row.amount,
        render: (row) => (
          <span className={row.amount > 0 ? classes['incoming'] : undefined}>
            {figure(row.amount, MONEY, { signed: true })}
          </span>
        ),
      },
      {
        id: 'status',
        title: t('status'),
        width: 124,
        value: (row) => t(row.status),
        render: (row) => <StatusPill status={row.status} />,
      },
    ];
    const byId = new Map(columns.map((column) => [column.id, column]));
    // Purpose and amount are visible; the other columns scroll.
    return phone ? PHONE_ORDER.map((id) => byId.get(id)!) : columns;
  }, [t, locale, figure, phone]);
}
