import type { FrozenReport } from '@rise/contract';
import { ChartSkeleton, ErrorState, Notice, Page, PageHeader, TextSkeleton, UiContextProvider } from '@rise/ui';
import { type SearchParams } from '@rise/ui/search-params';
import { usePageTitle } from '@rise/shell/routing';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, isNotFound } from '../../../client/error-text.ts';
import { ApiError } from '@rise/contract/client';
import { formatDay } from '../../../dates/dates.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import { NotFoundScreen } from '../../../routing/error-screens.tsx';
import { PageTabs } from '../pages/page-tabs.tsx';
import { ReportRows } from '../pages/report-rows.tsx';
import { TileWindow } from '../tiles/tile-window.tsx';
import { ReportContext } from '../report-context.ts';
import type { RunState } from '../report-run.ts';
import { readChoices, type ReportChoices, writeChoices } from '../report.state.ts';
import { toChoices } from '../views/views.rules.ts';
import { FreezeBand } from './freeze-band.tsx';
import { frozenReportQuery } from './freezes.queries.ts';
import { FrozenAbout } from './frozen-about.tsx';
import { FrozenSelections } from './frozen-selections.tsx';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A report as it was frozen, drawn from its stored rows. */
export default function FreezePage() {
  const { reportId = '', freezeId = '' }: { reportId?: string; freezeId?: string } = useParams({ strict: false });
  const { t } = useTranslation();
  const isId = UUID.test(reportId) && UUID.test(freezeId);
  const frozen = useQuery({ ...frozenReportQuery(reportId, freezeId), enabled: isId });
  if (frozen.data) return <Frozen key={freezeId} id={reportId} frozen={frozen.data} />;
  if (!isId || isNotFound(frozen.error)) return <NotFoundScreen />;
  if (!frozen.isError)
    return (
      <Page loading>
        <TextSkeleton lines={2} />
        <ChartSkeleton height={420} />
      </Page>
    );
  const isChanged = frozen.error instanceof ApiError && frozen.error.code === 'CONFLICT';
  return (
    <Page>
      <PageHeader
        title={t('report.freeze.title')}
        back={{ href: `/reports/${reportId}?freezes=open`, label: t('report.freeze.back') }}
      />
      {isChanged ? (
        <Notice tone="negative" title={t('report.freeze.changed.title')}>
          {t('report.freeze.changed.text')}
        </Notice>
      ) : (
        <ErrorState {...errorText(frozen.error, t)} onRetry={() => void frozen.refetch()} />
      )}
    </Page>
  );
}

function Frozen({ id, frozen }: { id: string; frozen: FrozenReport }) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const { freeze, content } = frozen;
  const { report, resolved, subject, state, results } = content;
  const { document } = report;
  const { choices, choose } = useFrozenChoices(frozen);
  const about = useCallback((measure: string, tile: string) => choose({ about: measure, tile }), [choose]);
  const measure = state.measure ?? document.measures[0] ?? null;
  const open = useMemo(
    () => ({
      report,
      choices,
      resolved,
      subject,
      measure,
      choose,
      about,
      opening: false,
      rerun: () => {},
      isFilteredByMarks: false,
      isFrozen: true,
    }),
    [report, choices, resolved, subject, measure, choose, about],
  );
  const tiles = useMemo(
    (): RunState['tiles'] =>
      Object.fromEntries(
        Object.entries(results).map(([tile, answers]) => [tile, { status: 'ready', results: answers }]),
      ),
    [results],
  );
  const page = document.pages.find((one) => one.id === choices.page) ?? document.pages[0]!;
  const title = localize(document.title);
  usePageTitle(`${title} – ${freeze.name}`);
  return (
    <UiContextProvider currency={report.currency}>
      <ReportContext value={open}>
        <Page>
          <PageHeader
            title={title}
            purpose={localize(document.purpose)}
            back={{ href: `/reports/${id}?freezes=open`, label: t('report.freeze.back') }}
            {...(freeze.asOf && {
              asOf: { label: t('report.asOf', { date: formatDay(freeze.asOf, i18n.language) }), detail: freeze.name },
            })}
          />
          <FreezeBand frozen={frozen} report={id} />
          <FrozenSelections content={content} />
          <PageTabs pages={document.pages} page={page.id} onChoose={(chosen) => choose({ page: chosen })} />
          <ReportRows key={page.id} rows={page.rows} tiles={tiles} wide={choices.wide} />
          <TileWindow tiles={tiles} />
          <FrozenAbout />
        </Page>
      </ReportContext>
    </UiContextProvider>
  );
}

/** The frozen selections, with what of the page can still be chosen: its page, lists, widths, and what is explained. */
function useFrozenChoices({ content: { report, state } }: FrozenReport) {
  const navigate = useNavigate();
  const search: SearchParams = useSearch({ strict: false });
  const choices = useMemo(() => {
    const chosen = Object.entries({ ...toChoices(state), ...shownOf(readChoices(search, report)) });
    return Object.fromEntries(chosen.filter(([, value]) => value !== undefined)) as unknown as ReportChoices;
  }, [search, report, state]);
  const choose = useCallback(
    (change: Partial<ReportChoices>) =>
      void navigate({
        to: '.',
        search: ((former: SearchParams) =>
          writeChoices({ filters: {}, ...shownOf({ ...readChoices(former, report), ...change }) })) as never,
        resetScroll: false,
      }),
    [navigate, report],
  );
  return { choices, choose };
}

/** Everything else was chosen when the report was frozen. */
function shownOf({ page, lists, about, tile, wide, full, as }: ReportChoices): Partial<ReportChoices> {
  const shown = Object.entries({ page, lists, about, tile, wide, full, as });
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined));
}
