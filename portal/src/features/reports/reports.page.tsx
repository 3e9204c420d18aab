import { TextInput } from '@mantine/core';
import { DataGrid, type DataGridColumn, EmptyState, ErrorState, formatDate, Page, PageHeader } from '@rise/ui';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../app/failure.ts';
import { useLocalize } from '../../app/i18n/use-language.ts';
import { AppLink } from '../../app/link.tsx';
import { reportsQuery } from './reports.queries.ts';
import { readListState, type ReportListState, type ReportSort, writeListState } from './reports.state.ts';
import classes from './reports.module.css';

interface Row {
  id: string;
  title: string;
  purpose: string;
  updatedAt: string;
}

/** Every report that the reader may open. */
export default function ReportsPage() {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const localize = useLocalize();
  const navigate = useNavigate();
  const state = readListState(useSearch({ strict: false }));
  const reports = useQuery(reportsQuery);
  const change = (next: Partial<ReportListState>, replace: boolean) =>
    void navigate({ to: '/reports', search: writeListState({ ...state, ...next }) as never, replace });

  const all = useMemo<Row[]>(
    () =>
      (reports.data?.reports ?? []).map(({ id, title, purpose, updatedAt }) => ({
        id,
        title: localize(title),
        purpose: localize(purpose),
        updatedAt,
      })),
    [reports.data, localize],
  );
  const rows = useMemo(() => matching(all, state.search, language), [all, state.search, language]);
  const columns = useMemo<DataGridColumn<Row>[]>(
    () => [
      {
        id: 'title',
        title: t('reports.columns.title'),
        value: (row) => row.title,
        render: (row) => (
          <AppLink href={`/reports/${row.id}`} className={classes.title}>
            {row.title}
          </AppLink>
        ),
        width: 320,
      },
      { id: 'purpose', title: t('reports.columns.purpose'), value: (row) => row.purpose, width: 560 },
      {
        id: 'updatedAt',
        title: t('reports.columns.updatedAt'),
        value: (row) => row.updatedAt,
        render: (row) => formatDate(row.updatedAt.slice(0, 10), language),
        width: 140,
      },
    ],
    [t, language],
  );
  return (
    <Page>
      <PageHeader
        title={t('reports.title')}
        purpose={t('reports.purpose')}
        {...(reports.data ? { count: reports.data.reports.length } : {})}
      />
      {reports.isError ? (
        <ErrorState {...failureText(reports.error, t)} onRetry={() => void reports.refetch()} />
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
          <DataGrid
            label={t('reports.title')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            sort={state.sort}
            onSortChange={(sort) => change({ sort: sort as ReportSort }, false)}
            loading={reports.isPending}
            empty={
              state.search ? (
                <EmptyState
                  title={t('reports.nothingFound.title')}
                  text={t('reports.nothingFound.text')}
                  art="search"
                />
              ) : (
                <EmptyState title={t('reports.empty.title')} text={t('reports.empty.text')} art="list" />
              )
            }
          />
        </>
      )}
    </Page>
  );
}

/** Rows with every word of the search in title or purpose. */
function matching(rows: readonly Row[], search: string, language: string): Row[] {
  const words = search.toLocaleLowerCase(language).split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    const text = `${row.title} ${row.purpose}`.toLocaleLowerCase(language);
    return words.every((word) => text.includes(word));
  });
}
