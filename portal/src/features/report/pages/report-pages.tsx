import { EmptyState } from '@rise/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ReportControls } from '../controls/report-controls.tsx';
import { lacksPeers } from '../report-run.ts';
import { TileWindow } from '../tiles/tile-window.tsx';
import type { OpenedReport } from '../use-opened-report.ts';
import { PageTabs } from './page-tabs.tsx';
import { ReportRows } from './report-rows.tsx';
import classes from '../report.module.css';

/** The pages of an open report with its controls; `instead` takes the place of the rows. */
export function ReportPages({ opened, instead = null }: { opened: OpenedReport; instead?: ReactNode }) {
  const { t } = useTranslation();
  const { open, run, page, isUnknownMember } = opened;
  const { report, choices, choose, opening, subject } = open;
  return (
    <>
      <PageTabs pages={report.document.pages} page={page.id} onChoose={(id) => choose({ page: id })} />
      <ReportControls withoutPeers={isUnknownMember || lacksPeers(run)} />
      {isUnknownMember ? (
        <EmptyState
          title={t('report.unknownMember.title', { key: subject?.key })}
          text={t('report.unknownMember.text')}
          art="search"
        />
      ) : (
        (instead ?? (
          <div className={opening ? classes.opening : undefined}>
            <ReportRows key={page.id} rows={page.rows} tiles={run.tiles} wide={choices.wide} />
          </div>
        ))
      )}
      <TileWindow tiles={run.tiles} />
    </>
  );
}
