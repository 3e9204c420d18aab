import { EmptyState, ErrorState, Page, PageHeader, TextSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { sqlTablesQuery, sqlTabsQuery } from './sql.queries.ts';
import { TableList } from './table-list.tsx';
import { Workbench } from './workbench.tsx';
import classes from './sql.module.css';

/** Ad-hoc statements over the reader's tables. */
export default function SqlPage() {
  const { t } = useTranslation();
  const tables = useQuery(sqlTablesQuery);
  const tabs = useQuery(sqlTabsQuery);
  const failed = [tables, tabs].find(({ isError }) => isError);
  return (
    <Page>
      <PageHeader title={t('sql.title')} purpose={t('sql.purpose')} />
      {failed ? (
        <ErrorState {...errorText(failed.error, t)} onRetry={() => void failed.refetch()} />
      ) : tables.data?.tables.length === 0 ? (
        <EmptyState title={t('sql.noTables.title')} text={t('sql.noTables.text')} art="list" />
      ) : (
        <div className={classes.page}>
          {tabs.data ? (
            <Workbench tables={tables.data?.tables ?? []} stored={tabs.data.tabs} />
          ) : (
            <div className={classes.editor} />
          )}
          {tables.data ? <TableList tables={tables.data.tables} /> : <TextSkeleton lines={8} />}
        </div>
      )}
    </Page>
  );
}
