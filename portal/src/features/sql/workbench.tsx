import { Button } from '@mantine/core';
import type { SqlHistoryEntry, SqlTab, SqlTable } from '@rise/contract';
import { useOverlayAddress } from '@rise/shell/routing';
import { Notice } from '@rise/ui';
import { stringifySearch } from '@rise/ui/search-params';
import { IconBookmarks, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { savedQueriesQuery } from '../../warehouse/saved-queries.queries.ts';
import { readSqlState, type SqlState, writeSqlState } from './sql.state.ts';
import { toEntries } from '../../warehouse/sql-parameters.rules.ts';
import { StatementTab } from './statement-tab.tsx';
import { TabBar } from './tabs/tab-bar.tsx';
import type { OpenTab, TabContent, TabsState } from './tabs/tab-store.ts';
import { activeTab, useTabs } from './tabs/use-tabs.ts';
import classes from './sql.module.css';

const HistoryDrawer = lazy(() => import('./saved/history-drawer.tsx'));
const SavedQueriesDrawer = lazy(() => import('./saved/saved-queries-drawer.tsx'));
const SaveQueryDrawer = lazy(() => import('./saved/save-query-drawer.tsx'));

const EMPTY = { sql: '', parameters: [], savedQuery: null };

/** The person's tabs, and the panels with what they ran and saved. */
export function Workbench({ tables, stored }: { tables: readonly SqlTable[]; stored: readonly SqlTab[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const address = readSqlState(useSearch({ strict: false }));
  const { store, state } = useTabs(stored);
  const untitled = () => t('sqlWorkbench.tabs.untitled', { number: state.tabs.length + 1 });
  const tab = activeTab(state.tabs, address.tab);
  const isEmpty = tab === undefined;
  useEffect(() => {
    if (isEmpty) store.add({ ...EMPTY, title: t('sqlWorkbench.tabs.untitled', { number: 1 }) });
  }, [isEmpty, store, t]);
  const overlay = useOverlayAddress();
  const saved = useQuery({ ...savedQueriesQuery, enabled: address.panel === 'save' });
  if (!tab) return null;

  const change = (next: Partial<SqlState>, replace = false) =>
    void navigate({ to: '/sql', search: writeSqlState({ ...address, ...next }) as never, replace });
  const hrefOf = (next: Partial<SqlState>) => `/sql${stringifySearch(writeSqlState({ ...address, ...next }))}`;
  const openPanel = (panel: SqlState['panel']) => overlay.open(hrefOf({ panel }));
  const closePanel = () => overlay.close(hrefOf({ panel: null, search: '' }));
  // A panel that it is opened from is closed.
  const show = (shown: OpenTab) =>
    change({ tab: shown.id ?? shown.key, panel: null, search: '' }, address.panel !== null);
  const open = (content: TabContent) => show(store.add(content));
  const openEntry = ({ sql, parameters }: SqlHistoryEntry) =>
    open({ title: untitled(), sql, parameters: toEntries(parameters), savedQuery: null });
  const close = (closed: OpenTab) => {
    void store.close(closed.key);
    if (closed.key === tab.key) change({ tab: null }, true);
  };
  const opened = saved.data?.queries.find(({ id, can }) => id === tab.savedQuery && can.change) ?? null;
  return (
    <div className={classes.workbench}>
      <div className={classes.top}>
        <TabBar
          tabs={state.tabs}
          active={tab.key}
          onOpen={show}
          onAdd={() => open({ ...EMPTY, title: untitled() })}
          onRename={({ key }, title) => store.change(key, { title })}
          onDuplicate={({ title, sql, parameters }) => open({ title, sql, parameters, savedQuery: null })}
          onClose={close}
        />
        <SavingStatus saving={state.saving} />
        <Button
          variant="default"
          leftSection={<IconBookmarks size={16} aria-hidden />}
          onClick={() => openPanel('queries')}
        >
          {t('sqlWorkbench.queries.title')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconHistory size={16} aria-hidden />}
          onClick={() => openPanel('history')}
        >
          {t('sqlWorkbench.history.title')}
        </Button>
      </div>
      {state.conflict !== null && (
        <Notice tone="warning" onClose={() => store.dismissConflict()}>
          {t('sqlWorkbench.tabs.conflict', { title: state.conflict })}
        </Notice>
      )}
      <StatementTab
        key={tab.key}
        tab={tab}
        tables={tables}
        onChange={(content) => store.change(tab.key, content)}
        onSave={() => openPanel('save')}
      />
      <Suspense fallback={null}>
        {address.panel === 'history' && <HistoryDrawer onOpen={openEntry} onClose={closePanel} />}
        {address.panel === 'queries' && (
          <SavedQueriesDrawer
            search={address.search}
            onSearch={(search) => overlay.open(hrefOf({ search }), 'replace')}
            onOpen={({ id, name, sql, parameters }) => open({ title: name, sql, parameters, savedQuery: id })}
            onClose={closePanel}
          />
        )}
        {address.panel === 'save' && saved.data && (
          <SaveQueryDrawer
            statement={{ sql: tab.sql, parameters: tab.parameters }}
            title={tab.title}
            opened={opened}
            onSaved={({ id, name }) => {
              store.change(tab.key, { savedQuery: id, title: name });
              closePanel();
            }}
            onClose={closePanel}
          />
        )}
      </Suspense>
    </div>
  );
}

function SavingStatus({ saving }: Pick<TabsState, 'saving'>) {
  const { t } = useTranslation();
  return (
    <span role="status" className={classes.saving} data-failed={saving === 'failed' || undefined}>
      {t(`sqlWorkbench.tabs.${saving}`)}
    </span>
  );
}
