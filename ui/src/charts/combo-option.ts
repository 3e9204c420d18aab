import { type ChartColors, type SeriesStyle, seriesStyles } from './chart-colors.ts';
import { lineMark } from './area-option.ts';
import { chartBase, type ChartOption, type ChartContext, tipTable } from './chart-option.ts';
import { BESIDE_FIGURES, figureAxis } from './figure-axis.ts';

export interface ComboSeries {
  name: string;
  type: 'line' | 'column';
  /** One for each category; null where nothing was reported. */
  data: readonly (number | null)[];
}

export interface ComboData {
  categories: readonly string[];
  series: readonly ComboSeries[];
  writeTick: (value: number) => string;
  write: (value: number | null) => string;
}

/**
 * A line over columns: the line in the primary color, the columns in a muted one. More than two series get their own
 * colors.
 */
export function comboStyles(series: readonly ComboSeries[], colors: ChartColors): SeriesStyle[] {
  const looks = seriesStyles(series.length, colors);
  const turned = series.length === 2 && series[0]!.type === 'column' && series[1]!.type === 'line';
  const own = turned ? looks.toReversed() : looks;
  // A single line next to columns needs no dash to be distinguished.
  const lines = series.filter(({ type }) => type === 'line').length;
  return lines > 1 ? own : own.map((look) => ({ ...look, line: 'solid' }));
}

/** Lines and columns over the same categories and on one axis. */
export function comboOption(data: ComboData, place: ChartContext): ChartOption {
  const { colors, width } = place;
  const looks = comboStyles(data.series, colors);
  const room = (width - 48) / Math.max(1, data.categories.length);
  return {
    ...chartBase(place),
    tooltip: {
      ...chartBase(place).tooltip,
      trigger: 'axis',
      axisPointer: { type: 'shadow', z: 1, shadowStyle: { color: colors.grid, opacity: 0.6 } },
      formatter: (at) => {
        const marks = (Array.isArray(at) ? at : [at]) as { seriesIndex?: number; dataIndex: number }[];
        const index = marks[0]!.dataIndex;
        return tipTable(
          data.categories[index]!,
          data.series.map(({ name, data: values }, number) => ({
            color: looks[number]!.color,
            name,
            value: data.write(values[index] ?? null),
          })),
        );
      },
    },
    grid: { left: 0, right: 0, top: 10, bottom: 8, ...BESIDE_FIGURES },
    xAxis: {
      type: 'category',
      data: [...data.categories],
      axisLine: { show: true, lineStyle: { color: colors.grid } },
      axisTick: { show: false },
      axisLabel: {
        margin: 10,
        color: colors.secondary,
        fontSize: 12,
        interval: 'auto',
        hideOverlap: true,
        width: room,
        overflow: 'truncate',
      },
    },
    yAxis: figureAxis(place, data.writeTick),
    series: data.series.map(({ name, type, data: values }, index) => {
      const look = looks[index]!;
      if (type === 'line') {
        return { type: 'line', name, ...lineMark(look), showSymbol: true, symbolSize: 7, data: [...values], z: 4 };
      }
      return {
        type: 'bar',
        name,
        barMaxWidth: 36,
        barCategoryGap: '40%',
        itemStyle: { color: look.color, borderRadius: [3, 3, 0, 0] },
        emphasis: { disabled: true },
        data: [...values],
        z: 2,
      };
    }),
  };
}
