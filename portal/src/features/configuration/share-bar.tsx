import { useFigure } from '@rise/ui';
import classes from './configuration.module.css';

/** A share as a number and a bar; nothing is left to color alone. */
export function ShareBar({ share }: { share: number }) {
  const write = useFigure();
  // The least share is still one: not 0.
  const text =
    share > 0 && share < 0.001
      ? `< ${write(0.001, { unit: 'percent', decimals: 1 })}`
      : write(share, { unit: 'percent', decimals: 1 });
  return (
    <span className={classes.share}>
      <span className={classes.shareText}>{text}</span>
      <span className={classes.track} aria-hidden>
        <span className={classes.fill} style={{ inlineSize: `${share === 0 ? 0 : Math.max(2, share * 100)}%` }} />
      </span>
    </span>
  );
}
