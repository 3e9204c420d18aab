import { Button, TextInput } from '@mantine/core';
import type { ReportSummary, Workspace } from '@rise/contract';
import { createWordMatcher } from '@rise/contract/fold';
import { ErrorState, Page, PageHeader, TableSkeleton } from '@rise/ui';
import { stringifySearch } from '@rise/ui/search-params';
import { IconSearch, IconSettings, IconShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpen } from '../../routing/use-open.ts';
import { errorText } from '../../client/error-text.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { reportsAt } from '../../reports/places.rules.ts';
import { reportsQuery } from '../../reports/reports.queries.ts';
import { firstEditable } from '../../reports/use-create-report.ts';
import { NotFoundScreen } from '../../routing/error-screens.tsx';
import { useSession } from '../../session/session.ts';
import { workspacesQuery } from '../../workspaces/workspaces.queries.ts';
import { NewReportButton } from './new-report-button.tsx';
import { PlaceList } from './place-list.tsx';
import type { ReportForm } from './report-menu.tsx';
import type { ReportRow } from './reports-grid.tsx';
import { useArchiveReport } from './reports.queries.ts';
import { readListState, type ReportListState, writeListState } from './reports.state.ts';
import classes from './reports.module.css';

const ReportsGrid = lazy(() => import('./reports-grid.tsx'));
const ReportDrawer = lazy(() => import('./report-drawer.tsx'));
const PublishDrawer = lazy(() => import('../../workspaces/templates/publish-drawer.tsx'));
const WorkspaceDrawer = lazy(() => import('../../workspaces/settings/workspace-drawer.tsx'));

const NONE: readonly never[] = [];

/** All reports the reader can access, by workspace. */
export default function ReportsPage() {
  const { t } = useTranslation();
  const localize = useLocalize();
  const navigate = useNavigate();
  const state = readListState(useSearch({ strict: false }));
  const reports = useQuery(reportsQuery);
  const places = useQuery(workspacesQuery);
  const change = (next: Partial<ReportListState>, replace: boolean) =>
    void navigate({ to: '/reports', search: writeListState({ ...state, ...next }) as never, replace });
  const all = reports.data?.reports ?? NONE;
  const workspaces = places.data?.workspaces ?? NONE;
  const failed = [reports, places].find(({ isError }) => isError);
  const { place } = state;
  const current = typeof place === 'string' ? null : (workspaces.find(({ id }) => id === place.workspace) ?? null);
  const rows = useRows(all, workspaces, state);
  // Where one stands, or else the first workspace where one may put reports.
  const target = current ? (current.can.edit ? current : null) : firstEditable(workspaces);
  // Its place is there before it is known whether there is a workspace for it: nothing moves.
  const mayWrite = useSession().permissions.includes('report.write');
  const isPending = reports.isPending || places.isPending;
  if (places.data && typeof place !== 'string' && !current) return <NotFoundScreen />;
  return (
    <Page>
      <PageHeader
        title={current ? localize(current.name) : t('reports.title')}
        purpose={current?.description ? localize(current.description) : t('reports.purpose')}
        {...(!isPending && { count: rows.placed })}
        actions={
          <>
            {current?.can.publish && <PublishButton workspace={current} />}
            {current?.can.manage && <SettingsButton workspace={current} />}
            {(target || (isPending && mayWrite)) && <NewReportButton workspace={target ?? null} />}
          </>
        }
      />
      {failed ? (
        <ErrorState {...errorText(failed.error, t)} onRetry={() => void failed.refetch()} />
      ) : (
        <div className={classes.columns}>
          <PlaceList
            workspaces={workspaces}
            reports={all}
            place={place}
            hrefOf={(next) => `/reports${stringifySearch(writeListState({ ...state, place: next }))}`}
            onPlace={(next) => change({ place: next }, false)}
          />
          <div className={classes.list}>
            <TextInput
              className={classes.search}
              type="search"
              aria-label={t('reports.search')}
              placeholder={t('reports.search')}
              leftSection={<IconSearch size={16} aria-hidden />}
              value={state.search}
              onChange={(event) => change({ search: event.currentTarget.value }, true)}
            />
            <Reports
              rows={rows.found}
              workspaces={workspaces}
              loading={isPending}
              current={current}
              state={state}
              onSort={(sort) => change({ sort }, false)}
            />
          </div>
        </div>
      )}
    </Page>
  );
}

