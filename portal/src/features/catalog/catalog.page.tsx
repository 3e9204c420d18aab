import { NativeSelect, TextInput } from '@mantine/core';
import { useOverlayAddress } from '@rise/shell/routing';
import { EmptyState, ErrorState, Page, PageHeader, SegmentedChoice, TableSkeleton } from '@rise/ui';
import { stringifySearch } from '@rise/ui/search-params';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { catalogQuery } from '../../reports/catalog.queries.ts';
import { catalogRows, matchingRows } from './catalog.rules.ts';
import { type CatalogState, readCatalogState, writeCatalogState } from './catalog.state.ts';
import classes from './catalog.module.css';

const CatalogGrid = lazy(() => import('./catalog-grid.tsx'));
const MemberDrawer = lazy(() => import('./member-drawer.tsx'));

/** What everything in the tenant's model means, for everybody. */
export default function CatalogPage() {
  const { t } = useTranslation();
  const localize = useLocalize();
  const navigate = useNavigate();
  const state = readCatalogState(useSearch({ strict: false }));
  const catalog = useQuery(catalogQuery);
  const change = (next: Partial<CatalogState>, replace = false) =>
    void navigate({ to: '/model', search: writeCatalogState({ ...state, ...next }) as never, replace });

  const overlay = useOverlayAddress();
  const hrefOf = (about: string | null) => `/model${stringifySearch(writeCatalogState({ ...state, about }))}`;
  const datasets = catalog.data?.datasets;
  const { kind, dataset, search } = state;
  const all = useMemo(() => catalogRows(datasets ?? [], kind, localize), [datasets, kind, localize]);
  const rows = useMemo(() => matchingRows(all, { dataset, search }), [all, dataset, search]);
  const open = useMemo(
    () =>
      state.about === null
        ? null
        : ([
            ...catalogRows(datasets ?? [], 'measures', localize),
            ...catalogRows(datasets ?? [], 'dimensions', localize),
          ].find(({ key }) => key === state.about) ?? null),
    [datasets, localize, state.about],
  );
  return (
    <Page>
      <PageHeader
        title={t('catalog.title')}
        purpose={t('catalog.purpose')}
        {...(datasets ? { count: rows.length } : {})}
      />
      {catalog.isError ? (
        <ErrorState {...errorText(catalog.error, t)} onRetry={() => void catalog.refetch()} />
      ) : datasets?.length === 0 ? (
        <EmptyState title={t('catalog.empty.title')} text={t('catalog.empty.text')} art="list" />
      ) : (
        <>
          <div className={classes.tools}>
            <SegmentedChoice
              label={t('catalog.show')}
              options={[
                { value: 'measures', label: t('catalog.measures') },
                { value: 'dimensions', label: t('catalog.dimensions') },
              ]}
              value={kind}
              onChange={(chosen) => change({ kind: chosen })}
            />
            <TextInput
              className={classes.search}
              type="search"
              aria-label={t('catalog.search')}
              placeholder={t('catalog.search')}
              leftSection={<IconSearch size={16} aria-hidden />}
              value={search}
              onChange={(event) => change({ search: event.currentTarget.value }, true)}
            />
            <NativeSelect
              className={classes.dataset}
              aria-label={t('catalog.dataset')}
              value={dataset ?? ''}
              onChange={(event) => change({ dataset: event.currentTarget.value || null })}
              data={[
                { value: '', label: t('catalog.allDatasets') },
                ...(datasets ?? []).map(({ name, title }) => ({ value: name, label: localize(title) })),
              ]}
            />
          </div>
          <Suspense fallback={<TableSkeleton rows={8} columns={4} />}>
            <CatalogGrid
              kind={kind}
              rows={rows}
              loading={catalog.isPending}
              openRow={state.about}
              onOpen={(about) => overlay.open(hrefOf(about))}
            />
          </Suspense>
        </>
      )}
      {open !== null && (
        <Suspense fallback={null}>
          <MemberDrawer
            row={open}
            onOpen={(about) => overlay.open(hrefOf(about))}
            onClose={() => overlay.close(hrefOf(null))}
          />
        </Suspense>
      )}
    </Page>
  );
}
