import { Button } from '@mantine/core';
import { useOverlayAddress } from '@rise/shell/routing';
import { EmptyState, ErrorState, Page, PageHeader, TableSkeleton } from '@rise/ui';
import { stringifySearch } from '@rise/ui/search-params';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { AuditFilters } from './audit-filters.tsx';
import { auditQuery, exportAddress } from './audit.queries.ts';
import { type AuditState, readAuditState, writeAuditState } from './audit.state.ts';
import { ChainState } from './chain-state.tsx';
import classes from './audit.module.css';

const AuditGrid = lazy(() => import('./audit-grid.tsx'));
const RecordDrawer = lazy(() => import('./record-drawer.tsx'));

/** What happened in a tenant, or above the tenants, for those who administer it. */
export default function AuditPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const state = readAuditState(useSearch({ strict: false }));
  const found = useQuery(auditQuery(state));
  const change = (next: Partial<AuditState>, replace = false) =>
    void navigate({ to: '/audit', search: writeAuditState({ ...state, ...next }) as never, replace });
  const overlay = useOverlayAddress();
  const hrefOf = (record: number | null) => `/audit${stringifySearch(writeAuditState({ ...state, record }))}`;
  const narrow = (next: Partial<AuditState>, replace = false) =>
    change({ before: null, record: null, ...next }, replace);
  const records = found.data?.records ?? [];
  const isFiltered =
    state.range !== 'all' ||
    state.person !== '' ||
    state.group !== null ||
    state.outcome !== null ||
    state.search !== '';
  return (
    <Page>
      <PageHeader
        title={t('auditTrail.title')}
        purpose={t('auditTrail.purpose')}
        actions={
          <Button
            component="a"
            href={exportAddress(state)}
            download
            variant="default"
            title={t('auditTrail.exportHint')}
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('auditTrail.export')}
          </Button>
        }
      />
      <ChainState key={state.of} of={state.of} />
      <AuditFilters state={state} onChange={narrow} />
      {found.isError ? (
        <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <TableSkeleton rows={10} columns={6} />
      ) : records.length === 0 ? (
        <EmptyState
          art={isFiltered ? 'search' : 'list'}
          title={t(isFiltered ? 'auditTrail.nothingFound' : 'auditTrail.empty')}
          text={t(isFiltered ? 'auditTrail.nothingFoundText' : 'auditTrail.emptyText')}
        />
      ) : (
        <Suspense fallback={<TableSkeleton rows={10} columns={6} />}>
          <AuditGrid records={records} openRow={state.record} onOpen={(record) => overlay.open(hrefOf(record))} />
        </Suspense>
      )}
      {found.data && (
        <Pages
          isFirst={state.before === null}
          count={records.length}
          onNewest={() => change({ before: null })}
          onOlder={found.data.hasMore ? () => change({ before: records.at(-1)!.id }) : null}
        />
      )}
      <Suspense fallback={null}>
        {state.record !== null && (
          <RecordDrawer
            key={state.record}
            of={state.of}
            id={state.record}
            onClose={() => overlay.close(hrefOf(null))}
          />
        )}
      </Suspense>
    </Page>
  );
}

interface PagesProps {
  isFirst: boolean;
  count: number;
  onNewest: () => void;
  /** Null: there are no older ones. */
  onOlder: (() => void) | null;
}

function Pages({ isFirst, count, onNewest, onOlder }: PagesProps) {
  const { t } = useTranslation();
  return (
    <nav className={classes.pages} aria-label={t('auditTrail.pages')}>
      <span role="status">{t('auditTrail.shown', { count })}</span>
      {(!isFirst || onOlder !== null) && (
        <>
          <Button variant="default" size="xs" disabled={isFirst} onClick={onNewest}>
            {t('auditTrail.newest')}
          </Button>
          <Button variant="default" size="xs" disabled={onOlder === null} onClick={() => onOlder?.()}>
            {t('auditTrail.older')}
          </Button>
        </>
      )}
    </nav>
  );
}
