import { VisuallyHidden } from '@mantine/core';
import { useUiContext } from '../context/ui-context.tsx';
import type { FigureFormat } from '../figures/format-figure.ts';
import { useFigure } from '../figures/use-figure.ts';
import { type MenuPlace, menuHandlers, placeAt } from '../menus/context-menu.tsx';
import { fill } from '../texts/ui-texts.ts';
import { funnelShares } from './funnel-shares.ts';
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
  /** On a right click, and on the menu key or Shift+F10. */
  onMenu?: (key: string, place: MenuPlace) => void;
  /** Keys of highlighted steps; the others are faded. */
  selected?: ReadonlySet<string>;
}

/** How many are left after each step, as centered bars. Text and figures are text, so no table stands in for them. */
export function FunnelChart({ label, steps, format, emptyText, onSelect, onMenu, selected }: FunnelChartProps) {
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
              {onSelect === undefined && onMenu === undefined ? (
                <div className={classes['step']} data-faded={isFaded}>
                  {content}
                </div>
              ) : (
                <button
                  type="button"
                  className={classes['step']}
                  data-faded={isFaded}
                  aria-pressed={onSelect && (selected?.has(key) ?? false)}
                  onClick={({ currentTarget }) =>
                    onSelect === undefined ? onMenu?.(key, placeAt(currentTarget)) : onSelect(key)
                  }
                  {...menuHandlers(onMenu && ((place) => onMenu(key, place)))}
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
