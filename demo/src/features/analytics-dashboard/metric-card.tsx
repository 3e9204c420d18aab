import { useFigure } from '@rise/ui';
import { Sparkline } from '@rise/ui/charts';
import { ChangeBefore } from '../../dashboards/change-before.tsx';
import { PeriodMenu } from '../../dashboards/period-menu.tsx';
import { recentTrend, sum } from '../../dashboards/trend.ts';
import { useChoice } from '../../dashboards/use-choice.ts';
import { Widget } from '../../dashboards/widget.tsx';
import { type Analytics, COUNT } from './analytics.ts';
import { useAnalyticsTexts } from './analytics-dashboard.texts.ts';
import classes from './analytics-dashboard.module.css';

const PERIODS = ['all', 'half', 'latest'] as const;

interface MetricCardProps {
  /** Name in the address and of the exported file. */
  name: string;
  title: string;
  metric: Analytics['conversions'];
  /** Days per point. */
  daysEach: number;
}

/** A metric over the entire period, its second half or its last interval, with its trend. */
export function MetricCard({ name, title, metric: { labels, series }, daysEach }: MetricCardProps) {
  const t = useAnalyticsTexts();
  const figure = useFigure();
  const [period, setPeriod] = useChoice(name, PERIODS);
  const values = series[0]?.data ?? [];
  const points = { all: values.length, half: Math.floor(values.length / 2), latest: 1 };
  return (
    <div className={classes['cell']}>
      <Widget
        title={title}
        headerEnd={
          <PeriodMenu
            label={t('periodOf', { title })}
            value={period}
            onChange={setPeriod}
            options={PERIODS.map((value) => ({
              value,
              label: t('lastDays', { count: points[value] * daysEach }),
            }))}
          />
        }
        exported={{
          name,
          table: () => ({
            head: [t('days'), series[0]?.name ?? title],
            rows: labels.map((label, at) => [label, values[at] ?? null]),
          }),
        }}
      >
        <div className={classes['metric']}>
          <div>
            <p className={classes['amount']}>{figure(sum(values.slice(-points[period])), COUNT)}</p>
            <ChangeBefore trend={recentTrend(values, points[period])} daysEach={daysEach} better="higher" />
          </div>
          <div className={classes['spark']}>
            <Sparkline values={values} height={56} fill />
          </div>
        </div>
      </Widget>
    </div>
  );
}
