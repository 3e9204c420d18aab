import { useCallback, useMemo } from 'react';
import type { FigureFormat } from '../figures/format-figure.ts';
import { useFigure } from '../figures/use-figure.ts';
import { useUiContext } from '../context/ui-context.tsx';
import { ChartFigure } from './chart-figure.tsx';
import { CHART_HEIGHT, type ChartContext } from './chart-option.ts';
import { ChartWalk } from './chart-walk.tsx';
import { polarOption, type PolarPart } from './polar-option.ts';
import { type ChartHeight, polar, useChart } from './use-chart.ts';

export interface PolarChartProps {
  /** What the chart shows, for screen readers. */
  label: string;
  /** Clockwise from the top; about three to eight. */
  parts: readonly PolarPart[];
  format: FigureFormat;
  /** What is counted ('Tasks'): header of the table's second column. */
  valueLabel?: string;
  /** Pixels, or 'fill': as high as the box around it. */
  height?: ChartHeight;
  /** Shown where there are no parts. */
  emptyText?: string;
}

/** A few values side by side as sectors of equal angle. */
export function PolarChart({ label, parts, format, valueLabel, height = CHART_HEIGHT, emptyText }: PolarChartProps) {
  const { texts } = useUiContext();
  const figure = useFigure();
  const data = useMemo(() => ({ parts, write: (value: number) => figure(value, format) }), [parts, figure, format]);
  const build = useCallback((place: ChartContext) => polarOption(data, place), [data]);
  const { container, status, chart } = useChart(height, parts.length > 0 ? build : null, polar);
  const rows = parts.map(({ name, value }) => [name, data.write(value)]);
  return (
    <ChartFigure
      label={label}
      height={height}
      container={container}
      status={status}
      emptyText={emptyText}
      table={{ head: [texts.name, valueLabel ?? texts.value], rows }}
    >
      <ChartWalk label={label} chart={chart} marks={rows.map((row) => row.join(', '))} />
    </ChartFigure>
  );
}
