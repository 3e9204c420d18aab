import { Button } from '@mantine/core';
import type { ListedGlobalPerson } from '@rise/contract';
import { GLOBAL_ROLES } from '@rise/contract/people';
import { useOverlayAddress } from '@rise/shell/routing';
import { ErrorState, Page, PageHeader, TableSkeleton } from '@rise/ui';
import { stringifySearch } from '@rise/ui/search-params';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpen } from '../../../routing/use-open.ts';
import { errorText } from '../../../client/error-text.ts';
import { ListPages } from '../../../page-frame/list-pages.tsx';
import { PersonFilters } from '../person-filters.tsx';
import { PAGE_SIZE } from '../users.queries.ts';
import { globalUsersQuery } from './global-users.queries.ts';
import { type GlobalUsersState, readGlobalUsersState, writeGlobalUsersState } from './global-users.state.ts';

const GlobalUsersGrid = lazy(() => import('./global-users-grid.tsx'));
const GlobalPersonDrawer = lazy(() => import('./global-person-drawer.tsx'));
const GlobalInvitationDrawer = lazy(() => import('./global-invitation-drawer.tsx'));
const GlobalUnlistedDrawer = lazy(() => import('./global-unlisted-drawer.tsx'));
const GlobalInviteDialog = lazy(() => import('./global-invite-dialog.tsx'));
const FindAccountDialog = lazy(() => import('./find-account-dialog.tsx'));

/** The people with roles above the tenants, for global administrators. */
export default function GlobalUsersPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const state = readGlobalUsersState(useSearch({ strict: false }));
  const [isFinding, setIsFinding] = useOpen(false);
  const found = useQuery(globalUsersQuery(state));
  const change = (next: Partial<GlobalUsersState>, replace = false) =>
    void navigate({ to: '/global/users', search: writeGlobalUsersState({ ...state, ...next }) as never, replace });
  const overlay = useOverlayAddress();
  const hrefWith = (next: Partial<GlobalUsersState>) =>
    `/global/users${stringifySearch(writeGlobalUsersState({ ...state, ...next }))}`;
  const hrefOf = (open: string | null) => hrefWith({ open });
  const close = () => overlay.close(hrefOf(null));
  return (
    <Page>
      <PageHeader
        title={t('users.global.title')}
        purpose={t('users.global.purpose')}
        {...(found.data ? { count: found.data.total } : {})}
        actions={
          <>
            <Button variant="default" onClick={() => setIsFinding(true)}>
              {t('users.global.find.button')}
            </Button>
            <Button
              leftSection={<IconUserPlus size={16} aria-hidden />}
              onClick={() => overlay.open(hrefWith({ isInviting: true }))}
            >
              {t('users.invite.button')}
            </Button>
          </>
        }
      />
      <PersonFilters
        filter={state}
        roles={GLOBAL_ROLES}
        onChange={(next, replace) => change({ page: 1, ...next }, replace)}
      />
      {found.isError ? (
        <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
      ) : (
        <Suspense fallback={<TableSkeleton rows={6} columns={4} />}>
          {found.isPending ? (
            <TableSkeleton rows={6} columns={4} />
          ) : (
            <GlobalUsersGrid
              people={found.data.people}
              openRow={state.open}
              onOpen={(id) => overlay.open(hrefOf(id))}
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
        {state.isInviting && <GlobalInviteDialog onClose={() => overlay.close(hrefWith({ isInviting: false }))} />}
        {isFinding && (
          <FindAccountDialog
            onClose={() => setIsFinding(false)}
            onFound={(id) => {
              setIsFinding(false);
              overlay.open(hrefOf(id));
            }}
          />
        )}
        {found.data && <OpenDrawer id={state.open} people={found.data.people} onClose={close} />}
      </Suspense>
    </Page>
  );
}

interface OpenDrawerProps {
  /** Of a person or an invitation; null: none is open. */
  id: string | null;
  people: readonly ListedGlobalPerson[];
  onClose: () => void;
}

function OpenDrawer({ id, people, onClose }: OpenDrawerProps) {
  if (id === null) return null;
  const listed = people.find((person) => person.id === id);
  if (!listed) return <GlobalUnlistedDrawer id={id} onClose={onClose} />;
  return listed.kind === 'invitation' ? (
    <GlobalInvitationDrawer invitation={listed} onClose={onClose} />
  ) : (
    <GlobalPersonDrawer id={id} onClose={onClose} />
  );
}
