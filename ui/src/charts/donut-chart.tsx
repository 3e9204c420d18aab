import { type ReactNode, useCallback, useMemo } from 'react';
import { useFigure } from '../figures/use-figure.ts';
import { useUiContext } from '../context/ui-context.tsx';
import { ChartFigure } from './chart-figure.tsx';
import type { ChartContext } from './chart-option.ts';
import { ChartWalk } from './chart-walk.tsx';
import { donutColors, donutOption, type DonutPart } from './donut-option.ts';
import { pies, useChart, useChartColors } from './use-chart.ts';
import classes from './donut-chart.module.css';

export interface DonutChartProps {
  /** What the chart shows, for screen readers. */
  label: string;
  /** In drawing order: clockwise from the top. */
  parts: readonly DonutPart[];
  /** In the center of the ring: a figure and its label. */
  children?: ReactNode;
  /** What the parts' details are ('Visitors'): header of the table's second column. */
  detailLabel?: string;
  /** Decimals of the percentages. */
  decimals?: number;
  /** Whether the parts are listed below the ring. Without the list, only colors identify them. */
  list?: boolean;
  /** Diameter of the ring in pixels. */
  height?: number;
  /** Shown where there are no parts. */
  emptyText?: string;
}

/** Shares of a whole, with the total in the center. */
export function DonutChart({
  label,
  parts,
  children,
  detailLabel,
  decimals = 0,
  list = true,
  height = 192,
  emptyText,
}: DonutChartProps) {
  const { texts } = useUiContext();
  const figure = useFigure();
  const colors = donutColors(parts.length, useChartColors());
  const data = useMemo(
    () => ({ parts, writeShare: (share: number) => figure(share, { unit: 'percent', decimals }) }),
    [parts, figure, decimals],
  );
  const build = useCallback((place: ChartContext) => donutOption(data, place), [data]);
  const isEmpty = !parts.some(({ share }) => share > 0);
  const { container, status, chart } = useChart(height, isEmpty ? null : build, pies);
  const isDetailed = parts.some(({ detail }) => detail !== undefined);
  const describe = ({ name, share, detail = '' }: DonutPart) =>
    isDetailed ? [name, detail, data.writeShare(share)] : [name, data.writeShare(share)];
  return (
    <div>
      <ChartFigure
        label={label}
        height={height}
        container={container}
        status={status}
        emptyText={emptyText}
        table={{
          head: isDetailed ? [texts.name, detailLabel ?? texts.value, texts.share] : [texts.name, texts.share],
          rows: parts.map(describe),
        }}
      >
        <div className={classes['middle']}>{children}</div>
        <ChartWalk label={label} chart={chart} marks={parts.map((part) => describe(part).filter(Boolean).join(', '))} />
      </ChartFigure>
      {list && !isEmpty && (
        // Screen readers get the table.
        <ul className={classes['parts']} aria-hidden>
          {parts.map(({ name, share, detail }, index) => (
            <li key={name}>
              <span className={classes['dot']} style={{ background: colors[index] }} />
              <span className={classes['name']}>{name}</span>
              {detail !== undefined && <span>{detail}</span>}
              <span className={classes['share']}>{data.writeShare(share)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
