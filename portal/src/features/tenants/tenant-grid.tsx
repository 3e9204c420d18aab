import type { ManagedTenant } from '@rise/contract';
import { TENANT_USAGE_DAYS } from '@rise/contract/tenant-words';
import { DataGrid, type DataGridColumn, NameButton } from '@rise/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../dates/dates.ts';
import { formatBytes } from '../../figures/format-bytes.ts';
import { TenantHealth } from './tenant-health.tsx';
import { problemsOf } from './tenant-problems.ts';
import { TenantState } from './tenant-state.tsx';

export interface TenantGridProps {
  tenants: readonly ManagedTenant[];
  openRow: string | null;
  onOpen: (id: string) => void;
}

/** A file of its own because the grid is loaded lazily. The server sorts. */
export default function TenantGrid({ tenants, openRow, onOpen }: TenantGridProps) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const columns = useMemo<DataGridColumn<ManagedTenant>[]>(() => {
    const plain = { sortable: false } as const;
    return [
      {
        ...plain,
        id: 'name',
        title: t('tenantList.columns.name'),
        value: ({ name }) => name,
        render: ({ id, name }) => (
          <NameButton title={name} onClick={() => onOpen(id)}>
            {name}
          </NameButton>
        ),
        width: 180,
      },
      { ...plain, id: 'slug', title: t('tenantList.columns.slug'), value: ({ slug }) => slug, width: 100 },
      {
        ...plain,
        id: 'state',
        title: t('tenantList.columns.state'),
        value: ({ state }) => t(`tenantList.state.${state}`),
        render: (tenant) => <TenantState tenant={tenant} />,
        width: 195,
      },
      {
        ...plain,
        id: 'users',
        title: t('tenantList.columns.users'),
        value: ({ users }) => users,
        format: { unit: 'count' },
        width: 96,
      },
      {
        ...plain,
        id: 'data',
        title: t('tenantList.columns.data'),
        value: ({ data }) =>
          data === null
            ? t('tenantList.noData')
            : t('tenantList.version', {
                version: data.version,
                day: formatDay(data.asOf ?? data.loadedAt.slice(0, 10), language),
              }),
        width: 180,
      },
      {
        ...plain,
        id: 'storage',
        title: t('tenantList.columns.storage'),
        value: ({ storageBytes }) => storageBytes,
        format: { unit: 'number' },
        render: ({ storageBytes }) => formatBytes(storageBytes, language),
        width: 100,
      },
      {
        ...plain,
        id: 'queries',
        title: t('tenantList.columns.queries', { count: TENANT_USAGE_DAYS }),
        value: ({ queries }) => queries,
        format: { unit: 'count' },
        width: 125,
      },
      {
        ...plain,
        id: 'health',
        title: t('tenantList.columns.health'),
        value: (tenant) => problemsOf(tenant, t)[0]?.text ?? t('tenantList.healthy'),
        render: (tenant) => <TenantHealth isShort tenant={tenant} />,
        width: 190,
      },
    ];
  }, [t, language, onOpen]);
  return (
    <DataGrid
      sortedElsewhere
      label={t('tenantList.title')}
      columns={columns}
      rows={tenants}
      rowKey={({ id }) => id}
      openRow={openRow}
      narrowLayout="cards"
    />
  );
}
