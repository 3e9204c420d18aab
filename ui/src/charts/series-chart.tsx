import { VisuallyHidden } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { useFigure } from '../figures/use-figure.ts';
import { useUiContext } from '../context/ui-context.tsx';
import type { MenuPlace } from '../menus/context-menu.tsx';
import { fill } from '../texts/ui-texts.ts';
import { ChartFigure } from './chart-figure.tsx';
import { ChartKey } from './chart-key.tsx';
import { CHART_HEIGHT, type ChartContext } from './chart-option.ts';
import { ChartWalk } from './chart-walk.tsx';
import {
  type ChartNote,
  type ChartSeries,
  chartSeriesStyles,
  type PlacedSeries,
  type ReferenceLine,
  type SeriesCategory,
  type SeriesChartData,
  seriesData,
  type SeriesStack,
} from './series-data.ts';
import { categoryTitle, noteText, seriesOption, seriesTexts, totalText } from './series-option.ts';
import { type ChartClick, useChartClick } from './use-chart-click.ts';
import { type ChartHeight, series as seriesEngine, useChart, useChartColors } from './use-chart.ts';
import classes from './chart-figure.module.css';

/** What was clicked: a mark, or only a category. */
export interface SeriesSelection {
  category: string | null;
  series: string | null;
}

export interface SeriesChartProps {
  /** What the chart shows, for screen readers. */
  label: string;
  /** What the categories are ('Month'): header of the table's first column. */
  categoryLabel: string;
  categories: readonly SeriesCategory[];
  /** Up to eight colors are distinct; more belong into a series marked as other. Names are unique. */
  series: readonly ChartSeries[];
  /** Horizontal: categories from top to bottom, for bars with long names. */
  orientation?: 'vertical' | 'horizontal';
  stack?: SeriesStack;
  /** Writes the values at the marks, where they fit. */
  labels?: boolean;
  /** Reference lines. */
  lines?: readonly ReferenceLine[];
  /** Texts at categories, numbered in the drawing and written below its legend. */
  notes?: readonly ChartNote[];
  /** Pixels, or 'fill': as high as the box around it. */
  height?: ChartHeight;
  /** Shown where there are no categories. */
  emptyText?: string;
  /** On a click on a mark or in the plot, and on Enter. */
  onSelect?: (selection: SeriesSelection) => void;
  /** On a right click, and on the menu key or Shift+F10. */
  onMenu?: (selection: SeriesSelection, place: MenuPlace) => void;
  /** Keys of highlighted categories; the others are faded. */
  selected?: ReadonlySet<string>;
}

const NONE: readonly ReferenceLine[] = [];
const NO_NOTES: readonly ChartNote[] = [];

/** One or more series over categories: lines, areas, columns or bars, side by side or stacked. */
export function SeriesChart(props: SeriesChartProps) {
  // The chart library merges options: the second value axis of another orientation would stay.
  return <OrientedChart key={props.orientation ?? 'vertical'} {...props} />;
}

