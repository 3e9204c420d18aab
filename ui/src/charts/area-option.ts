import { type ChartColors, type SeriesStyle, seriesStyles } from './chart-colors.ts';
import { chartBase, type ChartOption, type ChartContext, tipTable } from './chart-option.ts';
import { BESIDE_FIGURES, figureAxis } from './figure-axis.ts';

export interface AreaData {
  /** Points in the order of x: milliseconds since 1970, or plain numbers. */
  series: readonly { name: string; points: readonly (readonly [x: number, y: number | null])[] }[];
  /** Whether x is time, and then whether it is read in UTC. */
  time: { utc: boolean } | null;
  fill: boolean;
  smooth: boolean;
  /** Whether y begins at zero. */
  fromZero: boolean;
  axes: 'both' | 'x' | 'none';
  /** Spans the full width, with the y labels inside. */
  bleed: boolean;
  /** About `places` evenly spaced ticks; null for the chart library's own. */
  ticks: (places: number) => number[] | null;
  writeTick: (x: number) => string;
  writeX: (x: number) => string;
  /** Short format, for the axis. */
  writeYTick: (y: number) => string;
  writeY: (y: number | null) => string;
}

/** Without symbols; one is shown at the pointer. */
export function lineMark({ color, line }: SeriesStyle) {
  return {
    showSymbol: false,
    symbol: 'circle',
    symbolSize: 8,
    lineStyle: { color, width: 2, type: line },
    itemStyle: { color },
    emphasis: { disabled: false, lineStyle: { width: 2 } },
  };
}

/** Lines, optionally filled, over time or numbers, with as few axes as possible. */
export function areaOption(data: AreaData, place: ChartContext): ChartOption {
  const { colors, width } = place;
  const axis = figureAxis(place, data.writeYTick);
  const looks = seriesStyles(data.series.length, colors);
  const showX = data.axes !== 'none';
  const showY = data.axes === 'both';
  const outside = showY && !data.bleed;
  const places = Math.max(2, Math.min(8, Math.floor(width / 110)));
  const ticks = data.ticks(places);
  const isCutOff = nearEdges(data, width);
  return {
    ...chartBase(place),
    useUTC: data.time?.utc ?? false,
    tooltip: {
      ...chartBase(place).tooltip,
      trigger: 'axis',
      axisPointer: { type: 'line', lineStyle: { color: colors.quiet, type: 'solid', width: 1 } },
      formatter: (at) => {
        const marks = (Array.isArray(at) ? at : [at]) as unknown as { seriesIndex: number; value: [number, number] }[];
        return tipTable(
          data.writeX(marks[0]!.value[0]),
          marks.map(({ seriesIndex, value }) => ({
            color: looks[seriesIndex]!.color,
            name: data.series[seriesIndex]!.name,
            value: data.writeY(value[1]),
          })),
        );
      },
    },
    grid: {
      left: 0,
      right: data.bleed ? 0 : 8,
      // Half a label above the uppermost line, half a stroke below the lowest.
      top: showY ? (data.bleed ? 20 : 10) : 4,
      bottom: showX ? (outside ? 8 : 28) : 2,
      ...(outside ? BESIDE_FIGURES : { outerBoundsMode: 'none' as const }),
    },
    xAxis: {
      type: data.time === null ? 'value' : 'time',
      // Lines begin beside the labels that stand inside.
      min: showY && data.bleed ? startAfter(INSIDE_LABELS / width) : 'dataMin',
      max: 'dataMax',
      splitNumber: places,
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { show: false },
      axisLabel: {
        show: showX,
        margin: 10,
        color: colors.secondary,
        fontSize: 12,
        hideOverlap: true,
        // Keeps the outermost labels off the edge.
        ...(data.bleed && { padding: [0, 12] }),
        alignMinLabel: 'left',
        alignMaxLabel: 'right',
        // Also null: options are merged, so an omitted value would stay.
        customValues: ticks,
        formatter: (x: number) => (data.bleed && isCutOff(x) ? '' : data.writeTick(x)),
      },
    } as ChartOption['xAxis'],
    yAxis: {
      ...axis,
      scale: !data.fromZero,
      splitLine: { ...axis.splitLine, show: showY },
      axisLabel: { ...axis.axisLabel, show: showY, ...(!outside && insideLabel(colors)) },
      z: outside ? 0 : 10,
    },
    series: data.series.map(({ name, points }, index) => {
      const look = looks[index]!;
      return {
        type: 'line',
        name,
        ...lineMark(look),
        // A single point would be a line of length zero.
        showSymbol: points.length === 1,
        smooth: data.smooth ? 0.35 : false,
        ...(data.smooth && { smoothMonotone: 'x' as const }),
        ...(points.length > 1000 && { sampling: 'lttb' as const }),
        ...(data.fill && { areaStyle: { color: shade(look.color, index), origin: data.fromZero ? 0 : 'start' } }),
        data: points.map(([x, y]) => [x, y]),
        z: 2 + data.series.length - index,
      } as const;
    }),
  };
}

/** Room for y labels inside the chart, in pixels. */
const INSIDE_LABELS = 52;

/** The start of an axis whose first part, a share of it, stays empty. */
const startAfter =
  (share: number) =>
  ({ min, max }: { min: number; max: number }): number =>
    max - (max - min) / (1 - Math.min(share, 0.5));

/** Half the width of a label at most, in pixels. */
const HALF_LABEL = 24;

/** Whether the label of a tick would reach over the edge; those of the first and last point are aligned with it. */
function nearEdges({ series }: AreaData, width: number): (x: number) => boolean {
  const xs = series.flatMap(({ points }) => points.map(([x]) => x));
  const [least, most] = [
    xs.reduce((one, x) => Math.min(one, x), Infinity),
    xs.reduce((one, x) => Math.max(one, x), -Infinity),
  ];
  const margin = ((most - least) * HALF_LABEL) / Math.max(width, 1);
  return (x) => x !== least && x !== most && (x - least < margin || most - x < margin);
}

/** Above its line, at the edge, in front of the series. */
const insideLabel = (colors: ChartColors) =>
  ({
    inside: true,
    margin: 12,
    align: 'left',
    verticalAlign: 'bottom',
    // Lifts it off the line: the box of a text is larger than its figures.
    padding: [0, 0, 5, 0] as number[],
    showMinLabel: false,
    color: colors.hint,
    textBorderColor: colors.halo,
    textBorderWidth: 3,
    fontSize: 11,
  }) as const;

/** Fades toward the axis; series further back are paler. */
export function shade(color: string, index: number) {
  const stop = (offset: number, alpha: number) => ({
    offset,
    color: `${color}${Math.round(alpha * 255)
      .toString(16)
      .padStart(2, '0')}`,
  });
  return {
    type: 'linear' as const,
    x: 0,
    y: 0,
    x2: 0,
    y2: 1,
    colorStops: [stop(0, index === 0 ? 0.32 : 0.2), stop(1, 0.04)],
    global: false,
  };
}
