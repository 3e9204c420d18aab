import { seriesLooks } from './chart-colours.ts';
import { chartBase, type ChartOption, type ChartPlace, tipTable } from './chart-option.ts';
import { type Round, rings, roundRoom } from './round-room.ts';

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

/** The web in its box. */
const webOf = ({ categories }: RadarData, width: number, height: number): Round =>
  roundRoom({
    names: categories.map((text, index) => ({ text, angle: angleOf(index, categories.length) })),
    width,
    height,
    circle: false,
  });

/** Where a category's axis ends: the first at the top, the others clockwise. */
export function radarCorner(data: RadarData, category: number, width: number, height: number) {
  const angle = angleOf(category, data.categories.length);
  const { x, y, radius } = webOf(data, width, height);
  return { x: x + radius * Math.sin(angle), y: y - radius * Math.cos(angle) };
}

/** Everything about one category. */
export function radarTip(data: RadarData, category: number, { colours }: Pick<ChartPlace, 'colours'>): string {
  const looks = seriesLooks(data.series.length, colours);
  return tipTable(
    data.categories[category]!,
    data.series.map(({ name, data: values }, index) => ({
      colour: looks[index]!.colour,
      name,
      value: data.write(values[category] ?? 0),
    })),
  );
}

/** Values on axes from one middle, all of one scale, joined to a shape for each series. */
export function radarOption(data: RadarData, place: ChartPlace): ChartOption {
  const { colours, width, height } = place;
  const looks = seriesLooks(data.series.length, colours);
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
            colour: looks[index]!.colour,
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
      splitLine: { lineStyle: { color: colours.grid } },
      axisLine: { lineStyle: { color: colours.grid } },
      axisNameGap: 10,
      indicator: data.categories.map((name) => ({ name, min: 0, max: step * count })),
      axisName: {
        // One series has its values at its categories; of several the tooltip and the table tell.
        formatter: (name?: string) => {
          const value = alone?.data[data.categories.indexOf(name ?? '')];
          return `{name|${plain(name ?? '')}}${value === undefined ? '' : `\n{value|${plain(data.write(value))}}`}`;
        },
        rich: {
          name: { color: colours.secondary, fontSize: 12, lineHeight: 16 },
          value: { color: colours.text, fontSize: 12, fontWeight: 600, lineHeight: 16 },
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
          itemStyle: { color: looks[index]!.colour },
          lineStyle: { color: looks[index]!.colour, width: 2, type: looks[index]!.line },
          areaStyle: { color: looks[index]!.colour, opacity: index === 0 ? 0.18 : 0.08 },
        })),
      },
    ],
  };
}
