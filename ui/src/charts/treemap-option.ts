import type { TreemapSeriesOption } from 'echarts/charts';
import { mix } from '../theme/color.ts';
import type { ChartColors } from './chart-colors.ts';
import { chartBase, type ChartContext, type ChartOption, tip } from './chart-option.ts';
import { inkOn } from './chart-text.ts';
import { partColors } from './pie-option.ts';

export interface TreemapLeaf {
  key: string;
  name: string;
  /** Zero or more. */
  value: number;
}

export interface TreemapNode extends TreemapLeaf {
  /** The parts of this part; its value is then their sum. */
  children?: readonly TreemapLeaf[];
  /** The sum of all parts that are not shown: drawn in a quiet color. */
  isOther?: boolean;
}

export interface TreemapData {
  nodes: readonly TreemapNode[];
  selected: ReadonlySet<string> | null;
  isSelectable: boolean;
  write: (value: number) => string;
  writeShort: (value: number) => string;
  writeShare: (share: number) => string;
}

/** A rectangle without parts of its own, with the part that it belongs to. */
export interface TreemapMark extends TreemapLeaf {
  parent: TreemapNode | null;
  share: number;
  /** Position among all parts as the chart library counts them. */
  dataIndex: number;
}

export const nodeValue = ({ value, children }: TreemapNode): number =>
  children === undefined || children.length === 0
    ? Math.max(0, value)
    : children.reduce((sum, child) => sum + Math.max(0, child.value), 0);

/** The rectangles in the order of the data. */
export function treemapMarks(nodes: readonly TreemapNode[]): TreemapMark[] {
  const total = nodes.reduce((sum, node) => sum + nodeValue(node), 0) || 1;
  // The chart library puts a root before them, and each part before its own.
  let dataIndex = 0;
  return nodes.flatMap((node): TreemapMark[] => {
    dataIndex += 1;
    const { children = [] } = node;
    if (children.length === 0) {
      return [{ ...node, value: nodeValue(node), parent: null, share: nodeValue(node) / total, dataIndex }];
    }
    return children.map((child) => {
      dataIndex += 1;
      const value = Math.max(0, child.value);
      return { ...child, value, parent: node, share: value / total, dataIndex };
    });
  });
}

/** Rectangles of one part have shades of its color, the first the strongest. */
function shades(color: string, count: number, { surface }: ChartColors): string[] {
  const step = count > 1 ? 0.4 / (count - 1) : 0;
  return Array.from({ length: count }, (_, index) => mix(color, surface, 1 - step * index));
}

const FADED = 0.35;
const LINE = 15;

function rectangle(mark: TreemapMark, color: string, data: TreemapData, { colors }: ChartContext) {
  const isFaded = data.selected !== null && data.selected.size > 0 && !data.selected.has(mark.key);
  const fill = isFaded ? mix(color, colors.surface, FADED) : color;
  return {
    name: mark.name,
    value: mark.value,
    itemStyle: { color: fill },
    label: {
      color: inkOn(fill),
      formatter: `{name|${plain(mark.name)}}\n{value|${data.writeShort(mark.value)} · ${data.writeShare(mark.share)}}`,
    },
  };
}

/** The chart library treats braces and bars in labels as markup. */
const plain = (text: string): string => text.replaceAll(/[{}|]/g, ' ');

function treeOf(data: TreemapData, place: ChartContext) {
  const colors = partColors(data.nodes, place.colors);
  const marks = treemapMarks(data.nodes);
  return data.nodes.map((node, index) => {
    const own = marks.filter(({ parent, key }) => parent === node || (parent === null && key === node.key));
    if ((node.children ?? []).length === 0) return rectangle(own[0]!, colors[index]!, data, place);
    const ranked = own.toSorted((one, other) => other.value - one.value);
    const tones = shades(colors[index]!, own.length, place.colors);
    return {
      name: node.name,
      value: nodeValue(node),
      itemStyle: { color: colors[index]!, borderColor: place.colors.surface },
      upperLabel: { formatter: `${plain(node.name)} · ${data.writeShort(nodeValue(node))}` },
      children: own.map((mark) => rectangle(mark, tones[ranked.indexOf(mark)]!, data, place)),
    };
  });
}

/** Parts of a whole as areas, largest first, on one or two levels. */
export function treemapOption(data: TreemapData, place: ChartContext): ChartOption {
  const { colors } = place;
  const marks = new Map(treemapMarks(data.nodes).map((mark) => [mark.dataIndex, mark]));
  const hasLevels = data.nodes.some(({ children = [] }) => children.length > 0);
  return {
    ...chartBase(place),
    tooltip: {
      ...chartBase(place).tooltip,
      formatter: (at) => {
        const mark = marks.get((at as { dataIndex: number }).dataIndex);
        if (mark === undefined) return '';
        const title = mark.parent === null ? mark.name : `${mark.parent.name} · ${mark.name}`;
        return tip(title, [`${data.write(mark.value)} · ${data.writeShare(mark.share)}`]);
      },
    },
    series: [
      {
        type: 'treemap',
        left: 0,
        top: 0,
        right: 0,
        bottom: 0,
        roam: false,
        nodeClick: false,
        breadcrumb: { show: false },
        animation: false,
        cursor: data.isSelectable ? 'pointer' : 'default',
        sort: 'desc',
        squareRatio: 1.2,
        visibleMin: 0,
        label: {
          show: true,
          position: [0, 0],
          padding: [6, 8],
          fontSize: 12,
          overflow: 'truncate',
          rich: {
            name: { fontSize: 12, fontWeight: 600, lineHeight: LINE + 2 },
            value: { fontSize: 11, lineHeight: LINE },
          },
        },
        upperLabel: { show: hasLevels, height: 22, color: colors.secondary, fontSize: 12, fontWeight: 600 },
        emphasis: {
          itemStyle: { borderColor: colors.text },
          upperLabel: { show: hasLevels, color: colors.text },
        },
        levels: [
          {
            itemStyle: { gapWidth: hasLevels ? 6 : 2, borderWidth: 0, borderColor: colors.surface },
            upperLabel: { show: false },
          },
          { itemStyle: { gapWidth: 1, borderWidth: hasLevels ? 0 : 1, borderColor: colors.surface, borderRadius: 2 } },
          { itemStyle: { borderWidth: 1, borderColor: colors.surface, borderRadius: 2 } },
        ],
        data: treeOf(data, place),
      } as TreemapSeriesOption,
    ],
  };
}
