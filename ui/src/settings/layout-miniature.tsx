import type { LayoutName } from '../layouts/layouts.ts';
import classes from './layout-miniature.module.css';

/** x, y, width and height of a box in a picture of 96 × 64, and its role. */
type Box = readonly [x: number, y: number, width: number, height: number, kind: Kind];
type Kind = 'ground' | 'nav' | 'brand' | 'surface' | 'page' | 'on-nav' | 'on-surface' | 'here';

/** Items of a vertical navigation; the second one is active. */
const lines = (x: number, y: number, width: number, count: number, kind: Kind): Box[] =>
  Array.from({ length: count }, (_, index) => [x, y + index * 7, width, 3, index === 1 ? 'here' : kind]);

/** Items of a horizontal navigation. */
const textLines = (x: number, y: number): Box[] => [
  [x, y, 9, 3, 'here'],
  [x + 13, y, 9, 3, 'on-surface'],
  [x + 26, y, 9, 3, 'on-surface'],
];

const content = (x: number, y: number, width: number, bottom = 60): Box[] => [
  [x, y, width, bottom - y, 'page'],
  [x + 4, y + 5, width * 0.4, 3, 'on-surface'],
  [x + 4, y + 12, width - 8, Math.max(6, bottom - y - 17), 'surface'],
];

const beside = (left: number): Box[] => [
  [left, 0, 96 - left, 11, 'surface'],
  [left + 4, 4, 4, 3, 'on-surface'],
  [86, 4, 6, 3, 'on-surface'],
  ...content(left, 11, 96 - left, 64),
];

const MINIATURES: Record<Exclude<LayoutName, 'empty'>, readonly Box[]> = {
  classic: [[0, 0, 28, 64, 'nav'], [4, 4, 12, 4, 'on-nav'], ...lines(4, 16, 18, 5, 'on-nav'), ...beside(28)],
  classy: [
    [0, 0, 28, 64, 'nav'],
    [8, 7, 12, 12, 'on-nav'],
    [6, 22, 16, 2, 'on-nav'],
    ...lines(4, 31, 18, 4, 'on-nav'),
    ...beside(28),
  ],
  compact: [
    [0, 0, 15, 64, 'nav'],
    ...[6, 20, 34, 48].flatMap((y): Box[] => [
      [5, y, 5, 5, y === 20 ? 'here' : 'on-nav'],
      [3, y + 7, 9, 2, 'on-nav'],
    ]),
    ...beside(15),
  ],
  dense: [[0, 0, 11, 64, 'nav'], ...lines(3, 9, 5, 6, 'on-nav'), ...beside(11), [16, 4, 4, 3, 'here']],
  futuristic: [
    [0, 0, 28, 64, 'brand'],
    [4, 4, 12, 4, 'on-nav'],
    ...lines(4, 16, 18, 4, 'on-nav'),
    [0, 52, 28, 0.7, 'on-nav'],
    [4, 55, 6, 6, 'on-nav'],
    [12, 57, 12, 2, 'on-nav'],
    ...beside(28),
  ],
  thin: [[0, 0, 11, 64, 'surface'], ...lines(3, 9, 5, 6, 'on-surface'), ...beside(11.7)],
  centered: [[9, 5, 78, 12, 'surface'], [13, 9, 6, 4, 'here'], ...textLines(24, 10), ...content(9, 17, 78, 59)],
  enterprise: [
    [0, 0, 96, 11, 'nav'],
    [5, 4, 12, 4, 'on-nav'],
    [85, 4, 6, 4, 'on-nav'],
    [0, 11, 96, 9, 'surface'],
    ...textLines(5, 14),
    ...content(6, 25, 84, 60),
  ],
  material: [
    [0, 0, 96, 32, 'brand'],
    [8, 8, 80, 10, 'surface'],
    [12, 11, 10, 4, 'here'],
    [8, 18.7, 80, 9, 'surface'],
    ...textLines(12, 22),
    ...content(8, 28, 80, 64),
  ],
  modern: [[0, 0, 96, 14, 'surface'], [5, 5, 6, 4, 'here'], ...textLines(17, 6), ...content(0, 14, 96, 64)],
};

/** A schematic picture of a layout. */
export function LayoutMiniature({ name }: { name: Exclude<LayoutName, 'empty'> }) {
  return (
    <svg className={classes['miniature']} viewBox="0 0 96 64" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <rect width={96} height={64} className={classes['ground']} />
      {MINIATURES[name].map(([x, y, width, height, kind]) => (
        <rect key={`${x} ${y} ${kind}`} x={x} y={y} width={width} height={height} className={classes[kind]} />
      ))}
    </svg>
  );
}
