import { Button } from '@mantine/core';
import type { QueryResult, Report, Tile as TileDocument } from '@rise/contract';
import { type MenuAction, Tile, type TileState } from '@rise/ui';
import {
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconArrowsMaximize,
  IconCsv,
  IconInfoCircle,
  IconTable,
  IconTableShare,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, errorBodyText } from '../../../client/error-text.ts';
import { formatDay } from '../../../dates/dates.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import { useAlertAction } from '../alerts/alerts-button.tsx';
import { columnTitle, longestSentence, tileSentences } from '../averages.ts';
import { TileComments, useCommentAction } from '../comments/comments-button.tsx';
import { measureNamed, titleOf } from '../fields.ts';
import { withoutFilters } from '../peers.state.ts';
import { useOpenReport } from '../report-context.ts';
import { useIsViewedAs } from '../report-source.ts';
import type { Answer, TileRun } from '../report-run.ts';
import { useCopy } from '../../../client/use-copy.ts';
import { csvOf, type FlatTable, tabbedOf, useFigures } from './flat-table.ts';
import { FlatTableView } from './flat-table-view.tsx';
import { useLeftOut } from './left-out.ts';
import { useTileSurface } from './tile-surface.ts';
import { UnavailableNotes } from './unavailable-notes.tsx';
import { useImageMenu } from './use-image-menu.ts';
import { UnmappedNotes } from './unmapped-notes.tsx';
import classes from './tiles.module.css';

/** Texts and pictures have no figures, and no frame. */
export type FramedTile = Exclude<TileDocument, { kind: 'text' | 'image' }>;

export interface TileFrameProps {
  tile: FramedTile;
  run: TileRun;
  /** Measure and unit; a subtitle in the document takes precedence. */
  subtitle?: string;
  skeleton: ReactNode;
  minHeight?: number;
  bare?: boolean;
  titleHidden?: boolean;
  /** Further entries of the menu. */
  actions?: readonly MenuAction[];
  /** A choice that concerns this tile only. */
  choice?: ReactNode;
  /** Measures that the menu explains. */
  about?: readonly string[];
  /** Explains why a result has nothing to draw; null if it has something. */
  empty?: (answer: Answer) => EmptyMessage | null;
  /** The tile's figures as rows, for copying. */
  flat: (answer: Answer) => FlatTable | null;
  children: (answer: Answer) => ReactNode;
}

export interface EmptyMessage {
  title: string;
  text: string;
  /**
   * What is to blame: the reader's filters, which can then be cleared, or a figure that was not reported, or cannot be
   * computed, where the result says so.
   */
  because?: 'filters' | 'no-figure';
}

const NONE: readonly string[] = [];
const NO_ACTIONS: readonly MenuAction[] = [];

