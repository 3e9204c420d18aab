import { TileGrid } from '@rise/ui';
import { RadarChart } from '@rise/ui/charts';
import { useMemo } from 'react';
import { Widget } from '../../dashboards/widget.tsx';
import { BudgetTable } from './budget-table.tsx';
import { ExpenseCard } from './expense-card.tsx';
import { PERCENT, type Project } from './project.ts';
import { useProjectTexts } from './project-dashboard.texts.ts';
import classes from './project-dashboard.module.css';

/** The project's budget, expenses and remainder. */
export function BudgetTab({ project }: { project: Project }) {
  const t = useProjectTexts();
  const { categories, series } = project.budgetDistribution;
  const shares = useMemo(
    () => series.map(({ name, data }) => ({ name, data: data.map((percent) => percent / 100) })),
    [series],
  );
  return (
    <div className={classes['panel']}>
      <div className={classes['budget']}>
        <div className={classes['cell']}>
          <Widget
            title={t('budgetDistribution')}
            subtitle={t('budgetDistributionSubtitle')}
            exported={{
              name: 'budget-distribution',
              table: () => ({
                head: [t('part'), ...series.map(({ name }) => name)],
                rows: categories.map((category, at) => [category, ...shares.map(({ data }) => data[at] ?? null)]),
              }),
            }}
          >
            <RadarChart
              label={t('budgetDistribution')}
              categoryLabel={t('part')}
              categories={categories}
              series={shares}
              format={PERCENT}
              height={340}
            />
          </Widget>
        </div>
        <div className={classes['expenses']}>
          <ExpenseCard title={t('weekly')} name="weekly-expenses" expenses={project.weeklyExpenses} daysEach={1} />
          <ExpenseCard title={t('monthly')} name="monthly-expenses" expenses={project.monthlyExpenses} daysEach={7} />
          <ExpenseCard title={t('yearly')} name="yearly-expenses" expenses={project.yearlyExpenses} daysEach={36} />
        </div>
      </div>
      <TileGrid>
        <BudgetTable rows={project.budgetDetails.rows} />
      </TileGrid>
    </div>
  );
}
