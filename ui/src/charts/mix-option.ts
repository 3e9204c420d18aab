import type { FigureValue } from '../figures/format-figure.ts';
import { chartBase, type ChartOption, type ChartContext } from './chart-option.ts';

export interface MixPart {
  key: string;
  label: string;
  /** Shares of the whole as fractions; null without data. */
  subject: FigureValue;
  peers: FigureValue;
}

export interface MixData {
  parts: readonly MixPart[];
  write: (value: FigureValue) => string;
}

export const MIX_ROW = 40;

/** Pixels. A chart of a phone's width leaves the names more room: a third line would run into the next name. */
const NARROW = 400;

export const mixHeight = (parts: readonly MixPart[]): number => parts.length * MIX_ROW;

const share = (value: FigureValue) => (value === null || value === undefined ? 0 : Number(value));

/** The subject's largest parts first; equal ones in the given order. */
export const orderedParts = (parts: readonly MixPart[]): MixPart[] =>
  parts.toSorted((a, b) => share(b.subject) - share(a.subject));

/**
 * A pair of bars for each part, the subject's above its peers'. Bars on a common baseline are easy
 * to compare, unlike the middle segments of two stacked bars.
 */
export function mixOption(data: MixData, place: ChartContext): ChartOption {
  const { colors, width } = place;
  const parts = orderedParts(data.parts);
  const isNarrow = width < NARROW;
  const nameWidth = isNarrow ? width * 0.44 : Math.min(width * 0.36, 220);
  const all = parts.flatMap(({ subject, peers }) => [share(subject), share(peers)]);
  const bars = (kind: 'subject' | 'peers') => ({
    type: 'bar' as const,
    name: kind,
    silent: true,
    barWidth: kind === 'subject' ? 13 : 9,
    barGap: '20%',
    itemStyle: { color: kind === 'subject' ? colors.primary : colors.quiet, borderRadius: 2 },
    data: parts.map((part) => ({
      value: share(part[kind]),
      label: {
        show: true,
        position: share(part[kind]) < 0 ? ('left' as const) : ('right' as const),
        distance: 6,
        formatter: data.write(part[kind]),
        color: kind === 'subject' ? colors.text : colors.secondary,
        fontWeight: kind === 'subject' ? 600 : 400,
        fontSize: kind === 'subject' ? 12 : 11,
      },
    })),
  });
  return {
    ...chartBase(place),
    tooltip: { show: false },
    grid: { left: nameWidth + 12, right: 56, top: 0, bottom: 0, outerBoundsMode: 'none' },
    xAxis: { type: 'value', show: false, min: Math.min(0, ...all), max: Math.max(...all, 0.0001) },
    yAxis: {
      type: 'category',
      inverse: true,
      data: parts.map(({ label }) => label),
      axisLine: { show: true, onZero: true, lineStyle: { color: colors.grid } },
      axisTick: { show: false },
      axisLabel: {
        interval: 0,
        margin: nameWidth + 12,
        align: 'left',
        width: nameWidth,
        overflow: 'break',
        lineHeight: 15,
        color: colors.text,
        fontSize: isNarrow ? 11 : 12,
      },
    },
    series: [bars('subject'), bars('peers')],
  };
}
