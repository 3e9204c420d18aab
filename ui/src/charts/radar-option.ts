import { seriesStyles } from './chart-colors.ts';
import { chartBase, type ChartOption, type ChartContext, tipTable } from './chart-option.ts';
import { type Round, rings, fitRoundChart } from './round-chart-space.ts';

export interface RadarSeries {
  name: string;
  /** One for each category, zero or more. */
  data: readonly number[];
}

export interface RadarData {
  categories: readonly string[];
  series: readonly RadarSeries[];
  write: (value: number) => string;
}

const angleOf = (category: number, count: number) => (category / count) * 2 * Math.PI;

/** Geometry of the radar grid. */
const webOf = ({ categories }: RadarData, width: number, height: number): Round =>
  fitRoundChart({
    names: categories.map((text, index) => ({ text, angle: angleOf(index, categories.length) })),
    width,
    height,
    circle: false,
  });

/** End of a category's axis: the first at the top, the others clockwise. */
export function radarCorner(data: RadarData, category: number, width: number, height: number) {
  const angle = angleOf(category, data.categories.length);
  const { x, y, radius } = webOf(data, width, height);
  return { x: x + radius * Math.sin(angle), y: y - radius * Math.cos(angle) };
}

/** The tooltip of one category. */
export function radarTip(data: RadarData, category: number, { colors }: Pick<ChartContext, 'colors'>): string {
  const looks = seriesStyles(data.series.length, colors);
  return tipTable(
    data.categories[category]!,
    data.series.map(({ name, data: values }, index) => ({
      color: looks[index]!.color,
      name,
      value: data.write(values[category] ?? 0),
    })),
  );
}

/** Values on axes from a common center with one scale; each series is a polygon. */
export function radarOption(data: RadarData, place: ChartContext): ChartOption {
  const { colors, width, height } = place;
  const looks = seriesStyles(data.series.length, colors);
  const { step, count } = rings(data.series.flatMap(({ data: values }) => values));
  const web = webOf(data, width, height);
  const alone = data.series.length === 1 ? data.series[0] : undefined;
  const plain = (text: string) => text.replaceAll(/[{}|]/g, ' ');
  return {
    ...chartBase(place),
    tooltip: {
      ...chartBase(place).tooltip,
      formatter: (at) => {
        const index = (at as { dataIndex: number }).dataIndex;
        const { name, data: values } = data.series[index]!;
        return tipTable(
          name,
          data.categories.map((category, number) => ({
            color: looks[index]!.color,
            name: category,
            value: data.write(values[number] ?? 0),
          })),
        );
      },
    },
    radar: {
      center: [web.x, web.y],
      radius: web.radius,
      startAngle: 90,
      clockwise: true,
      splitNumber: count,
      splitArea: { show: false },
      splitLine: { lineStyle: { color: colors.grid } },
      axisLine: { lineStyle: { color: colors.grid } },
      axisNameGap: 10,
      indicator: data.categories.map((name) => ({ name, min: 0, max: step * count })),
      axisName: {
        // With one series its values are labeled; with several, tooltip and table have them.
        formatter: (name?: string) => {
          const value = alone?.data[data.categories.indexOf(name ?? '')];
          return `{name|${plain(name ?? '')}}${value === undefined ? '' : `\n{value|${plain(data.write(value))}}`}`;
        },
        rich: {
          name: { color: colors.secondary, fontSize: 12, lineHeight: 16 },
          value: { color: colors.text, fontSize: 12, fontWeight: 600, lineHeight: 16 },
        },
      },
    } as ChartOption['radar'],
    series: [
      {
        type: 'radar',
        symbol: 'circle',
        symbolSize: 6,
        cursor: 'default',
        emphasis: { lineStyle: { width: 3 } },
        data: data.series.map(({ name, data: values }, index) => ({
          name,
          value: [...values],
          itemStyle: { color: looks[index]!.color },
          lineStyle: { color: looks[index]!.color, width: 2, type: looks[index]!.line },
          areaStyle: { color: looks[index]!.color, opacity: index === 0 ? 0.18 : 0.08 },
        })),
      },
    ],
  };
}
