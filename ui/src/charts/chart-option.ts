import type {
  BarSeriesOption,
  CustomSeriesOption,
  HeatmapSeriesOption,
  LineSeriesOption,
  PieSeriesOption,
  RadarSeriesOption,
  ScatterSeriesOption,
  TreemapSeriesOption,
} from 'echarts/charts';
import type {
  GridComponentOption,
  PolarComponentOption,
  RadarComponentOption,
  MarkLineComponentOption,
  TooltipComponentOption,
} from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import type { ChartColors } from './chart-colors.ts';

export type ChartOption = ComposeOption<
  | BarSeriesOption
  | CustomSeriesOption
  | HeatmapSeriesOption
  | LineSeriesOption
  | PieSeriesOption
  | RadarSeriesOption
  | ScatterSeriesOption
  | TreemapSeriesOption
  | GridComponentOption
  | PolarComponentOption
  | RadarComponentOption
  | MarkLineComponentOption
  | TooltipComponentOption
>;

/** Default height in pixels. */
export const CHART_HEIGHT = 280;

/** Where and how an option is drawn. */
export interface ChartContext {
  /** Pixels. */
  width: number;
  height: number;
  colors: ChartColors;
  /** False where the reader asked for less motion, and on servers. */
  motion: boolean;
}

export const FONT = "'Inter Variable', 'Inter Stand-In', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);

/** The tooltip's text: label and value. Labels come from data and are escaped. */
export const tip = (title: string, lines: readonly string[]) =>
  `<strong>${escape(title)}</strong>${lines.map((line) => `<br>${escape(line)}`).join('')}`;

export interface TipRow {
  color: string;
  name: string;
  value: string;
}

/** A tooltip with one row per series: color, name, value. */
export const tipTable = (title: string, rows: readonly TipRow[]) =>
  `<strong>${escape(title)}</strong><table>${rows
    .map(
      ({ color, name, value }) =>
        `<tr><td><svg width="8" height="8"><circle cx="4" cy="4" r="4" fill="${escape(color)}"/></svg></td><td>${escape(name)}</td><td>${escape(value)}</td></tr>`,
    )
    .join('')}</table>`;

/** Options of all charts: typography, subtle axes, no initial animation. */
export function chartBase({ colors, motion }: ChartContext) {
  return {
    animation: motion,
    animationDuration: 0,
    animationDurationUpdate: 160,
    animationEasingUpdate: 'cubicOut',
    textStyle: { fontFamily: FONT, fontSize: 12, color: colors.text },
    tooltip: {
      trigger: 'item',
      confine: true,
      transitionDuration: 0,
      backgroundColor: colors.raised,
      borderColor: colors.border,
      borderWidth: 1,
      padding: [6, 10],
      textStyle: { fontFamily: FONT, fontSize: 12, color: colors.text },
      extraCssText: 'border-radius:6px;box-shadow:0 8px 24px rgb(10 15 25 / 16%)',
    },
  } as const satisfies ChartOption;
}
