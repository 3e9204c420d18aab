import { type ChartColors, seriesStyles } from './chart-colors.ts';
import { chartBase, type ChartOption, type ChartContext, tip } from './chart-option.ts';

export interface DonutPart {
  name: string;
  /** Of the whole, as a fraction: 0.42 is 42 %. */
  share: number;
  /** The share's amount as text ('1,240'). */
  detail?: string;
}

export interface DonutData {
  parts: readonly DonutPart[];
  writeShare: (share: number) => string;
}

export const donutColors = (count: number, colors: ChartColors): string[] =>
  seriesStyles(count, colors).map(({ color }) => color);

/** A ring with its parts in the given order, clockwise from the top. */
export function donutOption({ parts, writeShare }: DonutData, place: ChartContext): ChartOption {
  const colors = donutColors(parts.length, place.colors);
  const radius = Math.min(place.width, place.height) / 2 - 6;
  return {
    ...chartBase(place),
    tooltip: {
      ...chartBase(place).tooltip,
      formatter: (at) => {
        const part = parts[(at as { dataIndex: number }).dataIndex]!;
        return tip(part.name, [[writeShare(part.share), part.detail].filter(Boolean).join(' · ')]);
      },
    },
    series: [
      {
        type: 'pie',
        radius: [radius * 0.72, radius],
        center: ['50%', '50%'],
        startAngle: 90,
        padAngle: parts.length > 1 ? 2 : 0,
        minAngle: 2,
        cursor: 'default',
        label: { show: false },
        labelLine: { show: false },
        itemStyle: { borderRadius: 3 },
        emphasis: { scale: true, scaleSize: 4 },
        data: parts.map(({ name, share }, index) => ({
          name,
          value: share,
          itemStyle: { color: colors[index]! },
        })),
      },
    ],
  };
}
