import { niceStep } from './distribution-option.ts';

/** Gap between a shape and its labels, and the height of two lines of text, in pixels. */
const GAP = 10;
const WORDS = 34;
const LETTER = 6.8;

export interface Round {
  x: number;
  y: number;
  radius: number;
}

interface RoundChartSpace {
  /** Labels around the shape: text and angle, in radians clockwise from the top. */
  names: readonly { text: string; angle: number }[];
  /** Pixels. */
  width: number;
  height: number;
  /** Whether the shape is a full circle, or only has corners at the labels. */
  circle: boolean;
}

/** The largest round shape that leaves room for the labels around it. */
export function fitRoundChart({ names, width, height, circle }: RoundChartSpace): Round {
  const reach = (radius: number, side: 1 | -1) =>
    Math.max(
      circle ? radius + 2 : 0,
      ...names.map(({ angle }) => {
        const rise = side * Math.cos(angle);
        return (radius + GAP) * rise + (rise > 0.8 ? WORDS : WORDS / 2);
      }),
    );
  const fits = (radius: number) =>
    reach(radius, 1) + reach(radius, -1) <= height &&
    (!circle || radius * 2 + 4 <= width) &&
    names.every(({ text, angle }) => {
      const aside = Math.abs(Math.sin(angle));
      // Labels above and below are centered.
      const words = text.length * LETTER * (aside < 0.1 ? 0.5 : 1);
      return (radius + GAP) * aside + words <= width / 2;
    });
  let radius = Math.floor(Math.min(width, height) / 2);
  while (radius > 40 && !fits(radius)) radius -= 1;
  const [above, below] = [reach(radius, 1), reach(radius, -1)];
  return { x: width / 2, y: above + (height - above - below) / 2, radius };
}

/** About four rings at round values, the outermost at or above the maximum. */
export function rings(values: readonly number[]): { step: number; count: number } {
  const top = Math.max(0, ...values) || 1;
  const step = niceStep(top, 4, false);
  return { step, count: Math.max(1, Math.ceil(top / step - 1e-9)) };
}
