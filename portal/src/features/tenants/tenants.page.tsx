import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { ManagedTenant } from '@rise/contract';
import { TENANT_PAGE, TENANT_STATES } from '@rise/contract/tenant-words';
import { useOverlayAddress } from '@rise/shell/routing';
import { EmptyState, ErrorState, Page, PageHeader, TableSkeleton } from '@rise/ui';
import { useObservable } from '@rise/ui/observable';
import { stringifySearch } from '@rise/ui/search-params';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPages } from '../../page-frame/list-pages.tsx';
import { errorText } from '../../client/error-text.ts';
import { currentSession } from '../../session/session.ts';
import { NewTenant } from './new-tenant.tsx';
import { TenantDrawer } from './tenant-drawer.tsx';
import { tenantsQuery } from './tenants.queries.ts';
import { readTenantsState, type TenantsState, writeTenantsState } from './tenants.state.ts';
import classes from './tenants.module.css';

const TenantGrid = lazy(() => import('./tenant-grid.tsx'));

/** All tenants with their usage; those who may change them create, rename, suspend and restore them here. */
export default function TenantsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const canChange = useObservable(currentSession)?.permissions.includes('global.administer') === true;
  const state = readTenantsState(useSearch({ strict: false }));
  const found = useQuery(tenantsQuery(state));
  const change = (next: Partial<TenantsState>, replace = false) =>
    void navigate({ to: '/tenants', search: writeTenantsState({ ...state, ...next }) as never, replace });
  const overlay = useOverlayAddress();
  const hrefOf = (next: Partial<TenantsState>) =>
    `/tenants${stringifySearch(writeTenantsState({ ...state, ...next }))}`;
  const isFiltered = state.state !== null || state.search !== '';
  const opened = found.data?.tenants.find(({ id }) => id === state.tenant);
  return (
    <Page>
      <PageHeader
        title={t('tenantList.title')}
        purpose={t(canChange ? 'tenantList.purpose' : 'tenantList.purposeReadOnly')}
        {...(found.data && { count: found.data.total })}
        {...(canChange && {
          actions: (
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => overlay.open(hrefOf({ isCreating: true }))}
            >
              {t('tenantList.create')}
            </Button>
          ),
        })}
      />
      <Filters state={state} onChange={change} />
      {found.isError ? (
        <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <TableSkeleton rows={8} columns={5} />
      ) : found.data.tenants.length === 0 ? (
        <EmptyState
          art={isFiltered ? 'search' : 'list'}
          title={t(isFiltered ? 'tenantList.nothingFound' : 'tenantList.empty')}
          text={t(isFiltered ? 'tenantList.nothingFoundText' : 'tenantList.emptyText')}
        />
      ) : (
        <Suspense fallback={<TableSkeleton rows={8} columns={5} />}>
          <TenantGrid
            tenants={found.data.tenants}
            openRow={state.tenant}
            onOpen={(tenant) => overlay.open(hrefOf({ tenant }))}
          />
          <ListPages
            label={t('tenantList.pages')}
            page={state.page}
            size={TENANT_PAGE}
            total={found.data.total}
            onChange={(page) => change({ page })}
          />
        </Suspense>
      )}
      {opened && (
        <TenantDrawer
          key={opened.id}
          tenant={opened}
          canChange={canChange}
          deletionDays={found.data?.deletionDays ?? 0}
          onClose={() => overlay.close(hrefOf({ tenant: null }))}
        />
      )}
      {canChange && state.isCreating && (
        <NewTenant
          onClose={() => overlay.close(hrefOf({ isCreating: false }))}
          onCreated={({ id, name }) =>
            change({ isCreating: false, tenant: id, search: name, state: null, page: 1 }, true)
          }
        />
      )}
    </Page>
  );
}

interface ControlProps {
  state: TenantsState;
  onChange: (next: Partial<TenantsState>, replace?: boolean) => void;
}

function Filters({ state: { state, search }, onChange }: ControlProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.tools}>
      <TextInput
        className={classes.search}
        type="search"
        aria-label={t('tenantList.search')}
        placeholder={t('tenantList.search')}
        maxLength={100}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={({ currentTarget }) => onChange({ search: currentTarget.value, page: 1 }, true)}
      />
      <NativeSelect
        aria-label={t('tenantList.columns.state')}
        value={state ?? ''}
        data={[
          { value: '', label: t('tenantList.allStates') },
          ...TENANT_STATES.map((value) => ({ value, label: t(`tenantList.state.${value}`) })),
        ]}
        onChange={({ currentTarget }) =>
          onChange({ state: (currentTarget.value || null) as ManagedTenant['state'] | null, page: 1 })
        }
      />
    </div>
  );
}
