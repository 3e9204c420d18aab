import type { ListedGlobalPerson } from '@rise/contract';
import { DataGrid, type DataGridColumn, EmptyState, NameButton, StatusPill } from '@rise/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAgo, formatMoment } from '../../../dates/moments.ts';
import { ROLE_NAMES } from '../../../session/role-names.ts';
import { STATE_TONES } from '../person-words.ts';
import classes from '../users.module.css';

interface GlobalUsersGridProps {
  people: readonly ListedGlobalPerson[];
  openRow: string | null;
  onOpen: (id: string) => void;
}

/** A page of people with global roles as a table. A file of its own because the grid is loaded lazily. */
export default function GlobalUsersGrid({ people, openRow, onOpen }: GlobalUsersGridProps) {
  const { t, i18n } = useTranslation();
  const columns = useMemo<DataGridColumn<ListedGlobalPerson>[]>(
    () => [
      {
        id: 'name',
        title: t('users.columns.name'),
        value: ({ name, email }) => name || email,
        sortable: false,
        width: 280,
        render: ({ id, name, email, isSelf }) => (
          <span className={classes.who}>
            <NameButton title={name || email} onClick={() => onOpen(id)}>
              {name || email}
              {isSelf && <span className={classes.self}> {t('users.you')}</span>}
            </NameButton>
            {name !== '' && (
              <span className={classes.email} title={email}>
                {email}
              </span>
            )}
          </span>
        ),
      },
      {
        id: 'state',
        title: t('users.columns.state'),
        value: ({ state }) => t(`users.states.${state}`),
        sortable: false,
        width: 130,
        render: ({ state }) => <StatusPill tone={STATE_TONES[state]}>{t(`users.states.${state}`)}</StatusPill>,
      },
      {
        id: 'roles',
        title: t('users.columns.roles'),
        value: ({ roles }) => roles.map((role) => t(ROLE_NAMES[role])).join(', '),
        sortable: false,
        width: 260,
      },
      {
        id: 'seen',
        title: t('users.columns.seen'),
        value: ({ lastSeenAt }) => lastSeenAt,
        sortable: false,
        width: 150,
        render: ({ lastSeenAt }) =>
          lastSeenAt === null ? (
            <span className={classes.hint}>{t('users.neverSeen')}</span>
          ) : (
            <span title={formatMoment(lastSeenAt, i18n.language)}>
              {formatAgo(lastSeenAt, new Date(), i18n.language)}
            </span>
          ),
      },
    ],
    [t, i18n.language, onOpen],
  );
  return (
    <DataGrid
      label={t('users.global.title')}
      columns={columns}
      rows={people}
      rowKey={({ id }) => id}
      sortedElsewhere
      openRow={openRow}
      narrowLayout="cards"
      empty={<EmptyState art="search" title={t('users.nothing.title')} text={t('users.nothing.text')} />}
    />
  );
}
