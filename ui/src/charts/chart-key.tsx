import type { SeriesStyle } from './chart-colors.ts';
import classes from './chart-figure.module.css';

export interface KeyEntry extends Partial<SeriesStyle> {
  name: string;
  color: string;
  /** The series' line style, or a filled mark. */
  mark: 'line' | 'filled';
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
              <rect x="2" width="12" height="8" rx="2" fill={color} />
            )}
          </svg>
          {name}
        </span>
      ))}
    </div>
  );
}

const DASHES = { solid: undefined, dashed: '6 4', dotted: '2 3' };
