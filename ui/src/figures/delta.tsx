import { useUiContext } from '../context/ui-context.tsx';
import { type FigureFormat, type FigureValue, formatPoints, isFigure, MISSING } from './format-figure.ts';
import type { Better } from './percentile-strip.tsx';
import { useFigure } from './use-figure.ts';
import classes from './delta.module.css';

export interface DeltaProps {
  /** The change itself: a difference, or a fraction where the format is percent. */
  value: FigureValue;
  format: FigureFormat;
  better?: Better;
  /** Whether the change is a difference of two percentages, shown in percentage points. */
  points?: boolean;
}

/** A change with sign, arrow, and a color by whether it is good or bad. */
export function Delta({ value, format, better = 'neutral', points = false }: DeltaProps) {
  const { locale, texts } = useUiContext();
  const figure = useFigure();
  if (!isFigure(value)) return <span className={classes['delta']}>{MISSING}</span>;
  const change = Math.sign(Number(value));
  const good = better === 'higher' ? change : -change;
  const tone = better === 'neutral' || change === 0 ? undefined : good > 0 ? 'positive' : 'negative';
  const text = points
    ? `${formatPoints(value, format.decimals ?? 0, locale)} ${texts.percentagePoints}`
    : figure(value, format, { compact: true, signed: true });
  const word = change === 0 ? texts.unchanged : change > 0 ? texts.increase : texts.decrease;
  return (
    <span className={classes['delta']} data-tone={tone}>
      <svg width="8" height="8" viewBox="0 0 8 8" role="img" aria-label={word}>
        <path d={change === 0 ? 'M0 3h8v2H0z' : change > 0 ? 'M4 0l4 7H0z' : 'M4 8l4-7H0z'} fill="currentColor" />
      </svg>
      {text}
    </span>
  );
}
