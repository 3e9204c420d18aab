import { VisuallyHidden } from '@mantine/core';
import { useUiContext } from '../context/ui-context.tsx';
import type { FigureFormat } from '../figures/format-figure.ts';
import { useFigure } from '../figures/use-figure.ts';
import { fill } from '../texts/ui-texts.ts';
import { type BulletAxis, bulletAxis, type BulletItem, bulletPlace } from './bullet-option.ts';
import classes from './bullet-chart.module.css';

export interface BulletChartProps {
  /** What the chart shows, for screen readers. */
  label: string;
  items: readonly BulletItem[];
  format: FigureFormat;
  /** Whether all items have one axis, so that their bars can be compared. Default: each has its own. */
  isShared?: boolean;
  /** Shown where there are no items. */
  emptyText?: string;
  onSelect?: (key: string) => void;
}

/** Position on the axis in percent. */
const place = (value: number, axis: BulletAxis): number => bulletPlace(value, axis) * 100;

/** Values against their targets, as bars over bands. All figures are text. */
export function BulletChart({ label, items, format, isShared = false, emptyText, onSelect }: BulletChartProps) {
  const { texts } = useUiContext();
  if (items.length === 0) {
    return (
      <figure className={classes['bullet']} aria-label={label}>
        <div className={classes['empty']}>{emptyText ?? texts.emptyTitle}</div>
      </figure>
    );
  }
  const shared = isShared ? bulletAxis(items) : null;
  return (
    <figure className={classes['bullet']} aria-label={label}>
      <ul className={classes['items']}>
        {items.map((item) => {
          const row = <Bullet item={item} format={format} axis={shared ?? bulletAxis([item])} />;
          return (
            <li key={item.key}>
              {onSelect === undefined ? (
                <div className={classes['item']}>{row}</div>
              ) : (
                <button type="button" className={classes['item']} onClick={() => onSelect(item.key)}>
                  {row}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </figure>
  );
}

function Bullet({ item, format, axis }: { item: BulletItem; format: FigureFormat; axis: BulletAxis }) {
  const { texts } = useUiContext();
  const figure = useFigure();
  const { value, bands = [] } = item;
  const target = item.target ?? null;
  const [zero, end] = [place(0, axis), place(value ?? 0, axis)];
  const share = value !== null && target !== null && target > 0 ? value / target : null;
  return (
    <>
      <span className={classes['name']}>{item.label}</span>
      <span className={classes['track']} aria-hidden>
        {bands.map((limit) => (
          <span key={limit} className={classes['band']} style={{ width: `${place(limit, axis)}%` }} />
        ))}
        {value !== null && (
          <span
            className={classes['bar']}
            style={{ left: `${Math.min(zero, end)}%`, width: `${Math.abs(end - zero)}%` }}
          />
        )}
        {target !== null && <span className={classes['aim']} style={{ left: `${place(target, axis)}%` }} />}
      </span>
      <span className={classes['figures']}>
        <span className={classes['value']}>{figure(value, format)}</span>
        {target !== null && (
          <span className={classes['target']}>
            <span aria-hidden>/ </span>
            <VisuallyHidden>{texts.target} </VisuallyHidden>
            {figure(target, format)}
          </span>
        )}
        {share !== null && (
          <VisuallyHidden>
            {fill(texts.ofTarget, { share: figure(share, { unit: 'percent', decimals: 0 }) })}
          </VisuallyHidden>
        )}
      </span>
    </>
  );
}
