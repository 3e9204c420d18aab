import { useCallback, useMemo } from 'react';
import { type FigureFormat, type FigureValue, formatInteger } from '../figures/format-figure.ts';
import { useFigure } from '../figures/use-figure.ts';
import { useUiContext } from '../context/ui-context.tsx';
import { fill } from '../texts/ui-texts.ts';
import { ChartFigure } from './chart-figure.tsx';
import type { ChartContext } from './chart-option.ts';
import {
  isPinned,
  type RankedItem,
  RANKING_GAP,
  RANKING_ROW,
  rankingHeight,
  rankingOption,
  rankingRows,
} from './ranking-option.ts';
import { bars, useChart } from './use-chart.ts';
import classes from './chart-figure.module.css';

export interface RankingChartProps {
  label: string;
  format: FigureFormat;
  items: readonly RankedItem[];
  subject?: (RankedItem & { rank?: number | null }) | null;
  /** Number of ranked members, if the items are only the first of them. */
  count?: number;
  onSelect?: (key: string) => void;
}

/** Ranked members, with the subject highlighted. */
export function RankingChart({ label, format, items, subject, count, onSelect }: RankingChartProps) {
  const { texts, locale } = useUiContext();
  const figure = useFigure();
  const data = useMemo(
    () => ({
      items,
      subject,
      write: (value: FigureValue) => figure(value, format, { compact: true }),
      writeRank: (rank: number) => formatInteger(rank, locale),
    }),
    [items, subject, figure, format, locale],
  );
  const build = useCallback((place: ChartContext) => rankingOption(data, place), [data]);
  const height = rankingHeight(data);
  const { container, status } = useChart(height, build, bars);
  const rows = rankingRows(data);
  const rankText = (rank: number | null) => {
    if (rank === null) return '–';
    const own = formatInteger(rank, locale);
    return count === undefined ? own : fill(texts.rankOf, { rank: own, count: formatInteger(count, locale) });
  };
  return (
    <ChartFigure
      label={label}
      height={height}
      container={container}
      status={status}
      skeleton="rows"
      table={{
        head: [texts.name, texts.rank, texts.value],
        rows: rows.map((row) => [row.label, rankText(row.rank), figure(row.value, format)]),
      }}
    >
      {onSelect !== undefined && (
        <ul className={classes['rows']}>
          {rows.map((row, index) => (
            <li key={row.key}>
              <button
                type="button"
                className={classes['row-target']}
                style={{
                  top: index * RANKING_ROW + (isPinned(data) && index === rows.length - 1 ? RANKING_GAP : 0),
                  height: RANKING_ROW,
                }}
                aria-current={row.isSubject || undefined}
                aria-label={`${rankText(row.rank)}: ${row.label}, ${figure(row.value, format)}`}
                title={`${row.label}\n${figure(row.value, format)}`}
                onClick={() => onSelect(row.key)}
              />
            </li>
          ))}
        </ul>
      )}
    </ChartFigure>
  );
}
