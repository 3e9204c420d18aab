import type { ReactNode } from 'react';
import classes from './status-pill.module.css';

export type StatusTone = 'neutral' | 'positive' | 'warning' | 'negative' | 'info';

export interface StatusPillProps {
  tone: StatusTone;
  /** Least width in pixels, where pills stand below each other. */
  width?: number;
  children: ReactNode;
}

/** What has become of something, in a word; the word says it, not the color alone. */
export function StatusPill({ tone, width, children }: StatusPillProps) {
  return (
    <span className={classes['pill']} data-tone={tone} style={width === undefined ? undefined : { minWidth: width }}>
      {children}
    </span>
  );
}
