import { NativeSelect, TextInput } from '@mantine/core';
import type { ProvisionedPerson } from '@rise/contract';
import { PROVISIONED_STATES } from '@rise/contract/provisioning-words';
import { ListSkeleton, StatusPill } from '@rise/ui';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatMoment } from '../../dates/moments.ts';
import { ListPages } from '../../page-frame/list-pages.tsx';
import { ROLE_NAMES } from '../../session/role-names.ts';
import { STATE_TONES } from './provisioning-words.ts';
import { PAGE_SIZE, peopleQuery, type PeopleFilter } from './provisioning.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './provisioning.module.css';

/** Whom the provider has provisioned. `people`: how many in all. */
export function PeopleSection({ people }: { people: number }) {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<PeopleFilter>({ q: '', state: null, page: 1 });
  const found = useQuery(peopleQuery(useDeferredValue(filter)));
  const change = (next: Partial<PeopleFilter>) => setFilter({ ...filter, page: 1, ...next });
  return (
    <section className={cards.card} aria-labelledby="provisioning-people">
      <h2 id="provisioning-people" className={cards.heading}>
        {t('provisioning.people.title')}
      </h2>
      {people === 0 ? (
        <p className={cards.hint}>{t('provisioning.people.none')}</p>
      ) : (
        <>
          <div className={classes.fields} role="search">
            <TextInput
              type="search"
              aria-label={t('provisioning.people.search')}
              placeholder={t('provisioning.people.search')}
              leftSection={<IconSearch size={16} aria-hidden />}
              maxLength={200}
              value={filter.q}
              onChange={({ currentTarget }) => change({ q: currentTarget.value })}
            />
            <NativeSelect
              aria-label={t('provisioning.people.state')}
              value={filter.state ?? ''}
              data={[
                { value: '', label: t('provisioning.people.allStates') },
                ...PROVISIONED_STATES.map((value) => ({ value, label: t(`provisioning.people.states.${value}`) })),
              ]}
              onChange={({ currentTarget }) =>
                change({ state: PROVISIONED_STATES.find((one) => one === currentTarget.value) ?? null })
              }
            />
          </div>
          {found.isError ? (
            <p role="alert" className={cards.error}>
              {errorText(found.error, t).message}
            </p>
          ) : found.isPending ? (
            <ListSkeleton rows={3} />
          ) : found.data.total === 0 ? (
            <p role="status" className={cards.hint}>
              {t('provisioning.people.noMatch')}
            </p>
          ) : (
            <ul className={cards.list} aria-label={t('provisioning.people.title')}>
              {found.data.people.map((person) => (
                <PersonItem key={person.id} person={person} />
              ))}
            </ul>
          )}
          <ListPages
            label={t('provisioning.people.pages')}
            page={filter.page}
            size={PAGE_SIZE}
            total={found.data?.total ?? 0}
            onChange={(page) => setFilter({ ...filter, page })}
          />
        </>
      )}
    </section>
  );
}

function PersonItem({ person }: { person: ProvisionedPerson }) {
  const { t, i18n } = useTranslation();
  const { userName, name, state, groups, roles, modifiedAt } = person;
  const facts = [
    ...(name === '' ? [] : [userName]),
    ...(groups.length > 0 ? [t('provisioning.people.groups', { groups: groups.join(', ') })] : []),
    ...(roles.length > 0 && state !== 'inactive'
      ? [t('provisioning.people.roles', { roles: roles.map((role) => t(ROLE_NAMES[role])).join(', ') })]
      : []),
    t('provisioning.people.changed', { moment: formatMoment(modifiedAt, i18n.language) }),
  ];
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <h3 className={cards.name}>{name || userName}</h3>
        <p className={classes.facts}>{facts.join(' · ')}</p>
      </div>
      <StatusPill tone={STATE_TONES[state]}>{t(`provisioning.people.states.${state}`)}</StatusPill>
    </li>
  );
}
