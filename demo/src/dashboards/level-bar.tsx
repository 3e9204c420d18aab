import { useDashboardTexts } from './dashboards.texts.ts';
import classes from './level-bar.module.css';

/** A remaining share; below 30 % and below 80 % it changes color and accessible text. */
export function LevelBar({ label, share }: { label: string; share: number }) {
  const t = useDashboardTexts();
  const level = share < 0.3 ? 'low' : share < 0.8 ? 'medium' : 'high';
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <span
      className={classes['bar']}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={`${percent}%, ${t(level)}`}
      data-level={level}
    >
      <span className={classes['filled']} style={{ width: `${percent}%` }} />
    </span>
  );
}