function OrientedChart({
  label,
  categoryLabel,
  categories,
  series,
  orientation = 'vertical',
  stack = 'none',
  labels = false,
  lines = NONE,
  notes = NO_NOTES,
  height = CHART_HEIGHT,
  emptyText,
  onSelect,
  onMenu,
  selected,
}: SeriesChartProps) {
  const { texts } = useUiContext();
  const figure = useFigure();
  const isSelectable = onSelect !== undefined;
  const data = useMemo(
    () =>
      seriesData({
        categories,
        series,
        orientation,
        stack,
        labels,
        lines,
        notes,
        selected: selected ?? null,
        isSelectable,
        figure,
        texts: { incomplete: texts.incompletePeriod, total: texts.total },
      }),
    [categories, series, orientation, stack, labels, lines, notes, selected, isSelectable, figure, texts],
  );
  const build = useCallback((place: ChartContext) => seriesOption(data, place), [data]);
  const isEmpty = categories.length === 0 || !series.some((one) => one.data.some((value) => value !== null));
  const { container, status, chart } = useChart(height, isEmpty ? null : build, seriesEngine);
  const at = ({ seriesIndex, dataIndex }: ChartClick): SeriesSelection => ({
    category: categories[dataIndex]?.key ?? null,
    series: seriesIndex === null ? null : (series[seriesIndex]?.key ?? null),
  });
  const click = (clicked: ChartClick) => onSelect?.(at(clicked));
  const open = (clicked: ChartClick, place: MenuPlace) => onMenu?.(at(clicked), place);
  useChartClick({ chart, status }, onSelect && click, orientation === 'vertical' ? 'x' : 'y', onMenu && open);
  const hasTotal = data.totals !== null;
  const hasNotes = notes.length > 0;
  const written = (at: number) => [...seriesTexts(data, at), ...(hasTotal ? [totalText(data, at)!] : [])];
  const names = [...series.map(({ name }) => name), ...(hasTotal ? [texts.total] : [])];
  return (
    <ChartFigure
      label={label}
      height={height}
      container={container}
      status={status}
      skeleton={orientation === 'vertical' ? 'columns' : 'rows'}
      emptyText={emptyText}
      legend={
        <>
          <SeriesKey data={data} />
          <Notes data={data} />
        </>
      }
      table={{
        head: [categoryLabel, ...names, ...(hasNotes ? [texts.note] : [])],
        rows: categories.map((_, at) => [
          categoryTitle(data, at),
          ...written(at),
          ...(hasNotes ? [noteText(data, at) ?? ''] : []),
        ]),
      }}
    >
      <ChartWalk
        label={label}
        chart={chart}
        marks={categories.map((_, at) =>
          [
            categoryTitle(data, at),
            ...written(at).map((text, index) => `${names[index]!} ${text}`),
            ...(noteText(data, at) === null ? [] : [`${texts.note}: ${noteText(data, at)!}`]),
          ].join(', '),
        )}
        aim={(mark) => ({ seriesIndex: Math.max(0, holderOf(series, mark)), dataIndex: mark })}
        onSelect={onSelect && ((mark) => click({ seriesIndex: null, dataIndex: mark }))}
        onMenu={onMenu && ((mark, place) => open({ seriesIndex: null, dataIndex: mark }, place))}
      />
    </ChartFigure>
  );
}

const holderOf = (series: readonly ChartSeries[], at: number) =>
  series.findIndex(({ data }) => (data[at] ?? null) !== null);

/** The notes by their numbers. Screen readers get them with the categories. */
function Notes({ data }: { data: SeriesChartData }) {
  const { notes = NO_NOTES, categories } = data;
  if (notes.length === 0) return null;
  return (
    <ol className={classes['notes']} aria-hidden>
      {notes.map(({ category, text }, index) => (
        <li key={category}>
          <span className={classes['number']}>{index + 1}</span>
          <span>
            <strong>{categories.find(({ key }) => key === category)?.label}</strong> {text}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The names of several series with their colors, and what the reference lines are for screen readers. */
function SeriesKey({ data }: { data: SeriesChartData }) {
  const { texts } = useUiContext();
  const { placed } = data;
  const styles = chartSeriesStyles(data.series, useChartColors());
  const hasTwoAxes = placed.some(({ axis }) => axis === 'right');
  const second = data.orientation === 'vertical' ? texts.rightAxis : texts.topAxis;
  const nameOf = ({ name, axis }: PlacedSeries) => (hasTwoAxes && axis === 'right' ? fill(second, { name }) : name);
  const formatOf = (line: ReferenceLine) =>
    (placed.find(({ axis }) => axis === (line.axis ?? 'left')) ?? placed[0])?.drawnFormat;
  return (
    <>
      {placed.length > 1 && (
        <ChartKey
          entries={placed.map((one, index) => ({
            name: nameOf(one),
            mark: one.mark === 'line' ? 'line' : 'filled',
            ...styles[index]!,
          }))}
        />
      )}
      {data.lines.length > 0 && placed.length > 0 && (
        <VisuallyHidden>
          {data.lines.map((line) => `${line.label}: ${data.figure(line.value, formatOf(line)!)}`).join(', ')}
        </VisuallyHidden>
      )}
    </>
  );
}
