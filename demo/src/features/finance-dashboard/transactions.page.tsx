import { Button, TextInput } from '@mantine/core';
import { EmptyState, PageHeader, SegmentedChoice, TableSkeleton, useUiContext } from '@rise/ui';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useDemoQuery } from '../../client/queries.ts';
import { Dashboard } from '../../dashboards/dashboard.tsx';
import { PeriodMenu } from '../../dashboards/period-menu.tsx';
import { saveAsCsv } from '../../dashboards/save-as-csv.ts';
import { useChoice } from '../../dashboards/use-choice.ts';
import { useAddress } from '@rise/shell/routing';
import { useFinanceTexts } from './finance-dashboard.texts.ts';
import { type Finance, newestFirst, ofStatement } from './finance.ts';
import { findTransactions } from './find-transactions.ts';
import { TransactionsGrid } from './transactions-grid.tsx';
import { useTransactionsTable } from './transactions-table.ts';
import classes from './transactions.module.css';

const STATUSES = ['all', 'completed', 'pending'] as const;
const STATEMENTS = ['all', 'current', 'previous'] as const;

/** All transactions with search, filters and sort order, all of which are in the address. */
export default function TransactionsPage() {
  const t = useFinanceTexts();
  const query = useDemoQuery('dashboards', 'GET /api/dashboards/finance');
  return (
    <Dashboard
      query={query}
      header={
        <PageHeader
          back={{ href: '/dashboards/finance', label: t('title') }}
          title={t('transactions')}
          purpose={t('transactionsPurpose')}
        />
      }
      skeleton={<TableSkeleton rows={20} />}
    >
      {(finance) => <Transactions finance={finance} />}
    </Dashboard>
  );
}

function Transactions({ finance }: { finance: Finance }) {
  const t = useFinanceTexts();
  const { locale, currency } = useUiContext();
  const { search, setSearch } = useAddress();
  const [status, setStatus] = useChoice('status', STATUSES);
  const [statement, setStatement] = useChoice('statement', STATEMENTS);
  const asTable = useTransactionsTable();
  // Local state, so that typing does not wait for the address.
  const [typed, setTyped] = useState(search['q'] ?? '');
  const type = (text: string) => {
    setTyped(text);
    setSearch({ q: text });
  };
  const clear = () => {
    setTyped('');
    setSearch({ q: null, status: null, statement: null });
  };
  const matches = useMemo(() => {
    const { recentTransactions, currentStatement, previousStatement } = finance;
    const ofTime =
      statement === 'all'
        ? recentTransactions
        : ofStatement(statement === 'current' ? currentStatement : previousStatement, recentTransactions);
    const ofStatus = ofTime.filter((one) => status === 'all' || one.status === status);
    return newestFirst(findTransactions(ofStatus, typed, { locale, currency }));
  }, [finance, statement, status, typed, locale, currency]);
  const statusLabels = { all: t('allStatuses'), completed: t('completed'), pending: t('pending') };
  const statementLabels = {
    all: t('allStatements'),
    current: t('currentStatement'),
    previous: t('previousStatement'),
  };
  return (
    <>
      <div className={classes['tools']}>
        <TextInput
          type="search"
          className={classes['search']}
          aria-label={t('search')}
          placeholder={t('searchPlaceholder')}
          leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
        <SegmentedChoice
          label={t('status')}
          options={STATUSES.map((value) => ({ value, label: statusLabels[value] }))}
          value={status}
          onChange={setStatus}
        />
        <PeriodMenu
          label={t('statement')}
          options={STATEMENTS.map((value) => ({ value, label: statementLabels[value] }))}
          value={statement}
          onChange={setStatement}
        />
        <span className={classes['found']} role="status">
          {t('found', { count: matches.length })}
        </span>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          disabled={matches.length === 0}
          onClick={() => saveAsCsv('transactions', asTable(matches))}
        >
          {t('export')}
        </Button>
      </div>
      {matches.length === 0 ? (
        <EmptyState
          art="list"
          title={t('noneTitle')}
          text={t('noneText')}
          action={
            <Button variant="default" onClick={clear}>
              {t('clear')}
            </Button>
          }
        />
      ) : (
        <TransactionsGrid label={t('transactions')} transactions={matches} summed />
      )}
    </>
  );
}
