import type { ManagedTenant } from '@rise/contract';
import { TENANT_USAGE_DAYS } from '@rise/contract/tenant-words';
import { DataGrid, type DataGridColumn, formatInteger, StatusPill } from '@rise/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../dates/dates.ts';
import { formatBytes } from '../../figures/format-bytes.ts';
import { TenantHealth } from './tenant-health.tsx';
import classes from './tenants.module.css';

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
    const integer = (value: number) => formatInteger(value, language);
    const plain = { sortable: false } as const;
    return [
      {
        ...plain,
        id: 'name',
        title: t('tenants.columns.name'),
        value: ({ name }) => name,
        render: ({ id, name }) => (
          <button type="button" className={classes.name} title={name} onClick={() => onOpen(id)}>
            {name}
          </button>
        ),
        width: 230,
      },
      { ...plain, id: 'slug', title: t('tenants.columns.slug'), value: ({ slug }) => slug, width: 130 },
      {
        ...plain,
        id: 'state',
        title: t('tenants.columns.state'),
        value: ({ state }) => t(`tenants.state.${state}`),
        render: ({ state }) => (
          <StatusPill tone={state === 'active' ? 'positive' : 'warning'}>{t(`tenants.state.${state}`)}</StatusPill>
        ),
        width: 116,
      },
      { ...plain, id: 'users', title: t('tenants.columns.users'), value: ({ users }) => integer(users), align: 'end', width: 90 }, // prettier-ignore
      {
        ...plain,
        id: 'data',
        title: t('tenants.columns.data'),
        value: ({ data }) =>
          data === null
            ? t('tenants.noData')
            : t('tenants.version', {
                version: data.version,
                day: formatDay(data.asOf ?? data.loadedAt.slice(0, 10), language),
              }),
        width: 200,
      },
      { ...plain, id: 'storage', title: t('tenants.columns.storage'), value: ({ storageBytes }) => formatBytes(storageBytes, language), align: 'end', width: 110 }, // prettier-ignore
      { ...plain, id: 'queries', title: t('tenants.columns.queries', { count: TENANT_USAGE_DAYS }), value: ({ queries }) => integer(queries), align: 'end', width: 150 }, // prettier-ignore
      {
        ...plain,
        id: 'health',
        title: t('tenants.columns.health'),
        value: ({ failedLoads }) =>
          failedLoads === 0 ? t('tenants.healthy') : t('tenants.failedLoads', { count: failedLoads }),
        render: ({ failedLoads }) => <TenantHealth failedLoads={failedLoads} />,
        width: 160,
      },
    ];
  }, [t, language, onOpen]);
  return (
    <DataGrid
      sortedElsewhere
      label={t('tenants.title')}
      columns={columns}
      rows={tenants}
      rowKey={({ id }) => id}
      openRow={openRow}
      narrowLayout="cards"
    />
  );
}
