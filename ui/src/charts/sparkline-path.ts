/** The box that the line is drawn in. */
export const SPARKLINE = { width: 100, height: 40 };

type Point = readonly [x: number, y: number];

/** Runs of points between gaps, scaled to a box of 100 by 40. */
export function runs(values: readonly (number | null)[]): Point[][] {
  const { width, height } = SPARKLINE;
  const known = values.filter((value) => value !== null);
  const low = Math.min(...known);
  const range = Math.max(...known) - low;
  const matches: Point[][] = [[]];
  for (const [index, value] of values.entries()) {
    if (value === null) {
      matches.push([]);
      continue;
    }
    const y = range === 0 ? height / 2 : height - ((value - low) / range) * height;
    matches.at(-1)!.push([(index / Math.max(1, values.length - 1)) * width, y]);
  }
  return matches.filter((run) => run.length > 0);
}

export const round = (value: number) => Math.round(value * 100) / 100;
/** A run as the data of an SVG path. */
export const path = (run: readonly Point[]) => `M${run.map((point) => point.map(round).join(' ')).join('L')}`;
