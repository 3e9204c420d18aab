import { Drawer, VisuallyHidden } from '@mantine/core';
import type { CatalogDataset, Report, ReportDraft, Tile } from '@rise/contract';
import { Notice, UiContextProvider } from '@rise/ui';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import { usePageTitle } from '@rise/shell/routing';
import { useQuery } from '@tanstack/react-query';
import { AboutDrawer } from '../about/about-drawer.tsx';
import { ReportControls } from '../controls/report-controls.tsx';
import { PageTabs } from '../pages/page-tabs.tsx';
import { ReportContext } from '../report-context.ts';
import { isOpening, lacksPeers } from '../report-run.ts';
import { memberQuery } from '../report.queries.ts';
import { type ReportChoices, withChange } from '../report.state.ts';
import { AddMenu } from './add-menu.tsx';
import { BuilderBar } from './builder-bar.tsx';
import { BuilderContext, type Builder as Shared } from './builder-context.ts';
import { Canvas } from './canvas/canvas.tsx';
import { addTile, findTile } from './canvas/placement.rules.ts';
import { useDraft } from './draft/use-draft.ts';
import { useDraftRun } from './draft/use-draft-run.ts';
import { FieldsPane } from './fields/fields-pane.tsx';
import type { CatalogField } from './fields/fields.rules.ts';
import { toggleField } from './fields/toggle-field.ts';
import { PublishDialog } from './publish/publish-dialog.tsx';
import { VersionsDrawer } from './publish/versions-drawer.tsx';
import { ReportSettings } from './settings/report-settings.tsx';
import { TileSettings } from './settings/tile-settings.tsx';
import { useStickyTop } from './use-sticky-top.ts';
import classes from './builder.module.css';

/** Below this, fields and settings are drawers. */
const NARROW = '(width < 1200px)';

interface BuilderProps {
  stored: ReportDraft;
  /** The draft with the definitions that it uses. */
  report: Report;
  datasets: readonly CatalogDataset[];
}

