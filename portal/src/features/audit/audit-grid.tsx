import type { ListedAuditRecord } from '@rise/contract';
import { DataGrid, type DataGridColumn, NameButton, StatusPill } from '@rise/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { actionWords } from '../../audit-trail/action-words.ts';
import { actorWords, exactMoment, OUTCOME_TONES } from '../../audit-trail/audit-words.ts';
import classes from './audit.module.css';

export interface AuditGridProps {
  records: readonly ListedAuditRecord[];
  openRow: number | null;
  onOpen: (id: number) => void;
}

/** A file of its own because the grid is loaded lazily. The server sorts: the newest first. */
export default function AuditGrid({ records, openRow, onOpen }: AuditGridProps) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const columns = useMemo<DataGridColumn<ListedAuditRecord>[]>(() => {
    const plain = { sortable: false } as const;
    const column = (id: 'time' | 'person' | 'action' | 'outcome' | 'target' | 'address') => ({
      ...plain,
      id,
      title: t(`auditTrail.columns.${id}`),
    });
    return [
      {
        ...column('action'),
        value: ({ action }) => actionWords(action, language),
        render: ({ id, at, action }) => (
          <NameButton
            aria-label={t('auditTrail.open', {
              time: exactMoment(at, language),
              action: actionWords(action, language),
            })}
            onClick={() => onOpen(id)}
          >
            {actionWords(action, language)}
          </NameButton>
        ),
        width: 210,
      },
      { ...column('time'), value: ({ at }) => exactMoment(at, language), width: 196 },
      {
        ...column('outcome'),
        value: ({ outcome }) => t(`auditTrail.outcomes.${outcome}`),
        render: ({ outcome }) => (
          <StatusPill tone={OUTCOME_TONES[outcome]}>{t(`auditTrail.outcomes.${outcome}`)}</StatusPill>
        ),
        width: 108,
      },
      {
        ...column('person'),
        value: (record) => actorWords(record, t),
        render: (record) => (
          <span className={classes.who}>
            <span className={classes.cut}>{actorWords(record, t)}</span>
            {record.via !== 'session' && record.via !== 'unknown' && (
              <span className={classes.via}>{t(`auditTrail.via.${record.via}`)}</span>
            )}
          </span>
        ),
        width: 186,
      },
      { ...column('target'), value: ({ target, targetName }) => targetName ?? target ?? '', width: 196 },
      { ...column('address'), value: ({ address }) => address ?? '', width: 120 },
    ];
  }, [t, language, onOpen]);
  return (
    <DataGrid
      sortedElsewhere
      label={t('auditTrail.title')}
      columns={columns}
      rows={records}
      rowKey={({ id }) => String(id)}
      openRow={openRow === null ? null : String(openRow)}
      narrowLayout="cards"
    />
  );
}
