import { svg } from './svg.ts';

const SHAPES = {
  jacket:
    '<path d="M34 18l16 8 16-8 18 14-8 20-8-4v36H32V48l-8 4-8-20z"/><path d="M50 26v58" stroke="#fff" stroke-opacity=".5" stroke-width="2"/>',
  shirt: '<path d="M36 20q14 10 28 0l20 12-8 18-10-4v38H34V46l-10 4-8-18z"/>',
  cap: '<path d="M22 58q4-30 30-30t28 28z"/><path d="M22 58q40-8 66 6-34-4-66 2z" fill-opacity=".75"/>',
  bag: '<path d="M26 38h48l6 46H20z"/><path d="M38 42V30q12-16 24 0v12" fill="none" stroke="#3b4252" stroke-width="4"/>',
  scarf: '<path d="M28 22h44v18H28z"/><path d="M34 40h14v44H34zM52 40h12v30H52z" fill-opacity=".8"/>',
  sweater:
    '<path d="M37 18q13 7 26 0l19 9 4 45-12 2-4-26v36H30V48l-4 26-12-2 4-45z"/><path d="M30 78h40v6H30zM37 18q13 12 26 0" fill="#fff" fill-opacity=".3"/>',
  polo: '<path d="M35 20l15 8 15-8 19 12-8 16-9-4v40H33V44l-9 4-8-16z"/><path d="M39 18l11 10 11-10-4-3H43zM50 28v16" fill="#fff" fill-opacity=".35" stroke="#fff" stroke-opacity=".5" stroke-width="2"/>',
  beanie:
    '<path d="M24 62q0-36 26-36t26 36z"/><path d="M20 60h60v16H20z" fill-opacity=".75"/><circle cx="50" cy="20" r="8"/>',
  backpack:
    '<path d="M30 34q0-14 20-14t20 14v48H30z"/><path d="M26 48h6v28h-6zM68 48h6v28h-6z" fill-opacity=".7"/><path d="M36 56h28v18H36zM42 20v-6h16v6" fill="#fff" fill-opacity=".25" stroke="#3b4252" stroke-width="3"/>',
  socks:
    '<path d="M30 16h18v34L34 74q-8 10-18 4-4-8 6-14l8-8z"/><path d="M58 16h18v34L62 74q-8 10-18 4-4-8 6-14l8-8z" fill-opacity=".8"/>',
  watch:
    '<path d="M40 14h20l2 18H38zM38 68h24l-2 18H40z" fill-opacity=".7"/><circle cx="50" cy="50" r="22"/><circle cx="50" cy="50" r="16" fill="#fff"/><path d="M50 50V39M50 50l8 5" stroke="#3b4252" stroke-width="2.5" stroke-linecap="round"/>',
} as const;

export type Garment = keyof typeof SHAPES;

/** Draws a garment on one of three backdrops. */
export function garment(kind: Garment, color: string, view: 0 | 1 | 2): string {
  const backdrop = ['#f3f4f8', '#e9edf3', '#f8f1ea'][view];
  const turn = [0, -8, 8][view];
  return svg(
    `<rect width="100" height="100" fill="${backdrop}"/><g fill="${color}" transform="rotate(${turn} 50 50)">${SHAPES[kind]}</g>`,
  );
}
