import { Delta, type DeltaProps } from '@rise/ui';
import { useDashboardTexts } from './dashboards.texts.ts';
import type { RecentTrend } from './trend.ts';
import classes from './change-before.module.css';

const CHANGE = { unit: 'percent', decimals: 1 } as const;

interface ChangeBeforeProps extends Pick<DeltaProps, 'better'> {
  trend: RecentTrend;
  /** Days per point. */
  daysEach: number;
}

/** The change from the preceding days to the latest ones, with the compared range. */
export function ChangeBefore({ trend: { points, change }, daysEach, better }: ChangeBeforeProps) {
  const t = useDashboardTexts();
  return (
    <p className={classes['change']}>
      <Delta value={change} format={CHANGE} better={better} /> {t('againstDaysBefore', { count: points * daysEach })}
    </p>
  );
}
