import type { FigureFormat, WriteFigure } from '../figures/format-figure.ts';
import type { ChartContext } from './chart-option.ts';

/** Grid margins that fit the labels of the value axis. */
export const BESIDE_FIGURES = {
  outerBoundsMode: 'same',
  outerBoundsContain: 'axisLabel',
  outerBounds: { left: 0, right: 0, top: 0, bottom: 0 },
} as const;

/** A value axis with a few labels and faint grid lines, without an axis line. */
export function figureAxis({ colors, height }: ChartContext, write: (value: number) => string) {
  return {
    type: 'value',
    splitNumber: height < 200 ? 2 : 4,
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: true, lineStyle: { color: colors.grid } },
    axisLabel: { margin: 10, color: colors.secondary, fontSize: 12, formatter: write },
    z: 0,
  } as const;
}

/** Tick labels: without decimals for whole numbers. */
export const tickWriter = (figure: WriteFigure, format: FigureFormat, compact: boolean) => (value: number) => {
  const shown = format.unit === 'percent' ? Math.round(value * 1e8) / 1e6 : value;
  return figure(value, Number.isInteger(shown) ? { ...format, decimals: 0 } : format, { compact });
};
