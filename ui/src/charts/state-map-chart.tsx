import { useCallback, useMemo } from 'react';
import type { FigureFormat } from '../figures/format-figure.ts';
import { useFigure } from '../figures/use-figure.ts';
import { ChartFigure } from './chart-figure.tsx';
import type { ChartContext } from './chart-option.ts';
import { ChartWalk } from './chart-walk.tsx';
import {
  stateClassColors,
  type StateItem,
  type StateMapDrawing,
  stateMapData,
  stateMapOption,
} from './state-map-option.ts';
import { useChartClick } from './use-chart-click.ts';
import { type ChartHeight, shapes, useChart, useChartColors } from './use-chart.ts';
import classes from './state-map-chart.module.css';

export interface StateMapChartProps {
  /** What the chart shows, for screen readers. */
  label: string;
  /** What the states are called ('State'): header of the table's first column. */
  categoryLabel: string;
  /** The measure: header of its second one. */
  valueLabel: string;
  items: readonly StateItem[];
  format: FigureFormat;
  /** Pixels, or 'fill': as high as the box around it. */
  height?: ChartHeight;
  /** Shown where no item is a state. */
  emptyText?: string;
  /** By the item's key. */
  onSelect?: (key: string) => void;
  /** Highlighted states, by key; the others are faded. */
  selected?: ReadonlySet<string>;
}

const HEIGHT = 400;

/** One measure by the states of the USA, each a square near its neighbors, as colors of five classes. */
export function StateMapChart({
  label,
  categoryLabel,
  valueLabel,
  items,
  format,
  height = HEIGHT,
  emptyText,
  onSelect,
  selected,
}: StateMapChartProps) {
  const figure = useFigure();
  const isSelectable = onSelect !== undefined;
  const data = useMemo<StateMapDrawing>(
    () => ({
      ...stateMapData(items),
      selected: selected ?? null,
      isSelectable,
      write: (value) => figure(value, format),
      writeShort: (value) => figure(value, format, { compact: true }),
    }),
    [items, selected, isSelectable, figure, format],
  );
  const build = useCallback((place: ChartContext) => stateMapOption(data, place), [data]);
  const { container, status, chart } = useChart(height, data.items.length === 0 ? null : build, shapes);
  const select = (index: number) => onSelect?.(data.items[index]!.key);
  useChartClick({ chart, status }, onSelect && (({ dataIndex }) => select(dataIndex)));
  const marks = useMemo(() => data.items.map(({ label: name, value }) => `${name}, ${data.write(value)}`), [data]);
  return (
    <ChartFigure
      label={label}
      height={height}
      container={container}
      status={status}
      skeleton="rows"
      emptyText={emptyText}
      legend={<Classes data={data} />}
      table={{
        head: [categoryLabel, valueLabel],
        rows: items.map(({ label: name, value }) => [name, data.write(value)]),
      }}
    >
      <ChartWalk label={label} chart={chart} marks={marks} onSelect={onSelect && select} />
    </ChartFigure>
  );
}

/** The range of each color. Screen readers get the table. */
function Classes({ data: { classes: ranges, writeShort } }: { data: StateMapDrawing }) {
  const fills = stateClassColors(ranges.length, useChartColors());
  return (
    <div className={classes['classes']} aria-hidden>
      {ranges.map(({ low, high }, at) => (
        <span key={high}>
          <span className={classes['color']} style={{ background: fills[at] }} />
          {low === high ? writeShort(low) : `${writeShort(low)} – ${writeShort(high)}`}
        </span>
      ))}
    </div>
  );
}
