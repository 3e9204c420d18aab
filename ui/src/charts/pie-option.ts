import { type ChartColors, seriesStyles } from './chart-colors.ts';
import { chartBase, type ChartContext, type ChartOption, tip } from './chart-option.ts';
import { inkOn } from './chart-text.ts';

export interface PiePart {
  key: string;
  name: string;
  /** Null without data. */
  value: number | null;
  /** The sum of all parts that are not shown: drawn in a quiet color. */
  isOther?: boolean;
}

export interface PieData {
  parts: readonly PiePart[];
  isRing: boolean;
  selected: ReadonlySet<string> | null;
  isSelectable: boolean;
  write: (value: number | null) => string;
  writeShare: (share: number | null) => string;
}

/** Whether values are parts of a whole: none is negative, and one is more than zero. */
export const canBePie = (values: readonly (number | null)[]): boolean =>
  values.every((value) => value === null || value >= 0) && values.some((value) => value !== null && value > 0);

export const pieTotal = (parts: readonly PiePart[]): number => parts.reduce((sum, { value }) => sum + (value ?? 0), 0);

/** The share of each part in the whole; null without a value. */
export function pieShares(parts: readonly PiePart[]): (number | null)[] {
  const total = pieTotal(parts);
  return parts.map(({ value }) => (value === null || total === 0 ? null : value / total));
}

/** The colors of parts: one alone takes the primary, the others of a whole are quiet. */
export function partColors(parts: readonly { isOther?: boolean }[], colors: ChartColors): string[] {
  const named = parts.filter(({ isOther }) => isOther !== true);
  const styles = seriesStyles(named.length === 1 ? 1 : Math.max(3, named.length), colors);
  return parts.map((part) => (part.isOther === true ? colors.quiet : styles[named.indexOf(part)]!.color));
}

/** Shares below this are too narrow for a label. */
const LABELED = 0.06;

const FADED = 0.35;

/** A pie or a ring with its parts in order, clockwise from the top. */
export function pieOption(data: PieData, place: ChartContext): ChartOption {
  const { parts, isRing, selected } = data;
  const colors = partColors(parts, place.colors);
  const shares = pieShares(parts);
  const radius = Math.max(8, Math.min(place.width, place.height) / 2 - 6);
  const isFaded = (key: string) => selected !== null && selected.size > 0 && !selected.has(key);
  return {
    ...chartBase(place),
    tooltip: {
      ...chartBase(place).tooltip,
      formatter: (at) => {
        const index = (at as { dataIndex: number }).dataIndex;
        const part = parts[index]!;
        return tip(part.name, [`${data.write(part.value)} · ${data.writeShare(shares[index]!)}`]);
      },
    },
    series: [
      {
        type: 'pie',
        radius: [isRing ? radius * 0.68 : 0, radius],
        center: ['50%', '50%'],
        startAngle: 90,
        minAngle: 1,
        cursor: data.isSelectable ? 'pointer' : 'default',
        labelLine: { show: false },
        itemStyle: { borderColor: place.colors.surface, borderWidth: parts.length > 1 ? 1.5 : 0, borderRadius: 3 },
        emphasis: { scale: true, scaleSize: 4 },
        data: parts.map(({ key, name, value }, index) => ({
          name,
          value: value ?? 0,
          itemStyle: { color: colors[index]!, opacity: isFaded(key) ? FADED : 1 },
          label: {
            show: !isRing && radius >= 60 && (shares[index] ?? 0) >= LABELED,
            position: 'inside',
            formatter: data.writeShare(shares[index]!),
            color: isFaded(key) ? place.colors.text : inkOn(colors[index]!),
            fontSize: 11,
          },
        })),
      },
    ],
  };
}
