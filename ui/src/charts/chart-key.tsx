import type { SeriesLook } from './chart-colours.ts';
import classes from './chart-figure.module.css';

export interface KeyEntry extends Partial<SeriesLook> {
  name: string;
  colour: string;
  /** A line as it is drawn, or a filled mark. */
  mark: 'line' | 'filled';
}

/** Which series is which, for the eye: listeners have the names in the table and in what is spoken of each mark. */
export function ChartKey({ entries }: { entries: readonly KeyEntry[] }) {
  return (
    <div className={classes['series-key']} aria-hidden>
      {entries.map(({ name, colour, line = 'solid', mark }) => (
        <span key={name}>
          <svg width="16" height="8" aria-hidden>
            {mark === 'line' ? (
              <path d="M0 4h16" stroke={colour} strokeWidth="2" strokeDasharray={DASHES[line]} />
            ) : (
              <rect x="2" width="12" height="8" rx="2" fill={colour} />
            )}
          </svg>
          {name}
        </span>
      ))}
    </div>
  );
}

const DASHES = { solid: undefined, dashed: '6 4', dotted: '2 3' };
