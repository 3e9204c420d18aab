import { chartBase, type ChartOption, type ChartContext, tip } from './chart-option.ts';
import { rings, fitRoundChart } from './round-chart-space.ts';

export interface PolarPart {
  name: string;
  /** Zero or more: a sector's radius. */
  value: number;
}

export interface PolarData {
  parts: readonly PolarPart[];
  write: (value: number) => string;
}

/** The chart library treats braces in labels as markup. */
const plain = (text: string) => text.replaceAll(/[{}|]/g, ' ');

/** Sectors of equal angle with the value as radius, over rings at round values; labels around them. */
export function polarOption({ parts, write }: PolarData, place: ChartContext): ChartOption {
  const { colors, width, height } = place;
  const { step, count } = rings(parts.map(({ value }) => value));
  const round = fitRoundChart({
    names: parts.map(({ name, value }, index) => ({
      text: name.length > write(value).length ? name : write(value),
      angle: ((index + 0.5) / parts.length) * 2 * Math.PI,
    })),
    width,
    height,
    circle: true,
  });
  return {
    ...chartBase(place),
    tooltip: {
      ...chartBase(place).tooltip,
      formatter: (at) => {
        const part = parts[(at as { dataIndex: number }).dataIndex]!;
        return tip(part.name, [write(part.value)]);
      },
    },
    polar: { center: [round.x, round.y], radius: round.radius },
    angleAxis: {
      type: 'category',
      startAngle: 90,
      data: parts.map(({ name }) => name),
      axisLine: { lineStyle: { color: colors.grid } },
      axisTick: { show: false },
      splitLine: { show: true, lineStyle: { color: colors.grid } },
      axisLabel: {
        interval: 0,
        margin: 10,
        formatter: (_name: string, index: number) =>
          `{name|${plain(parts[index]!.name)}}\n{value|${plain(write(parts[index]!.value))}}`,
        rich: {
          name: { color: colors.secondary, fontSize: 12, lineHeight: 16 },
          value: { color: colors.text, fontSize: 12, fontWeight: 600, lineHeight: 16 },
        },
      },
    },
    radiusAxis: {
      type: 'value',
      min: 0,
      max: step * count,
      interval: step,
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { show: false },
      splitLine: { lineStyle: { color: colors.grid } },
    },
    series: [
      {
        type: 'bar',
        coordinateSystem: 'polar',
        barCategoryGap: 0,
        cursor: 'default',
        itemStyle: { borderColor: colors.surface, borderWidth: 2, opacity: 0.9 },
        emphasis: { itemStyle: { opacity: 1, borderColor: colors.text } },
        data: parts.map(({ value }, index) => ({
          value,
          itemStyle: { color: colors.series[index % colors.series.length]! },
        })),
      },
    ],
  };
}
