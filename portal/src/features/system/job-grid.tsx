import type { JobKindState } from '@rise/contract';
import { DataGrid, type DataGridColumn, formatInteger, NameButton } from '@rise/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../dates/moments.ts';
import classes from './system.module.css';

interface JobGridProps {
  kinds: readonly JobKindState[];
  openKind: string | null;
  /** Lists the failed jobs of a kind. */
  onOpen: (kind: JobKindState['kind']) => void;
}

/** What one looks for first: a phone has no room for more. */
const COUNTS = ['dead', 'late', 'retrying', 'running', 'waiting'] as const;

/** A file of its own because the grid is loaded lazily. */
export default function JobGrid({ kinds, openKind, onOpen }: JobGridProps) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const columns = useMemo<DataGridColumn<JobKindState>[]>(() => {
    const plain = { sortable: false } as const;
    const moment = (iso: string | null) => (iso === null ? null : formatMoment(iso, language));
    return [
      {
        ...plain,
        id: 'kind',
        title: t('systemHealth.jobs.columns.kind'),
        value: ({ kind }) => t(`systemHealth.jobs.kinds.${kind}`),
        render: ({ kind }) => (
          <NameButton onClick={() => onOpen(kind)}>{t(`systemHealth.jobs.kinds.${kind}`)}</NameButton>
        ),
        width: 170,
      },
      ...COUNTS.map((id) => ({
        ...plain,
        id,
        title: t(`systemHealth.jobs.columns.${id}`),
        value: (row: JobKindState) => row[id],
        format: { unit: 'count' as const },
        width: 84,
        ...((id === 'late' || id === 'dead') && {
          render: (row: JobKindState) => (
            <span className={row[id] > 0 ? classes.wrong : undefined}>{formatInteger(row[id], language)}</span>
          ),
        }),
      })),
      {
        ...plain,
        id: 'last',
        title: t('systemHealth.jobs.columns.last'),
        value: ({ lastAt }) => moment(lastAt),
        width: 168,
      },
      {
        ...plain,
        id: 'next',
        title: t('systemHealth.jobs.columns.next'),
        value: ({ nextAt }) => moment(nextAt),
        width: 168,
      },
    ];
  }, [t, language, onOpen]);
  return (
    <DataGrid
      sortedElsewhere
      label={t('systemHealth.jobs.title')}
      columns={columns}
      rows={kinds}
      rowKey={({ kind }) => kind}
      {...(openKind !== null && { openRow: openKind })}
    />
  );
}
