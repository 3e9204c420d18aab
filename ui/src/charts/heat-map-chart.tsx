import { useCallback, useMemo } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import type { FigureFormat } from '../figures/format-figure.ts';
import { useFigure } from '../figures/use-figure.ts';
import type { MenuPlace } from '../menus/context-menu.tsx';
import { ChartFigure } from './chart-figure.tsx';
import type { ChartContext } from './chart-option.ts';
import { ChartWalk } from './chart-walk.tsx';
import { sequentialColor } from './color-scale.ts';
import {
  type HeatMapCell,
  type HeatMapData,
  heatMapHeight,
  type HeatMapMember,
  heatMapOption,
  heatMapRange,
  heatMapValues,
} from './heat-map-option.ts';
import { useChartClick } from './use-chart-click.ts';
import { type ChartHeight, shapes, useChart, useChartColors } from './use-chart.ts';
import classes from './heat-map-chart.module.css';

export interface HeatMapChartProps {
  /** What the chart shows, for screen readers. */
  label: string;
  /** What the rows are ('Weekday'): header of the table's first column. */
  rowLabel: string;
  /** Up to 53 by 31, in either direction. */
  rows: readonly HeatMapMember[];
  columns: readonly HeatMapMember[];
  cells: readonly HeatMapCell[];
  format: FigureFormat;
  /** Pixels, or 'fill': as high as the box around it. Default: what the rows need. */
  height?: ChartHeight;
  /** Shown where there are no values. */
  emptyText?: string;
  onSelect?: (cell: { row: string; column: string }) => void;
  /** On a right click, and on the menu key or Shift+F10. */
  onMenu?: (cell: { row: string; column: string }, place: MenuPlace) => void;
  /** Highlighted cells, by `heatMapKey`; the others are faded. */
  selected?: ReadonlySet<string>;
}

/** One measure by two dimensions, as colors. */
export function HeatMapChart({
  label,
  rowLabel,
  rows,
  columns,
  cells,
  format,
  height = heatMapHeight(rows.length),
  emptyText,
  onSelect,
  onMenu,
  selected,
}: HeatMapChartProps) {
  const figure = useFigure();
  const isSelectable = onSelect !== undefined;
  const data = useMemo<HeatMapData>(() => {
    const values = heatMapValues(rows, columns, cells);
    return {
      rows,
      columns,
      values,
      range: heatMapRange(values),
      selected: selected ?? null,
      isSelectable,
      write: (value) => figure(value, format),
      writeShort: (value) => figure(value, format, { compact: true }),
    };
  }, [rows, columns, cells, selected, isSelectable, figure, format]);
  const build = useCallback((place: ChartContext) => heatMapOption(data, place), [data]);
  const { container, status, chart } = useChart(height, data.range === null ? null : build, shapes);
  const placeOf = (index: number) => [Math.floor(index / columns.length), index % columns.length] as const;
  const cellAt = (index: number) => {
    const [row, column] = placeOf(index);
    return { row: rows[row]!.key, column: columns[column]!.key };
  };
  const select = (index: number) => onSelect?.(cellAt(index));
  const open = (index: number, place: MenuPlace) => onMenu?.(cellAt(index), place);
  useChartClick(
    { chart, status },
    onSelect && (({ dataIndex }) => select(dataIndex)),
    null,
    onMenu && (({ dataIndex }, place) => open(dataIndex, place)),
  );
  const marks = useMemo(
    () =>
      data.values.flatMap((values, row) =>
        values.map((value, column) => `${rows[row]!.label}, ${columns[column]!.label}, ${data.write(value)}`),
      ),
    [data, rows, columns],
  );
  return (
    <ChartFigure
      label={label}
      height={height}
      container={container}
      status={status}
      skeleton="rows"
      emptyText={emptyText}
      legend={<HeatScale data={data} />}
      table={{
        head: [rowLabel, ...columns.map((column) => column.label)],
        rows: rows.map((row, at) => [row.label, ...data.values[at]!.map((value) => data.write(value))]),
      }}
    >
      <ChartWalk
        label={label}
        chart={chart}
        marks={marks}
        columns={columns.length}
        onSelect={onSelect && select}
        onMenu={onMenu && open}
      />
    </ChartFigure>
  );
}

const STOPS = [0, 0.25, 0.5, 0.75, 1];

/** The range of the values and its colors. Screen readers get the table. */
function HeatScale({ data: { range, values, writeShort } }: { data: HeatMapData }) {
  const { texts } = useUiContext();
  const colors = useChartColors();
  if (range === null) return null;
  const stops = STOPS.map((share) => sequentialColor(share, colors)).join(', ');
  return (
    <div className={classes['scale']} aria-hidden>
      <span>
        {writeShort(range[0])}
        <span className={classes['colors']} style={{ background: `linear-gradient(to right, ${stops})` }} />
        {writeShort(range[1])}
      </span>
      {values.some((row) => row.includes(null)) && (
        <span>
          <span className={classes['missing']} />
          {texts.noData}
        </span>
      )}
    </div>
  );
}
