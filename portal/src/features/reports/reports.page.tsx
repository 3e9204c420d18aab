import { TextInput } from '@mantine/core';
import { createWordMatcher } from '@rise/contract/fold';
import { ErrorState, Page, PageHeader, TableSkeleton } from '@rise/ui';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import type { ReportRow } from './reports-grid.tsx';
import { reportsQuery } from './reports.queries.ts';
import { readListState, type ReportListState, writeListState } from './reports.state.ts';
import classes from './reports.module.css';

const ReportsGrid = lazy(() => import('./reports-grid.tsx'));

/** All reports the reader can access. */
export default function ReportsPage() {
  const { t } = useTranslation();
  const localize = useLocalize();
  const navigate = useNavigate();
  const state = readListState(useSearch({ strict: false }));
  const reports = useQuery(reportsQuery);
  const change = (next: Partial<ReportListState>, replace: boolean) =>
    void navigate({ to: '/reports', search: writeListState({ ...state, ...next }) as never, replace });

  const all = useMemo<ReportRow[]>(
    () =>
      (reports.data?.reports ?? []).map(({ id, title, purpose, updatedAt }) => ({
        id,
        title: localize(title),
        purpose: localize(purpose),
        updatedAt,
      })),
    [reports.data, localize],
  );
  const rows = useMemo(() => matching(all, state.search), [all, state.search]);
  return (
    <Page>
      <PageHeader
        title={t('reports.title')}
        purpose={t('reports.purpose')}
        {...(reports.data ? { count: reports.data.reports.length } : {})}
      />
      {reports.isError ? (
        <ErrorState {...errorText(reports.error, t)} onRetry={() => void reports.refetch()} />
      ) : (
        <>
          <TextInput
            className={classes.search}
            type="search"
            aria-label={t('reports.search')}
            placeholder={t('reports.search')}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={state.search}
            onChange={(event) => change({ search: event.currentTarget.value }, true)}
          />
          <Suspense fallback={<TableSkeleton rows={3} columns={3} />}>
            <ReportsGrid
              rows={rows}
              loading={reports.isPending}
              sort={state.sort}
              onSortChange={(sort) => change({ sort }, false)}
              searched={state.search !== ''}
            />
          </Suspense>
        </>
      )}
    </Page>
  );
}

/** Rows whose title or purpose contains every word of the search. */
function matching(rows: readonly ReportRow[], search: string): ReportRow[] {
  const matches = createWordMatcher(search);
  return rows.filter((row) => matches(`${row.title} ${row.purpose}`));
}
