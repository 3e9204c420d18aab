import { NativeSelect } from '@mantine/core';
import { TENANT_ROLES } from '@rise/contract/people';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PersonFilters } from './person-filters.tsx';
import { groupsQuery } from './users.queries.ts';
import { UNSEEN_DAYS, type UsersState } from './users.state.ts';

const ORDERS = [
  { sort: 'name', descending: false, label: 'name' },
  { sort: 'name', descending: true, label: 'nameDescending' },
  { sort: 'seen', descending: true, label: 'seen' },
  { sort: 'seen', descending: false, label: 'unseen' },
] as const;

interface FiltersProps {
  state: UsersState;
  onChange: (next: Partial<UsersState>, replace?: boolean) => void;
  /** Finds the same people: who is selected stays. */
  onSort: (next: Pick<UsersState, 'sort' | 'descending'>) => void;
}

/** What the list is narrowed to, and its order. */
export function UsersFilters({ state, onChange, onSort }: FiltersProps) {
  const { t } = useTranslation();
  const groups = useQuery(groupsQuery).data?.groups ?? [];
  const { group, isUnseen } = state;
  // One that is in the address only stays visible.
  const known = group === null || groups.includes(group) ? groups : [group, ...groups];
  return (
    <PersonFilters filter={state} roles={TENANT_ROLES} onChange={onChange}>
      <NativeSelect
        aria-label={t('users.columns.groups')}
        value={group ?? ''}
        onChange={({ currentTarget }) => onChange({ group: currentTarget.value || null })}
        data={[{ value: '', label: t('users.allGroups') }, ...known.map((name) => ({ value: name, label: name }))]}
      />
      <NativeSelect
        aria-label={t('users.columns.seen')}
        value={isUnseen ? 'long-ago' : ''}
        onChange={({ currentTarget }) => onChange({ isUnseen: currentTarget.value !== '' })}
        data={[
          { value: '', label: t('users.anySeen') },
          { value: 'long-ago', label: t('users.unseen', { count: UNSEEN_DAYS }) },
        ]}
      />
      <NativeSelect
        aria-label={t('users.order')}
        value={ORDERS.findIndex(({ sort, descending }) => sort === state.sort && descending === state.descending)}
        onChange={({ currentTarget }) => {
          const { sort, descending } = ORDERS[Number(currentTarget.value)]!;
          onSort({ sort, descending });
        }}
        data={ORDERS.map(({ label }, index) => ({ value: String(index), label: t(`users.orders.${label}`) }))}
      />
    </PersonFilters>
  );
}