/** Those of the place, and those of them that the search finds. */
function useRows(all: readonly ReportSummary[], workspaces: readonly Workspace[], { place, search }: ReportListState) {
  const localize = useLocalize();
  const isOfWorkspace = typeof place !== 'string';
  const key = isOfWorkspace ? place.workspace : place;
  const placed = useMemo<ReportRow[]>(() => {
    const byId = new Map(workspaces.map((workspace) => [workspace.id, workspace]));
    const at = isOfWorkspace ? { workspace: key } : (key as 'all' | 'archived');
    return reportsAt(at, { reports: all, workspaces }).map((report) => {
      const workspace = byId.get(report.workspace) ?? null;
      return {
        report,
        title: localize(report.title),
        purpose: localize(report.purpose),
        workspace,
        place: workspace ? localize(workspace.name) : '',
      };
    });
  }, [all, workspaces, isOfWorkspace, key, localize]);
  const found = useMemo(() => matching(placed, search), [placed, search]);
  return { placed: placed.length, found };
}

/** Rows whose title or purpose contains every word of the search. */
function matching(rows: readonly ReportRow[], search: string): ReportRow[] {
  const matches = createWordMatcher(search);
  return rows.filter((row) => matches(`${row.title} ${row.purpose}`));
}

/** The grid, with what is done with its reports. */
function Reports(props: {
  rows: readonly ReportRow[];
  workspaces: readonly Workspace[];
  loading: boolean;
  /** The workspace whose reports are listed. */
  current: Workspace | null;
  state: ReportListState;
  onSort: (sort: ReportListState['sort']) => void;
}) {
  const { rows, workspaces, loading, current, state, onSort } = props;
  const { t } = useTranslation();
  const localize = useLocalize();
  const archive = useArchiveReport();
  const [form, setForm] = useOpen<{ form: ReportForm; report: ReportSummary } | null>(null);
  const [done, setDone] = useState<{ text: string; undo?: ReportSummary } | null>(null);
  const targets = useMemo(() => workspaces.filter(({ can }) => can.edit), [workspaces]);
  const openForm = useCallback((report: ReportSummary, next: ReportForm) => setForm({ form: next, report }), [setForm]);
  const { mutate } = archive;
  const toggle = useCallback(
    (report: ReportSummary) =>
      mutate(report, {
        onSuccess: (changed) => {
          const key = changed.archivedAt === null ? 'restored' : 'archived';
          setDone({ text: t(`reports.done.${key}`, { title: localize(changed.title) }), undo: changed });
        },
      }),
    [mutate, t, localize],
  );
  return (
    <>
      {archive.error && (
        <p role="alert" className={classes.error}>
          {errorText(archive.error, t).message}
        </p>
      )}
      <output className={classes.done} data-shown={done !== null || undefined}>
        {done && (
          <>
            <span>{done.text}</span>
            {done.undo && (
              <Button size="compact-sm" variant="subtle" onClick={() => toggle(done.undo!)}>
                {t('reports.done.undo')}
              </Button>
            )}
          </>
        )}
      </output>
      <Suspense fallback={<TableSkeleton columns={4} />}>
        <ReportsGrid
          rows={rows}
          loading={loading}
          sort={state.sort}
          onSortChange={onSort}
          searched={state.search !== ''}
          current={current}
          hasTarget={targets.length > 0}
          onForm={openForm}
          onArchive={toggle}
        />
      </Suspense>
      {form && (
        <Suspense>
          <ReportDrawer
            {...form}
            targets={targets}
            onDone={() => {
              setDone({ text: t(`reports.done.${form.form}`, { title: localize(form.report.title) }) });
              setForm(null);
            }}
            onClose={() => setForm(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** For those who manage a workspace without being administrators. */
function SettingsButton({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useOpen(false);
  return (
    <>
      <Button variant="default" leftSection={<IconSettings size={16} aria-hidden />} onClick={() => setOpened(true)}>
        {t('reports.settings')}
      </Button>
      {opened && (
        <Suspense>
          <WorkspaceDrawer workspace={workspace} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}

/** For those who publish templates for other tenants. */
function PublishButton({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useOpen(false);
  return (
    <>
      <Button variant="default" leftSection={<IconShare size={16} aria-hidden />} onClick={() => setOpened(true)}>
        {t('templates.publish.title')}
      </Button>
      {opened && (
        <Suspense>
          <PublishDrawer workspace={workspace} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