/** Frame of all tiles: states, menu, width. */
export function TileFrame({ tile, run, empty, flat, children, choice, about = NONE, ...props }: TileFrameProps) {
  const { actions = NO_ACTIONS, ...appearance } = props;
  const { t } = useTranslation();
  const localize = useLocalize();
  const { choices, choose } = useOpenReport();
  const answer = 'results' in run ? run.results : null;
  const uncomputed = useUncomputed(answer);
  const leftOut = useLeftOut(answer);
  const emptyMessage = withReason((answer && empty?.(answer)) ?? null, { uncomputed, leftOut }, t);
  const wide = choices.wide === tile.id;
  const { copied, copy } = useCopy();
  const images = useImageMenu(tile, localize(tile.title));
  const isShown = answer !== null && !emptyMessage;
  const { on, asTable, height } = useTileSurface();
  const entries = [
    ...useMenu(tile, about, isShown ? () => flat(answer) : null, copy),
    ...(isShown ? images : []),
    ...actions,
    ...useCommentAction(tile.id),
    ...useAlertAction(tile),
  ];
  const table = asTable && answer ? flat(answer) : null;
  const averages = useAverages(answer);
  const truncated = answer ? truncatedRowCount(answer) : 0;
  const subtitle = tile.subtitle ? localize(tile.subtitle) : appearance.subtitle;
  return (
    <Tile
      title={localize(tile.title)}
      span={12}
      state={useTileState(run, emptyMessage)}
      skeleton={<WithAverages tile={tile} about={about} skeleton={appearance.skeleton} />}
      {...(on === 'page' && { menu: entries })}
      headerEnd={
        on === 'page' && (
          <>
            <span role="status" className={classes.copied}>
              {copied ? t('report.copied') : ''}
            </span>
            <TileComments tile={tile.id} title={localize(tile.title)} />
            {wide && (
              <Button
                variant="subtle"
                leftSection={<IconArrowsDiagonalMinimize2 size={16} aria-hidden />}
                onClick={() => choose({ wide: undefined })}
              >
                {t('report.menu.narrow')}
              </Button>
            )}
          </>
        )
      }
      {...(choice === undefined ? {} : { controls: choice })}
      {...(subtitle ? { subtitle } : {})}
      {...(appearance.minHeight ? { minHeight: appearance.minHeight } : {})}
      {...(appearance.bare ? { bare: true } : {})}
      {...(appearance.titleHidden ? { titleHidden: true } : {})}
    >
      {answer && !emptyMessage ? (
        <>
          {truncated > 0 && (
            <p role="note" className={classes.cut}>
              {t('report.cut', { count: truncated })}
            </p>
          )}
          {[...leftOut, ...uncomputed].map((sentence) => (
            <p key={sentence} role="note" className={classes.cut}>
              {sentence}
            </p>
          ))}
          <UnavailableNotes answer={answer} />
          <UnmappedNotes answer={answer} />
          {averages.map((sentence) => (
            <p key={sentence} className={classes.cut}>
              {sentence}
            </p>
          ))}
          {table ? <FlatTableView label={localize(tile.title)} table={table} height={height} /> : children(answer)}
        </>
      ) : null}
    </Tile>
  );
}

/** Rankings, pages of lists and the course beside a figure, which are truncated by design. */
const TRUNCATED_SLOTS = new Set(['ranking', 'rows', 'trend']);

/** Number of rows shown if the result is truncated, else 0. */
function truncatedRowCount(answer: Answer): number {
  const truncated = Object.entries(answer).find(
    ([slot, item]) => !TRUNCATED_SLOTS.has(slot) && item?.result.meta.truncated,
  );
  return truncated?.[1]?.result.meta.rowCount ?? 0;
}

const UNCOMPUTED = {
  not_finite: 'report.uncomputed.not_finite',
  overflow: 'report.uncomputed.overflow',
  missing_rate: 'report.uncomputed.missing_rate',
  mixed_currencies: 'report.uncomputed.mixed_currencies',
} as const;

/** Which figures cannot be computed, and why; a sentence for each reason. */
function useUncomputed(answer: Answer | null): string[] {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const { report } = useOpenReport();
  if (!answer) return [];
  return uncomputedColumns(answer, report).map(({ reason, titles, currencies, day }) =>
    t(UNCOMPUTED[reason], {
      figures: titles.map(localize).join(', '),
      currencies: currencies.map((code) => code ?? t('report.uncomputed.no_currency')).join(', '),
      day: day === null ? t('report.uncomputed.no_day') : formatDay(day, i18n.language),
    }),
  );
}

/**
 * A figure that cannot be computed may well have been reported, and members that a tile leaves out have rows: the message
 * then says so.
 */
function withReason(
  message: EmptyMessage | null,
  { uncomputed, leftOut }: { uncomputed: readonly string[]; leftOut: readonly string[] },
  t: TFunction,
): EmptyMessage | null {
  if (message && leftOut.length > 0) return { ...message, text: leftOut.join(' ') };
  if (message?.because !== 'no-figure' || uncomputed.length === 0) return message;
  return { title: t('report.uncomputed.title'), text: uncomputed.join(' ') };
}

/** The figures that cannot be computed, by reason: their titles, and which currencies and first day are to blame. */
function uncomputedColumns(answer: Answer, report: Report) {
  const all = Object.values(answer).flatMap((item) =>
    (item?.result.meta.uncomputed ?? []).map((one) => ({ ...one, title: titleOf(report, item!.result, one.column) })),
  );
  return (Object.keys(UNCOMPUTED) as (keyof typeof UNCOMPUTED)[])
    .map((reason) => {
      const own = all.filter((one) => one.reason === reason);
      const days = own.flatMap(({ day }) => day ?? []).toSorted();
      const currencies = [...new Set(own.flatMap((one) => one.currencies ?? []))];
      return { reason, titles: own.map(({ title }) => title), currencies, day: days[0] ?? null };
    })
    .filter(({ titles }) => titles.length > 0);
}

