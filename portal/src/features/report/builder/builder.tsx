import { Drawer, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { ApiError } from '@rise/contract/client';
import { usePageTitle } from '@rise/shell/routing';
import { Notice, UiContextProvider } from '@rise/ui';
import { useNavigate } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpen } from '../../../routing/use-open.ts';
import { errorText } from '../../../client/error-text.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import { AboutDrawer } from '../about/about-drawer.tsx';
import { ReportControls } from '../controls/report-controls.tsx';
import { OriginNotice } from '../origin/origin-notice.tsx';
import { PageTabs } from '../pages/page-tabs.tsx';
import { ReportContext } from '../report-context.ts';
import { isOpening, lacksPeers } from '../report-run.ts';
import { TileWindow } from '../tiles/tile-window.tsx';
import { AddMenu } from './add-menu.tsx';
import { BuilderBar } from './builder-bar.tsx';
import { BuilderContext } from './builder-context.ts';
import { Canvas } from './canvas/canvas.tsx';
import { FieldsPane } from './fields/fields-pane.tsx';
import { ImageDrop, ImagesProvider } from './images/images.tsx';
import { PublishDialog } from './publish/publish-dialog.tsx';
import { VersionsDrawer } from './publish/versions-drawer.tsx';
import { ReportSettings } from './settings/report-settings.tsx';
import { TileSettings } from './settings/tile-settings.tsx';
import { type BuilderProps, useBuilderState } from './use-builder-state.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useStickyTop } from '../use-sticky-top.ts';
import classes from './builder.module.css';

/** Below this, fields and settings are drawers. */
const NARROW = '(width < 1200px)';

type Pane = 'fields' | 'settings';

/** Builds a report: fields at the left, the page in the middle, settings at the right. */
export function Builder(props: BuilderProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const navigate = useNavigate();
  const { id } = props.report;
  const { draft, shared, openReport, run, news } = useBuilderState(props);
  const { document, page, selected } = shared;
  usePageTitle(t('builder.pageTitle', { title: localize(document.title) }));
  const [open, setOpen] = useOpen<Pane | 'publish' | 'versions' | null>(null);
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false;
  const search = useRef<HTMLInputElement>(null);
  useShortcuts({ undo: draft.undo, redo: draft.redo, leave: () => shared.select(null) });
  const close = () => setOpen(null);
  const fields = <FieldsPane search={search} />;
  const settings = selected ? <TileSettings key={selected.id} tile={selected} /> : <ReportSettings />;
  return (
    <UiContextProvider currency={props.report.currency}>
      <ReportContext value={openReport}>
        <BuilderContext value={shared}>
          <ImagesProvider>
            <div className={classes.builder} style={useStickyTop()}>
              <BuilderBar
                draft={draft}
                back={`/reports/${id}`}
                isFilled={document.pages.some(({ rows }) => rows.length > 0)}
                onOpen={setOpen}
              >
                <AddMenu onField={() => (isNarrow ? setOpen('fields') : search.current?.focus())} />
              </BuilderBar>
              <div className={classes.panes}>
                {!isNarrow && <aside className={classes.side}>{fields}</aside>}
                <div className={classes.middle}>
                  {draft.error !== null && (
                    <Notice tone="negative" title={t('builder.notSaved')}>
                      {refusalText(draft.error, t)}
                    </Notice>
                  )}
                  <div className={classes.news}>
                    <OriginNotice
                      id={id}
                      onMerged={(next) => {
                        draft.accept(next);
                        shared.select(null);
                      }}
                    />
                  </div>
                  <PageTabs pages={document.pages} page={page.id} onChoose={shared.showPage} />
                  <ReportControls withoutPeers={lacksPeers(run) || isOpening(run)} />
                  <ImageDrop>
                    <Canvas tiles={run.tiles} />
                  </ImageDrop>
                </div>
                {!isNarrow && <aside className={classes.side}>{settings}</aside>}
              </div>
              <VisuallyHidden id="builder-keys">{t('builder.keys')}</VisuallyHidden>
              <VisuallyHidden>
                <output>{news}</output>
              </VisuallyHidden>
            </div>
          </ImagesProvider>
          {isNarrow && <Panes open={open} fields={fields} settings={settings} onClose={close} />}
          {open === 'publish' && (
            <PublishDialog
              id={id}
              revision={draft.stored.revision}
              onClose={close}
              onPublished={() => void navigate({ to: `/reports/${id}` as never })}
            />
          )}
          {open === 'versions' && (
            <VersionsDrawer
              id={id}
              onClose={close}
              onRestored={(next) => {
                draft.accept(next);
                shared.select(null);
                close();
              }}
            />
          )}
          <TileWindow tiles={run.tiles} />
          <AboutDrawer run={run} />
        </BuilderContext>
      </ReportContext>
    </UiContextProvider>
  );
}

/** Why a change was not stored. */
function refusalText(error: unknown, t: TFunction): string | undefined {
  if (!(error instanceof ApiError)) return errorText(error, t).message;
  if (error.code === 'CONFLICT') return t('builder.conflict');
  const messages = (error.details ?? []).map(({ message }) => message);
  return messages.length > 0 ? messages.join(' ') : errorText(error, t).message;
}

interface PanesProps {
  open: Pane | 'publish' | 'versions' | null;
  fields: ReactNode;
  settings: ReactNode;
  onClose: () => void;
}

/** Fields and settings where there is no room beside the page. */
function Panes({ open, fields, settings, onClose }: PanesProps) {
  const { t } = useTranslation();
  const close = { 'aria-label': t('builder.close') };
  return (
    <>
      <Drawer
        opened={open === 'fields'}
        onClose={onClose}
        title={t('builder.fields.title')}
        size={320}
        closeButtonProps={close}
      >
        {fields}
      </Drawer>
      <Drawer
        opened={open === 'settings'}
        onClose={onClose}
        title={t('builder.settings.open')}
        position="right"
        size={340}
        closeButtonProps={close}
      >
        {settings}
      </Drawer>
    </>
  );
}
