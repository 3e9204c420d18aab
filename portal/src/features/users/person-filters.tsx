import { NativeSelect, TextInput } from '@mantine/core';
import type { Role } from '@rise/contract';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ROLE_NAMES } from '../../session/role-names.ts';
import { LISTED_STATES, type UsersState } from './users.state.ts';
import classes from './users.module.css';

interface PersonFilter<R extends Role> extends Pick<UsersState, 'search' | 'state'> {
  role: R | null;
}

interface PersonFiltersProps<R extends Role> {
  filter: PersonFilter<R>;
  roles: readonly R[];
  onChange: (next: Partial<PersonFilter<R>>, replace?: boolean) => void;
  /** Further fields. */
  children?: ReactNode;
}

/** What every list of people can be narrowed to: a text, a state, a role. */
export function PersonFilters<R extends Role>({ filter, roles, onChange, children }: PersonFiltersProps<R>) {
  const { t } = useTranslation();
  return (
    <div className={classes.tools} role="search">
      <TextInput
        className={classes.search}
        type="search"
        aria-label={t('users.search')}
        placeholder={t('users.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={200}
        value={filter.search}
        onChange={({ currentTarget }) => onChange({ search: currentTarget.value }, true)}
      />
      <NativeSelect
        aria-label={t('users.columns.state')}
        value={filter.state ?? ''}
        onChange={({ currentTarget }) =>
          onChange({ state: LISTED_STATES.find((one) => one === currentTarget.value) ?? null })
        }
        data={[
          { value: '', label: t('users.allStates') },
          ...LISTED_STATES.map((one) => ({ value: one, label: t(`users.states.${one}`) })),
        ]}
      />
      <NativeSelect
        aria-label={t('users.columns.roles')}
        value={filter.role ?? ''}
        onChange={({ currentTarget }) => onChange({ role: roles.find((one) => one === currentTarget.value) ?? null })}
        data={[
          { value: '', label: t('users.allRoles') },
          ...roles.map((one) => ({ value: one, label: t(ROLE_NAMES[one]) })),
        ]}
      />
      {children}
    </div>
  );
}
