import { path, round, runs, SPARKLINE } from './sparkline-path.ts';
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

/** A figure's trend as a word-sized line: no axes, no animation. */
export function Sparkline({ values, tone = 'neutral', fill = false, label, height = 40 }: SparklineProps) {
  const drawn = runs(values);
  const spoken = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg
      {...spoken}
      className={classes['sparkline']}
      data-tone={tone}
      viewBox={`0 0 ${SPARKLINE.width} ${SPARKLINE.height}`}
      preserveAspectRatio="none"
      height={height}
    >
      {drawn.map((run) => (
        <g key={run[0]![0]}>
          {fill && run.length > 1 && (
            <path
              className={classes['ground']}
              d={`${path(run)}L${round(run.at(-1)![0])} ${SPARKLINE.height + 4}L${round(run[0]![0])} ${SPARKLINE.height + 4}Z`}
            />
          )}
          <path className={classes['line']} d={run.length > 1 ? path(run) : `${path(run)}h0.01`} />
        </g>
      ))}
    </svg>
  );
}
