import { Button, Checkbox } from '@mantine/core';
import { useOverlayAddress } from '@rise/shell/routing';
import { EmptyState, ErrorState, ListSkeleton, Page, PageHeader } from '@rise/ui';
import { stringifySearch } from '@rise/ui/search-params';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpen } from '../../routing/use-open.ts';
import { errorText } from '../../client/error-text.ts';
import { NotFoundScreen } from '../../routing/error-screens.tsx';
import { offersQuery } from './offers.queries.ts';
import { workspacesQuery } from '../../workspaces/workspaces.queries.ts';
import { WorkspaceList } from './workspace-list.tsx';
import { readWorkspacesView, type WorkspacesView, writeWorkspacesView } from './workspaces.state.ts';
import classes from './workspaces.module.css';

const OffersDrawer = lazy(() => import('./offers-drawer.tsx'));
const ForkDialog = lazy(() => import('./fork-dialog.tsx'));
const WorkspaceDrawer = lazy(() => import('../../workspaces/settings/workspace-drawer.tsx'));

/** The workspaces of the tenant, for its administrators. */
export default function WorkspacesPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const view = readWorkspacesView(useSearch({ strict: false }));
  const { data, error, isError, refetch } = useQuery(workspacesQuery);
  const offers = useQuery(offersQuery);
  const [forked, setForked] = useOpen<string | null>(null);
  const change = (next: Partial<WorkspacesView>) =>
    void navigate({ to: '/workspaces', search: writeWorkspacesView({ ...view, ...next }) as never });
  const overlay = useOverlayAddress();
  const hrefOf = (next: Partial<WorkspacesView>) =>
    `/workspaces${stringifySearch(writeWorkspacesView({ ...view, ...next }))}`;
  const open = (next: Partial<WorkspacesView>) => overlay.open(hrefOf(next));
  if (isError)
    return (
      <Page width="narrow">
        <ErrorState {...errorText(error, t)} onRetry={() => void refetch()} />
      </Page>
    );
  const all = data?.workspaces ?? [];
  const archived = all.filter(({ archivedAt }) => archivedAt !== null);
  const listed = view.archived ? all : all.filter(({ archivedAt }) => archivedAt === null);
  const opened = all.find(({ id }) => id === view.open) ?? null;
  const origin = all.find(({ id }) => id === forked) ?? null;
  const updates = new Map(
    offers.data?.templates.flatMap(({ id, use }) => (use?.update ? [[use.workspace, id] as const] : [])),
  );
  if (data && view.open !== null && view.open !== 'new' && !opened) return <NotFoundScreen />;
  return (
    <Page width="narrow">
      <PageHeader
        title={t('workspaces.title')}
        purpose={t('workspaces.purpose')}
        {...(data && { count: all.length - archived.length })}
        actions={
          <>
            <Button variant="default" onClick={() => open({ template: 'all' })}>
              {t('templates.offers.title')}
            </Button>
            <Button onClick={() => open({ open: 'new' })}>{t('workspaces.new')}</Button>
          </>
        }
      />
      {archived.length > 0 && (
        <Checkbox
          className={classes.archived}
          label={t('workspaces.showArchived', { count: archived.length })}
          checked={view.archived}
          onChange={({ currentTarget }) => change({ archived: currentTarget.checked })}
        />
      )}
      {!data ? (
        <ListSkeleton rows={5} />
      ) : listed.length === 0 ? (
        <EmptyState title={t('workspaces.empty.title')} text={t('workspaces.empty.text')} art="list" />
      ) : (
        <WorkspaceList
          workspaces={listed}
          opened={view.open}
          updates={updates}
          onOpen={(id) => open({ open: id })}
          onUpdate={(template) => open({ template })}
          onFork={setForked}
        />
      )}
      {data && view.open !== null && (
        <Suspense>
          <WorkspaceDrawer
            key={view.open}
            workspace={opened}
            onCreated={({ id }) => overlay.open(hrefOf({ open: id }), 'replace')}
            onClose={() => overlay.close(hrefOf({ open: null }))}
          />
        </Suspense>
      )}
      {view.template !== null && (
        <Suspense>
          <OffersDrawer
            shown={view.template === 'all' ? null : view.template}
            onClose={() => overlay.close(hrefOf({ template: null }))}
          />
        </Suspense>
      )}
      {origin && (
        <Suspense>
          <ForkDialog
            workspace={origin}
            onForked={({ id }) => {
              setForked(null);
              open({ open: id });
            }}
            onClose={() => setForked(null)}
          />
        </Suspense>
      )}
    </Page>
  );
}