/** What there is to say about the tile's average balances. */
function useAverages(answer: Answer | null): string[] {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const { report } = useOpenReport();
  if (!answer) return [];
  const results = Object.values(answer).flatMap((item) => (item ? [item.result] : []));
  const titleOf = (column: string, result: QueryResult | undefined) => {
    const title = columnTitle(result, column);
    if (title) return localize(title);
    const measure = report.fields.measures.find(({ name }) => name === column);
    return measure ? localize(measure.label ?? measure.title) : column;
  };
  return tileSentences(results, titleOf, { t, language: i18n.language });
}

/** The skeleton, below the place of what the tile will say about its average balances. */
function WithAverages({ tile, about, skeleton }: Pick<TileFrameProps, 'tile' | 'about' | 'skeleton'>) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const { report } = useOpenReport();
  const names = 'measures' in tile ? tile.measures : (about ?? NONE);
  const averaged = names.map((name) => measureNamed(report, name)).filter(({ averages }) => averages);
  if (averaged.length === 0 || report.asOf === null) return skeleton;
  const titles = averaged.map(({ label, title }) => localize(label ?? title));
  return (
    <>
      <p className={`${classes.cut} ${classes.reserved}`} aria-hidden>
        {longestSentence(titles, report.asOf, { t, language: i18n.language })}
      </p>
      {skeleton}
    </>
  );
}

function useTileState(run: TileRun, emptyMessage: EmptyMessage | null): TileState {
  const { t } = useTranslation();
  const { report, choices, choose, rerun: again } = useOpenReport();
  if (run.status === 'loading') return { status: 'loading' };
  if (run.status === 'failed') {
    const { failure } = run;
    const text = failure.kind === 'reported' ? errorBodyText(failure.error, t) : errorText(failure.error, t);
    return { status: 'error', ...text, onRetry: again };
  }
  if (!emptyMessage) return { status: run.status };
  const { title, text, because } = emptyMessage;
  const filtered = because === 'filters' && Object.keys(choices.filters).length > 0;
  return {
    status: 'empty',
    title,
    text,
    ...(filtered
      ? {
          action: (
            <Button variant="default" onClick={() => choose(withoutFilters(report))}>
              {t('report.clearFilters')}
            </Button>
          ),
        }
      : {}),
  };
}

function useMenu(
  tile: FramedTile,
  measures: readonly string[],
  flat: (() => FlatTable | null) | null,
  copy: (text: string) => void,
): MenuAction[] {
  const { t } = useTranslation();
  const localize = useLocalize();
  const figures = useFigures();
  const { report, choices, choose, about } = useOpenReport();
  const isViewedAs = useIsViewedAs();
  const menu: MenuAction[] = (about ? measures : NONE).map((name) => {
    const measure = measureNamed(report, name);
    return {
      id: `about-${name}`,
      label: t('report.menu.about', { measure: localize(measure.label ?? measure.title) }),
      icon: IconInfoCircle,
      onClick: () => about?.(name, tile.id),
    };
  });
  const table = about && flat?.();
  if (table && !isViewedAs)
    menu.push(
      { id: 'csv', label: t('report.menu.csv'), icon: IconCsv, onClick: () => copy(csvOf(table)) },
      {
        id: 'table',
        label: t('report.menu.table'),
        icon: IconTableShare,
        onClick: () => copy(tabbedOf(table, figures)),
      },
    );
  menu.push({
    id: 'full',
    label: t('report.full.open'),
    icon: IconArrowsMaximize,
    onClick: () => choose({ full: tile.id, as: undefined }),
  });
  if (table && tile.kind !== 'table' && tile.kind !== 'rows')
    menu.push({
      id: 'as-table',
      label: t('report.full.asTable'),
      icon: IconTable,
      onClick: () => choose({ full: tile.id, as: 'table' }),
    });
  if (tile.width < 12 && choices.wide !== tile.id)
    menu.push({
      id: 'wide',
      label: t('report.menu.wide'),
      icon: IconArrowsDiagonal,
      onClick: () => choose({ wide: tile.id }),
    });
  return menu;
}
