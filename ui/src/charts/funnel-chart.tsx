import { VisuallyHidden } from '@mantine/core';
import { useUiContext } from '../context/ui-context.tsx';
import type { FigureFormat } from '../figures/format-figure.ts';
import { useFigure } from '../figures/use-figure.ts';
import { fill } from '../texts/ui-texts.ts';
import classes from './funnel-chart.module.css';

export interface FunnelStep {
  key: string;
  label: string;
  /** Null without data. */
  value: number | null;
}

export interface FunnelChartProps {
  /** What the chart shows, for screen readers. */
  label: string;
  /** In order, the first at the top. */
  steps: readonly FunnelStep[];
  format: FigureFormat;
  /** Shown where no step has a value. */
  emptyText?: string;
  onSelect?: (key: string) => void;
  /** Keys of highlighted steps; the others are faded. */
  selected?: ReadonlySet<string>;
}

interface StepShares {
  /** Shares as fractions; null where one of the two has no value, or the other is zero. */
  ofFirst: number | null;
  ofPrevious: number | null;
  /** Length of the bar, 0 to 1. */
  length: number;
}

/** Each step's shares of the first and the previous one. A later step may be larger than the first. */
export function funnelShares(values: readonly (number | null)[]): StepShares[] {
  const share = (value: number | null | undefined, whole: number | null | undefined) =>
    (value ?? null) === null || !whole ? null : value! / whole;
  const longest = values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0) || 1;
  return values.map((value, at) => ({
    ofFirst: share(value, values[0]),
    ofPrevious: at === 0 ? null : share(value, values[at - 1]),
    length: Math.max(0, value ?? 0) / longest,
  }));
}

/** How many are left after each step, as centered bars. Text and figures are text, so no table stands in for them. */
export function FunnelChart({ label, steps, format, emptyText, onSelect, selected }: FunnelChartProps) {
  const { texts } = useUiContext();
  const figure = useFigure();
  const shares = funnelShares(steps.map(({ value }) => value));
  const writeShare = (share: number | null) => figure(share, { unit: 'percent', decimals: 1 });
  if (steps.every(({ value }) => value === null)) {
    return (
      <figure className={classes['funnel']} aria-label={label}>
        <div className={classes['empty']}>{emptyText ?? texts.emptyTitle}</div>
      </figure>
    );
  }
  return (
    <figure className={classes['funnel']} aria-label={label}>
      <ol className={classes['steps']}>
        {steps.map(({ key, label: name, value }, at) => {
          const { ofFirst, ofPrevious, length } = shares[at]!;
          const isFaded = selected !== undefined && selected.size > 0 && !selected.has(key);
          const content = (
            <>
              <span className={classes['name']}>{name}</span>
              <span className={classes['track']} aria-hidden>
                <span className={classes['bar']} style={{ width: `${length * 100}%` }} />
              </span>
              <span className={classes['figures']}>
                <span className={classes['value']}>{figure(value, format)}</span>
                <span className={classes['share']} title={texts.shareOfFirst}>
                  <span aria-hidden>{writeShare(ofFirst)}</span>
                  <VisuallyHidden>{fill(texts.ofFirstStep, { share: writeShare(ofFirst) })}</VisuallyHidden>
                </span>
              </span>
            </>
          );
          return (
            <li key={key}>
              {at > 0 && (
                <div className={classes['drop']}>
                  <span aria-hidden>↓</span>
                  {fill(texts.ofPreviousStep, { share: writeShare(ofPrevious) })}
                </div>
              )}
              {onSelect === undefined ? (
                <div className={classes['step']} data-faded={isFaded}>
                  {content}
                </div>
              ) : (
                <button
                  type="button"
                  className={classes['step']}
                  data-faded={isFaded}
                  aria-pressed={selected?.has(key) ?? false}
                  onClick={() => onSelect(key)}
                >
                  {content}
                </button>
              )}
            </li>
          );
        })}
      </ol>
    </figure>
  );
}
