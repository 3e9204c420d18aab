import classes from './sparkline.module.css';

export interface SparklineProps {
  /** In order, evenly spaced. Null: no value, which leaves a gap in the line. */
  values: readonly (number | null)[];
  /** What its direction means. Default: `neutral`, in the theme's color. */
  tone?: 'up' | 'down' | 'neutral';
  /** Fills the area under the line. */
  fill?: boolean;
  /** For screen readers. Without it the line is decorative. */
  label?: string;
  /** Height in pixels; the width is that of its container. */
  height?: number;
}

const WIDTH = 100;
const HEIGHT = 40;

type Point = readonly [x: number, y: number];

/** Runs of points between gaps, scaled to a box of 100 by 40. */
function runs(values: readonly (number | null)[]): Point[][] {
  const known = values.filter((value) => value !== null);
  const low = Math.min(...known);
  const range = Math.max(...known) - low;
  const matches: Point[][] = [[]];
  for (const [index, value] of values.entries()) {
    if (value === null) {
      matches.push([]);
      continue;
    }
    const y = range === 0 ? HEIGHT / 2 : HEIGHT - ((value - low) / range) * HEIGHT;
    matches.at(-1)!.push([(index / Math.max(1, values.length - 1)) * WIDTH, y]);
  }
  return matches.filter((run) => run.length > 0);
}

const round = (value: number) => Math.round(value * 100) / 100;
const path = (run: readonly Point[]) => `M${run.map((point) => point.map(round).join(' ')).join('L')}`;

/** A figure's trend as a word-sized line: no axes, no animation. */
export function Sparkline({ values, tone = 'neutral', fill = false, label, height = 40 }: SparklineProps) {
  const drawn = runs(values);
  const spoken = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg
      {...spoken}
      className={classes['sparkline']}
      data-tone={tone}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      height={height}
    >
      {drawn.map((run) => (
        <g key={run[0]![0]}>
          {fill && run.length > 1 && (
            <path
              className={classes['ground']}
              d={`${path(run)}L${round(run.at(-1)![0])} ${HEIGHT + 4}L${round(run[0]![0])} ${HEIGHT + 4}Z`}
            />
          )}
          <path className={classes['line']} d={run.length > 1 ? path(run) : `${path(run)}h0.01`} />
        </g>
      ))}
    </svg>
  );
}
