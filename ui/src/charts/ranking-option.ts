import type { FigureValue } from '../figures/format-figure.ts';
import { chartBase, type ChartOption, type ChartContext } from './chart-option.ts';

export interface RankedItem {
  key: string;
  label: string;
  value: FigureValue;
}

export interface RankingData {
  /** In order, the first at the top. */
  items: readonly RankedItem[];
  /** Highlighted; if it is not among the items, it is added below them with its own rank. */
  subject?: (RankedItem & { rank?: number | null }) | null;
  /** A value as text. */
  write: (value: FigureValue) => string;
  /** A rank as text. */
  writeRank: (rank: number) => string;
}

export interface RankingRow extends RankedItem {
  rank: number | null;
  isSubject: boolean;
}

export const RANKING_ROW = 26;
/** Between the items and a subject that is not among them. */
export const RANKING_GAP = 12;

/** The displayed rows: the items, and below them the subject if it is not among them. */
export function rankingRows({ items, subject }: Pick<RankingData, 'items' | 'subject'>): RankingRow[] {
  const rows = items.map((item, index) => ({ ...item, rank: index + 1, isSubject: item.key === subject?.key }));
  if (!subject || rows.some(({ isSubject }) => isSubject)) return rows;
  return [...rows, { ...subject, rank: subject.rank ?? null, isSubject: true }];
}

export const isPinned = (data: Pick<RankingData, 'items' | 'subject'>): boolean =>
  rankingRows(data).length > data.items.length;

export const rankingHeight = (data: Pick<RankingData, 'items' | 'subject'>): number =>
  rankingRows(data).length * RANKING_ROW + (isPinned(data) ? RANKING_GAP : 0);

/** Horizontal bars with names before and values behind them: no axis is needed. */
export function rankingOption(data: RankingData, place: ChartContext): ChartOption {
  const { colors, width } = place;
  const rows = rankingRows(data);
  const pinned = isPinned(data);
  const texts = rows.map((row) => data.write(row.value));
  const widest = Math.max(...texts.map((text) => text.length), 4);
  const valueWidth = Math.min(widest * 7.4 + 14, width * 0.4);
  const rankWidth = Math.max(...rows.map(({ rank }) => (rank === null ? 1 : data.writeRank(rank).length))) * 7.4 + 10;
  const nameWidth = Math.max(72, Math.min(width * 0.36, 236));
  const left = rankWidth + nameWidth + 8;
  const values = rows.map(({ value }) => (value === null || value === undefined ? null : Number(value)));
  const numbers = values.filter((value) => value !== null);

  // Two grids, so that a subject outside the items is visually separated.
  const split = pinned ? rows.length - 1 : rows.length;
  const parts = [{ from: 0, to: split, top: 0 }];
  if (pinned) parts.push({ from: split, to: rows.length, top: split * RANKING_ROW + RANKING_GAP });
  const range = { min: Math.min(0, ...numbers), max: Math.max(0, ...numbers) || 1 };

  return {
    ...chartBase(place),
    tooltip: { show: false },
    grid: parts.map(({ from, to, top }) => ({
      left,
      right: valueWidth,
      top,
      height: (to - from) * RANKING_ROW,
      outerBoundsMode: 'none',
    })),
    xAxis: parts.map((_, gridIndex) => ({ type: 'value', gridIndex, show: false, ...range })),
    yAxis: parts.map(({ from, to }, gridIndex) => ({
      type: 'category',
      gridIndex,
      inverse: true,
      data: rows.slice(from, to).map(({ key }) => key),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: {
        interval: 0,
        margin: 8,
        align: 'right',
        formatter: (_key: string, index: number) => {
          const row = rows[from + index]!;
          const rank = row.rank === null ? '' : data.writeRank(row.rank);
          return `{${row.isSubject ? 'subjectRank' : 'rank'}|${rank}}{${row.isSubject ? 'subject' : 'name'}|${fit(row.label, nameWidth)}}`;
        },
        rich: {
          rank: { width: rankWidth, align: 'left', color: colors.hint, fontSize: 12 },
          subjectRank: { width: rankWidth, align: 'left', color: colors.primary, fontSize: 12, fontWeight: 600 },
          name: { width: nameWidth, align: 'left', color: colors.secondary, fontSize: 12 },
          subject: { width: nameWidth, align: 'left', color: colors.text, fontSize: 12, fontWeight: 600 },
        },
      },
    })),
    series: parts.map(({ from, to }, gridIndex) => ({
      type: 'bar',
      xAxisIndex: gridIndex,
      yAxisIndex: gridIndex,
      barWidth: 12,
      silent: true,
      data: rows.slice(from, to).map((row, index) => ({
        value: values[from + index] ?? 0,
        itemStyle: { color: row.isSubject ? colors.primary : colors.quiet, borderRadius: 2 },
        label: {
          show: true,
          position: (values[from + index] ?? 0) < 0 ? 'left' : 'right',
          distance: 6,
          formatter: texts[from + index]!,
          color: row.isSubject ? colors.primary : colors.text,
          fontWeight: row.isSubject ? 600 : 400,
          fontSize: 12,
        },
      })),
    })),
  };
}

/** Truncated by the width of its letters; the row's accessible label has the full name. */
function fit(text: string, width: number): string {
  const letters = Math.floor(width / 7.3);
  // The chart library treats braces in labels as markup.
  const plain = text.replaceAll(/[{}|]/g, ' ');
  return plain.length > letters ? `${plain.slice(0, letters - 1).trimEnd()}…` : plain;
}
