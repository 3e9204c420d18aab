import { figureMarks, isHiddenColumn } from '@rise/contract/figure-formats';
import type { LocalizedText, QueryResult, TileOf } from '@rise/contract';
import { Delta, KpiCard, KpiCardSkeleton, KpiGrid } from '@rise/ui';
import { Sparkline } from '@rise/ui/charts';
import { useTranslation } from 'react-i18next';
import { periodText } from '../../../figures/period-text.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import { type MarkMember, useMemberActions } from '../drill/member-actions.ts';
import { asFigure, asNumber, measureNamed } from '../fields.ts';
import { aboutProps, useOpenReport } from '../report-context.ts';
import type { Answer, TileRun } from '../report-run.ts';
import type { FlatTable } from './flat-table.ts';
import { columnName, isIncomplete } from './result-labels.ts';
import { TileFrame } from './tile-frame.tsx';
import classes from './figures-tile.module.css';

type FiguresTile = TileOf<'figures'>;

/** The latest row first, as the server orders it; the only one without a date. */
const resultOf = ({ trend, figures }: Answer): QueryResult | undefined => (trend ?? figures)?.result;

const columnAt = (result: QueryResult, name: string) => result.columns.findIndex((column) => column.name === name);

/** Figures on cards; with a date those of the latest period, their change and their course. */
export function FiguresTileView({ tile, run }: { tile: FiguresTile; run: TileRun }) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const { report, about, isFilteredByMarks } = useOpenReport();
  const { isReady, rowsOf } = useMemberActions(tile, run);
  const { time } = tile;
  const isOwn = tile.dataset === undefined;
  const titleOf = (name: string, result?: QueryResult) => {
    const column = result?.columns[columnAt(result, name)];
    // Columns have short titles, which cards have room for more than.
    const known = isOwn ? report.fields.measures.find((measure) => measure.name === name) : undefined;
    return localize(known?.title ?? column?.title ?? { en: name });
  };
  return (
    <TileFrame
      tile={tile}
      run={run}
      bare
      actions={
        isFilteredByMarks && isReady && 'results' in run ? rowsOf(periodOf(tile, run.results), tile.measures) : []
      }
      titleHidden={tile.measures.length === 1 && !time && localize(tile.title) === titleOf(tile.measures[0]!)}
      skeleton={
        <KpiGrid>
          {tile.measures.map((name) => (
            <KpiCardSkeleton key={name} title={titleOf(name)} low={!time} {...aboutProps(about, name, tile.id)} />
          ))}
        </KpiGrid>
      }
      flat={(answer) => flatOf(tile, resultOf(answer), localize)}
    >
      {(answer) => {
        const result = resultOf(answer);
        const [latest] = result?.rows ?? [];
        const marks = result && figureMarks(tile, result);
        const period = time && result?.columns[columnAt(result, columnName(time))];
        const start = time && result && latest ? String(latest[columnAt(result, columnName(time))] ?? '') : null;
        return (
          <>
            {time && start && (
              <p className={classes.period}>
                {periodText(start, time.grain, { t, language: i18n.language })}
                {isIncomplete(period, start) && ` · ${t('report.figures.incomplete')}`}
              </p>
            )}
            <KpiGrid>
              {tile.measures.map((name) => {
                const at = result ? columnAt(result, name) : -1;
                const format = result?.columns[at]?.format ?? { unit: 'number' as const };
                const change = result ? columnAt(result, changeOf(name)) : -1;
                const course = time ? (result?.rows ?? []).map((row) => asNumber(row[at])).toReversed() : [];
                const isPoints = format.unit === 'percent';
                return (
                  <KpiCard
                    key={name}
                    title={titleOf(name, result)}
                    value={asFigure(latest?.[at])}
                    format={format}
                    {...aboutProps(about, name, tile.id)}
                    low={!time}
                    tone={(latest && marks?.get(at)?.(latest)?.tone) ?? null}
                    footer={
                      course.length > 1 ? (
                        <div className={classes.course}>
                          {change >= 0 && !(start && isIncomplete(period, start)) && (
                            <span className={classes.change}>
                              <Delta
                                value={asFigure(latest?.[change])}
                                format={isPoints ? { ...format } : { unit: 'percent', decimals: 1 }}
                                better={measureNamed(report, name).better}
                                points={isPoints}
                              />
                              <span>{t(COMPARED[tile.compare!])}</span>
                            </span>
                          )}
                          <Sparkline values={course} fill height={32} />
                        </div>
                      ) : undefined
                    }
                  />
                );
              })}
            </KpiGrid>
          </>
        );
      }}
    </TileFrame>
  );
}

/** The latest period, which the figures are of; none of those of all rows. */
function periodOf({ time }: FiguresTile, answer: Answer): MarkMember[] {
  const result = resultOf(answer);
  const start = time && result?.rows[0]?.[columnAt(result, columnName(time))];
  if (!time || start === undefined || start === null) return [];
  const value = String(start);
  return [{ request: { ...time, fill: false }, member: { label: value, value, isOther: false } }];
}

/** The figures as rows, for copying. */
function flatOf(
  tile: TileOf<'figures'>,
  result: QueryResult | undefined,
  localize: (text: LocalizedText) => string,
): FlatTable | null {
  if (!result) return null;
  const shown = result.columns.flatMap((column, place) =>
    column.role === 'level' || isHiddenColumn(tile, column) ? [] : [place],
  );
  return {
    columns: shown.map((place) => {
      const { title, format } = result.columns[place]!;
      return { title: localize(title), ...(format ? { format } : {}) };
    }),
    rows: result.rows.map((row) => shown.map((place) => row[place] ?? null)),
  };
}

const COMPARED = {
  previous_period: 'report.figures.previous_period',
  same_period_last_year: 'report.figures.same_period_last_year',
  prior_year_end: 'report.figures.prior_year_end',
} as const;

/** The server's name of the column with a figure's change. */
const changeOf = (measure: string): string => `${measure}_change`.slice(0, 63);
