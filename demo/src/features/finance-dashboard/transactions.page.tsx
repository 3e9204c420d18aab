import { Button, TextInput } from '@mantine/core';
import { EmptyState, PageHeader, SegmentedChoice, TableSkeleton, useUi } from '@rise/ui';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useDemoQuery } from '../../client/queries.ts';
import { Dashboard } from '../../dashboards/dashboard.tsx';
import { PeriodMenu } from '../../dashboards/period-menu.tsx';
import { saveAsCsv } from '../../dashboards/save-as-csv.ts';
import { useChoice } from '../../dashboards/use-choice.ts';
import { useAddress } from '../../routing/address.ts';
import { useFinanceTexts } from './finance-dashboard.texts.ts';
import { type Finance, newestFirst, ofStatement } from './finance.ts';
import { findTransactions } from './find-transactions.ts';
import { TransactionsGrid } from './transactions-grid.tsx';
import { useTransactionsTable } from './transactions-table.ts';
import classes from './transactions.module.css';

const STATUSES = ['all', 'completed', 'pending'] as const;
const STATEMENTS = ['all', 'current', 'previous'] as const;

/** All transactions, searched, narrowed and in the order one likes; the address keeps all of it. */
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
  const { locale, currency } = useUi();
  const { search, say } = useAddress();
  const [status, setStatus] = useChoice('status', STATUSES);
  const [statement, setStatement] = useChoice('statement', STATEMENTS);
  const asTable = useTransactionsTable();
  // Typing must not wait for the address.
  const [typed, setTyped] = useState(search['q'] ?? '');
  const type = (text: string) => {
    setTyped(text);
    say({ q: text });
  };
  const clear = () => {
    setTyped('');
    say({ q: null, status: null, statement: null });
  };
  const found = useMemo(() => {
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
          {t('found', { count: found.length })}
        </span>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          disabled={found.length === 0}
          onClick={() => saveAsCsv('transactions', asTable(found))}
        >
          {t('export')}
        </Button>
      </div>
      {found.length === 0 ? (
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
        <TransactionsGrid label={t('transactions')} transactions={found} summed />
      )}
    </>
  );
}
