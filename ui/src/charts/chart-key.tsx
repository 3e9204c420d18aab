import type { SeriesStyle } from './chart-colors.ts';
import type { PointShape } from './scatter-option.ts';
import classes from './chart-figure.module.css';

export interface KeyEntry extends Partial<SeriesStyle> {
  name: string;
  color: string;
  /** The series' line style, or a filled mark. */
  mark: 'line' | 'filled' | PointShape;
}

/** Visual legend; screen readers get the names from the table and from each mark. */
export function ChartKey({ entries }: { entries: readonly KeyEntry[] }) {
  return (
    <div className={classes['series-key']} aria-hidden>
      {entries.map(({ name, color, line = 'solid', mark }) => (
        <span key={name}>
          <svg width="16" height="8" aria-hidden>
            {mark === 'line' ? (
              <path d="M0 4h16" stroke={color} strokeWidth="2" strokeDasharray={DASHES[line]} />
            ) : (
              <path d={SHAPES[mark]} fill={color} />
            )}
          </svg>
          {name}
        </span>
      ))}
    </div>
  );
}

const DASHES = { solid: undefined, dashed: '6 4', dotted: '2 3' };

const SHAPES = {
  filled: 'M4 0h8a2 2 0 0 1 2 2v4a2 2 0 0 1 -2 2h-8a2 2 0 0 1 -2 -2v-4a2 2 0 0 1 2 -2z',
  circle: 'M8 0a4 4 0 0 1 0 8a4 4 0 0 1 0 -8z',
  rect: 'M4 0h8v8h-8z',
  triangle: 'M8 0l4 8h-8z',
  diamond: 'M8 0l4 4l-4 4l-4 -4z',
  roundRect: 'M6 0h4a2 2 0 0 1 2 2v4a2 2 0 0 1 -2 2h-4a2 2 0 0 1 -2 -2v-4a2 2 0 0 1 2 -2z',
};
