import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { ListedPerson } from '@rise/contract';
import { TENANT_ROLES } from '@rise/contract/people';
import { ErrorState, Page, PageHeader, TableSkeleton } from '@rise/ui';
import { IconSearch, IconUpload, IconUserPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpen } from '../../routing/use-open.ts';
import { errorText } from '../../client/error-text.ts';
import { BulkBar } from './bulk-bar.tsx';
import { type Selection, useBulkRun } from './use-bulk-run.ts';
import { ListPages } from '../../page-frame/list-pages.tsx';
import { ROLE_NAMES } from '../../session/role-names.ts';
import { findMembers, groupsQuery, PAGE_SIZE, usersQuery } from './users.queries.ts';
import { LISTED_STATES, readUsersState, UNSEEN_DAYS, type UsersState, writeUsersState } from './users.state.ts';
import classes from './users.module.css';

const UsersGrid = lazy(() => import('./users-grid.tsx'));
const PersonDrawer = lazy(() => import('./person-drawer.tsx'));
const InvitationDrawer = lazy(() => import('./invitation-drawer.tsx'));
const UnlistedDrawer = lazy(() => import('./unlisted-drawer.tsx'));
const InviteDialog = lazy(() => import('./invite-dialog.tsx'));
const InviteManyDialog = lazy(() => import('./invite-many-dialog.tsx'));

/** The people of the tenant, for those who administer it. */
export default function UsersPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const state = readUsersState(useSearch({ strict: false }));
  const [selected, setSelected] = useState<Selection>(new Map());
  const [inviting, setInviting] = useOpen<'one' | 'many' | null>(null);
  const found = useQuery(usersQuery(state));
  const selectAll = useMutation({
    mutationFn: () => findMembers(state),
    onSuccess: ({ members }) => setSelected(new Map(members.map(({ id, name }) => [id, name]))),
  });
  const bulk = useBulkRun();
  const change = (next: Partial<UsersState>, replace = false) =>
    void navigate({ to: '/users', search: writeUsersState({ ...state, ...next }) as never, replace });
  const clearSelection = () => {
    setSelected(new Map());
    selectAll.reset();
  };
  const narrow = (next: Partial<UsersState>, replace = false) => {
    // Nobody is changed who is not found any more.
    clearSelection();
    change({ page: 1, ...next }, replace);
  };
  const select = (chosen: readonly ListedPerson[], isSelected: boolean) => {
    // They are not the first of all any more.
    selectAll.reset();
    setSelected((before) => {
      const after = new Map(before);
      for (const { id, name, email } of chosen) {
        if (isSelected) after.set(id, name || email);
        else after.delete(id);
      }
      return after;
    });
  };
  const people = found.data?.people ?? [];
  const open = people.find(({ id }) => id === state.open);
  const close = () => change({ open: null });
  return (
    <Page>
      <PageHeader
        title={t('users.title')}
        purpose={t('users.purpose')}
        {...(found.data ? { count: found.data.total } : {})}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden />}
              onClick={() => setInviting('many')}
            >
              {t('users.inviteMany.button')}
            </Button>
            <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setInviting('one')}>
              {t('users.invite.button')}
            </Button>
          </>
        }
      />
      <Filters state={state} onChange={narrow} onSort={(order) => change({ page: 1, ...order })} />
      {(selected.size > 0 || bulk.isShown) && (
        <BulkBar
          selected={selected}
          matching={selectAll.data?.total ?? null}
          bulk={bulk}
          isSelectingAll={selectAll.isPending}
          onSelectAll={() => selectAll.mutate()}
          onClear={clearSelection}
        />
      )}
      {found.isError ? (
        <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
      ) : (
        <Suspense fallback={<TableSkeleton rows={10} columns={6} />}>
          {found.isPending ? (
            <TableSkeleton rows={10} columns={6} />
          ) : (
            <UsersGrid
              people={people}
              selected={selected}
              openRow={state.open}
              onOpen={(id) => change({ open: id })}
              onSelect={select}
            />
          )}
          <ListPages
            label={t('users.pages')}
            page={state.page}
            size={PAGE_SIZE}
            total={found.data?.total ?? 0}
            onChange={(page) => change({ page })}
          />
        </Suspense>
      )}
      <Suspense fallback={null}>
        {inviting === 'one' && <InviteDialog onClose={() => setInviting(null)} />}
        {inviting === 'many' && <InviteManyDialog onClose={() => setInviting(null)} />}
        {open?.kind === 'invitation' ? (
          <InvitationDrawer invitation={open} onClose={close} />
        ) : open ? (
          <PersonDrawer id={open.id} onClose={close} />
        ) : (
          state.open !== null && found.data && <UnlistedDrawer id={state.open} onClose={close} />
        )}
      </Suspense>
    </Page>
  );
}

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

function Filters({ state, onChange, onSort }: FiltersProps) {
  const { t } = useTranslation();
  const groups = useQuery(groupsQuery).data?.groups ?? [];
  const { search, role, group, isUnseen } = state;
  // One that is in the address only stays visible.
  const known = group === null || groups.includes(group) ? groups : [group, ...groups];
  return (
    <div className={classes.tools} role="search">
      <TextInput
        className={classes.search}
        type="search"
        aria-label={t('users.search')}
        placeholder={t('users.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={200}
        value={search}
        onChange={({ currentTarget }) => onChange({ search: currentTarget.value }, true)}
      />
      <NativeSelect
        aria-label={t('users.columns.state')}
        value={state.state ?? ''}
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
        value={role ?? ''}
        onChange={({ currentTarget }) =>
          onChange({ role: TENANT_ROLES.find((one) => one === currentTarget.value) ?? null })
        }
        data={[
          { value: '', label: t('users.allRoles') },
          ...TENANT_ROLES.map((one) => ({ value: one, label: t(ROLE_NAMES[one]) })),
        ]}
      />
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
    </div>
  );
}
