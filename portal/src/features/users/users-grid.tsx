import { Checkbox } from '@mantine/core';
import type { ListedPerson } from '@rise/contract';
import { DataGrid, type DataGridColumn, EmptyState, NameButton, StatusPill } from '@rise/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAgo, formatMoment } from '../../dates/moments.ts';
import { ROLE_NAMES } from '../../session/role-names.ts';
import { STATE_TONES } from './person-words.ts';
import classes from './users.module.css';

export interface UsersGridProps {
  people: readonly ListedPerson[];
  selected: ReadonlyMap<string, string>;
  openRow: string | null;
  onOpen: (id: string) => void;
  onSelect: (people: readonly ListedPerson[], isSelected: boolean) => void;
}

/** A page of people as a table. A file of its own because the grid is loaded lazily. */
export default function UsersGrid({ people, selected, openRow, onOpen, onSelect }: UsersGridProps) {
  const { t, i18n } = useTranslation();
  const members = useMemo(() => people.filter(({ kind }) => kind === 'member'), [people]);
  const columns = useMemo<DataGridColumn<ListedPerson>[]>(() => {
    const chosen = members.filter(({ id }) => selected.has(id)).length;
    return [
      {
        id: 'name',
        title: t('users.columns.name'),
        value: ({ name, email }) => name || email,
        sortable: false,
        width: 320,
        head: (
          <span className={classes.selectable}>
            <Checkbox
              size="xs"
              aria-label={t('users.columns.selectPage')}
              disabled={members.length === 0}
              checked={chosen > 0 && chosen === members.length}
              indeterminate={chosen > 0 && chosen < members.length}
              onChange={({ currentTarget }) => onSelect(members, currentTarget.checked)}
            />
            {t('users.columns.name')}
          </span>
        ),
        render: (person) => <Name person={person} isSelected={selected.has(person.id)} {...{ onOpen, onSelect }} />,
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
        width: 180,
      },
      {
        id: 'groups',
        title: t('users.columns.groups'),
        value: ({ groups }) => groups.join(', '),
        sortable: false,
        width: 200,
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
    ];
  }, [t, i18n.language, members, selected, onOpen, onSelect]);
  return (
    <DataGrid
      label={t('users.title')}
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

interface NameProps extends Pick<UsersGridProps, 'onOpen' | 'onSelect'> {
  person: ListedPerson;
  isSelected: boolean;
}

function Name({ person, isSelected, onOpen, onSelect }: NameProps) {
  const { t } = useTranslation();
  const { id, kind, name, email, isSelf } = person;
  return (
    <span className={classes.selectable}>
      {kind === 'member' ? (
        <Checkbox
          size="xs"
          aria-label={t('users.columns.selectNamed', { name: name || email })}
          checked={isSelected}
          onChange={({ currentTarget }) => onSelect([person], currentTarget.checked)}
        />
      ) : (
        <span className={classes.unselectable} />
      )}
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
    </span>
  );
}