/** Builds a report: fields at the left, the page in the middle, settings at the right. */
export function Builder({ stored, report: described, datasets }: BuilderProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const navigate = useNavigate();
  const { id } = described;
  const draft = useDraft(id, stored);
  const { document, change } = draft;
  const report = useMemo(() => ({ ...described, document }), [described, document]);
  usePageTitle(t('builder.pageTitle', { title: localize(document.title) }));
  const [choices, setChoices] = useState<ReportChoices>({ filters: {} });
  const [pageId, setPageId] = useState<string | null>(null);
  const [selectedId, setSelected] = useState<string | null>(null);
  const [fixedLooks, setFixedLooks] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<'publish' | 'versions' | 'fields' | 'settings' | null>(null);
  const [news, setNews] = useState('');
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false;
  const stickyTop = useStickyTop();
  const search = useRef<HTMLInputElement>(null);
  const page = document.pages.find((one) => one.id === pageId) ?? document.pages[0]!;
  const selected = (selectedId === null ? null : findTile(document, selectedId)?.tile) ?? null;

  const key = document.subject ? (choices.subject ?? report.defaultSubject) : null;
  const member = useQuery(memberQuery(report, key));
  const name = document.subject && member.data?.[document.subject.title];
  const subject = useMemo(
    () => (key === null ? null : { key, title: name === undefined || name === null ? key : String(name) }),
    [key, name],
  );
  const { rerun, ...run } = useDraftRun({
    report,
    stored: stored.document,
    revision: stored.revision,
    page: page.id,
    choices,
  });
  const choose = useCallback((next: Partial<ReportChoices>) => setChoices((before) => withChange(before, next)), []);
  const about = useCallback((measure: string, tile: string) => choose({ about: measure, tile }), [choose]);
  const openReport = useMemo(
    () => ({
      report,
      choices,
      resolved: run.resolved,
      opening: false,
      subject,
      measure: choices.measure ?? document.measures[0] ?? null,
      choose,
      about,
      rerun,
    }),
    [report, choices, run.resolved, subject, document.measures, choose, about, rerun],
  );

  const add = (tile: Tile, height?: number) => {
    change(addTile(document, page.id, tile, { after: selected?.id ?? null, height }));
    setSelected(tile.id);
  };
  const shared: Shared = {
    report,
    document,
    page,
    datasets,
    selected,
    select: setSelected,
    showPage: (next) => {
      setPageId(next);
      setSelected(null);
    },
    change,
    add,
    toggleField: (field: CatalogField, datasetName: string) => {
      const dataset = datasets.find((one) => one.name === datasetName);
      const toggled =
        dataset &&
        toggleField({
          document,
          page: page.id,
          selected,
          isChosen: selected !== null && fixedLooks.has(selected.id),
          field,
          dataset,
        });
      if (!toggled) return setNews(t('builder.fields.lastMeasure'));
      change(toggled.operations);
      return setSelected(toggled.select);
    },
    keepLook: (tile) => setFixedLooks((before) => new Set(before).add(tile)),
    announce: setNews,
  };
  const focusSearch = useCallback(() => search.current?.focus(), []);
  const isEmpty = document.pages.every(({ rows }) => rows.length === 0);
  useEffect(() => {
    if (isEmpty) focusSearch();
    // Once, as the builder opens.
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (target.closest('input, textarea, select, [role="dialog"]')) return;
    const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
    if (isUndo) {
      event.preventDefault();
      if (event.shiftKey) draft.redo();
      else draft.undo();
    }
    if (event.key === 'Escape') setSelected(null);
  };

  const fields = <FieldsPane search={search} />;
  const settings = selected ? <TileSettings key={selected.id} tile={selected} /> : <ReportSettings />;
  return (
    <UiContextProvider currency={report.currency}>
      <ReportContext value={openReport}>
        <BuilderContext value={shared}>
          <div className={classes.builder} style={stickyTop} onKeyDown={onKeyDown}>
            <BuilderBar
              draft={draft}
              back={`/reports/${id}`}
              isFilled={!isEmpty}
              onFields={() => setOpen('fields')}
              onSettings={() => setOpen('settings')}
              onVersions={() => setOpen('versions')}
              onPublish={() => setOpen('publish')}
            >
              <AddMenu onField={() => (isNarrow ? setOpen('fields') : focusSearch())} />
            </BuilderBar>
            <div className={classes.panes}>
              {!isNarrow && <aside className={classes.side}>{fields}</aside>}
              <main className={classes.middle}>
                {draft.error !== null && (
                  <Notice tone="negative" title={t('builder.notSaved')}>
                    {errorText(draft.error, t).message}
                  </Notice>
                )}
                <PageTabs pages={document.pages} page={page.id} onChoose={shared.showPage} />
                {(document.subject !== undefined || document.filters.length > 0) && (
                  <ReportControls withoutPeers={lacksPeers(run) || isOpening(run)} />
                )}
                <Canvas tiles={run.tiles} />
              </main>
              {!isNarrow && <aside className={classes.side}>{settings}</aside>}
            </div>
            <VisuallyHidden id="builder-keys">{t('builder.keys')}</VisuallyHidden>
            <VisuallyHidden>
              <output>{news}</output>
            </VisuallyHidden>
          </div>
          {isNarrow && (
            <>
              <Drawer
                opened={open === 'fields'}
                onClose={() => setOpen(null)}
                title={t('builder.fields.title')}
                size={320}
              >
                {fields}
              </Drawer>
              <Drawer
                opened={open === 'settings'}
                onClose={() => setOpen(null)}
                title={t('builder.settings.open')}
                position="right"
                size={340}
              >
                {settings}
              </Drawer>
            </>
          )}
          {open === 'publish' && (
            <PublishDialog
              id={id}
              revision={stored.revision}
              onClose={() => setOpen(null)}
              onPublished={() => void navigate({ to: `/reports/${id}` as never })}
            />
          )}
          {open === 'versions' && (
            <VersionsDrawer
              id={id}
              onClose={() => setOpen(null)}
              onRestored={(next) => {
                draft.accept(next);
                setSelected(null);
                setOpen(null);
              }}
            />
          )}
          <AboutDrawer run={run} />
        </BuilderContext>
      </ReportContext>
    </UiContextProvider>
  );
}
