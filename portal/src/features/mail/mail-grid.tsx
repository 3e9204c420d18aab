import type { MailItem } from '@rise/contract';
import { DataGrid, type DataGridColumn, NameButton, StatusPill } from '@rise/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../dates/moments.ts';
import { MAIL_TONES } from './mail-tones.ts';

export interface MailGridProps {
  mails: readonly MailItem[];
  openRow: string | null;
  onOpen: (id: string) => void;
}

/** A file of its own because the grid is loaded lazily. The server sorts. */
export default function MailGrid({ mails, openRow, onOpen }: MailGridProps) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const columns = useMemo<DataGridColumn<MailItem>[]>(
    () => [
      {
        id: 'subject',
        title: t('mail.columns.subject'),
        value: ({ subject }) => subject,
        render: ({ id, subject }) => (
          <NameButton title={subject} onClick={() => onOpen(id)}>
            {subject}
          </NameButton>
        ),
        sortable: false,
        width: 270,
      },
      {
        id: 'recipient',
        title: t('mail.columns.recipient'),
        value: ({ recipient }) => recipient,
        sortable: false,
        width: 200,
      },
      {
        id: 'status',
        title: t('mail.columns.status'),
        value: ({ status }) => t(`mail.status.${status}`),
        render: ({ status }) => <StatusPill tone={MAIL_TONES[status]}>{t(`mail.status.${status}`)}</StatusPill>,
        sortable: false,
        width: 116,
      },
      {
        id: 'kind',
        title: t('mail.columns.kind'),
        value: ({ kind }) => t(`mail.kinds.${kind}`),
        sortable: false,
        width: 116,
      },
      {
        id: 'created',
        title: t('mail.columns.created'),
        value: ({ createdAt }) => formatMoment(createdAt, language),
        sortable: false,
        width: 180,
      },
      {
        id: 'reason',
        title: t('mail.columns.reason'),
        value: ({ reason }) => reason ?? '',
        sortable: false,
        width: 300,
      },
    ],
    [t, language, onOpen],
  );
  return (
    <DataGrid
      sortedElsewhere
      label={t('mail.title')}
      columns={columns}
      rows={mails}
      rowKey={({ id }) => id}
      openRow={openRow}
      narrowLayout="cards"
    />
  );
}
