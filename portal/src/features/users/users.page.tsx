import { Button } from '@mantine/core';
import type { ListedPerson } from '@rise/contract';
import { useOverlayAddress } from '@rise/shell/routing';
import { ErrorState, Page, PageHeader, TableSkeleton } from '@rise/ui';
import { stringifySearch } from '@rise/ui/search-params';
import { IconUpload, IconUserPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpen } from '../../routing/use-open.ts';
import { errorText } from '../../client/error-text.ts';
import { BulkBar } from './bulk-bar.tsx';
import { type Selection, useBulkRun } from './use-bulk-run.ts';
import { ListPages } from '../../page-frame/list-pages.tsx';
import { findMembers, PAGE_SIZE, usersQuery } from './users.queries.ts';
import { readUsersState, type UsersState, writeUsersState } from './users.state.ts';
import { UsersFilters } from './users-filters.tsx';

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
  const overlay = useOverlayAddress();
  const hrefOf = (open: string | null) => `/users${stringifySearch(writeUsersState({ ...state, open }))}`;
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
      <UsersFilters state={state} onChange={narrow} onSort={(order) => change({ page: 1, ...order })} />
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
              onOpen={(id) => overlay.open(hrefOf(id))}
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
        {found.data && <OpenDrawer id={state.open} people={people} onClose={() => overlay.close(hrefOf(null))} />}
      </Suspense>
    </Page>
  );
}

interface OpenDrawerProps {
  /** Of a person or an invitation; null: none is open. */
  id: string | null;
  people: readonly ListedPerson[];
  onClose: () => void;
}

function OpenDrawer({ id, people, onClose }: OpenDrawerProps) {
  if (id === null) return null;
  const listed = people.find((person) => person.id === id);
  if (!listed) return <UnlistedDrawer id={id} onClose={onClose} />;
  return listed.kind === 'invitation' ? (
    <InvitationDrawer invitation={listed} onClose={onClose} />
  ) : (
    <PersonDrawer id={id} onClose={onClose} />
  );
}
