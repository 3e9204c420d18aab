import { CloseButton } from '@rise/ui';
import type { ReactNode } from 'react';
import classes from './selection-bar.module.css';

interface SelectionBarProps {
  /** Names the toolbar. */
  label: string;
  /** How many are selected, in words. */
  text: string;
  onClear: () => void;
  isBusy?: boolean;
  /** What is done to all selected ones. */
  children: ReactNode;
}

/** What is done to all selected records of a list, above it. */
export function SelectionBar({ label, text, onClear, isBusy = false, children }: SelectionBarProps) {
  return (
    <div className={classes['bar']} role="toolbar" aria-label={label} aria-busy={isBusy}>
      <CloseButton onClick={onClear} />
      <span className={classes['selected']} role="status">
        {text}
      </span>
      {children}
    </div>
  );
}
