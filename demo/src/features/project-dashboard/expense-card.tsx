import { useFigure } from '@rise/ui';
import { Sparkline } from '@rise/ui/charts';
import { ChangeBefore } from '../../dashboards/change-before.tsx';
import { recentTrend } from '../../dashboards/trend.ts';
import { Widget } from '../../dashboards/widget.tsx';
import { MONEY, type Project } from './project.ts';
import { useProjectTexts } from './project-dashboard.texts.ts';
import classes from './project-dashboard.module.css';

interface ExpenseCardProps {
  title: string;
  /** Name of the exported file. */
  name: string;
  expenses: Project['weeklyExpenses'];
  /** Days per point. */
  daysEach: number;
}

/** Expenses over equal spans of days, and the change from the first half of the spans to the second. */
export function ExpenseCard({ title, name, daysEach, expenses: { amount, labels, series } }: ExpenseCardProps) {
  const t = useProjectTexts();
  const figure = useFigure();
  const values = series[0]?.data ?? [];
  return (
    <div className={classes['cell']}>
      <Widget
        title={title}
        exported={{
          name,
          table: () => ({
            head: [t('span'), series[0]?.name ?? title],
            rows: labels.map((label, at) => [label, values[at] ?? null]),
          }),
        }}
      >
        <div className={classes['expense']}>
          <div>
            <p className={classes['amount']}>{figure(amount, MONEY)}</p>
            <ChangeBefore trend={recentTrend(values)} daysEach={daysEach} better="lower" />
          </div>
          <div className={classes['spark']}>
            <Sparkline values={values} height={64} fill />
          </div>
        </div>
      </Widget>
    </div>
  );
}
