import { useFigure } from '@rise/ui';
import { PolarChart } from '@rise/ui/charts';
import { useMemo } from 'react';
import { useChoice } from '../../dashboards/use-choice.ts';
import { Widget } from '../../dashboards/widget.tsx';
import { WeekSwitch } from './issues-card.tsx';
import { COUNT, type Project, WEEKS } from './project.ts';
import { useProjectTexts } from './project-dashboard.texts.ts';
import classes from './project-dashboard.module.css';

/** The week's tasks by kind, and how many of them are completed. */
export function TaskDistribution({ tasks }: { tasks: Project['taskDistribution'] }) {
  const t = useProjectTexts();
  const figure = useFigure();
  const [week, setWeek] = useChoice('tasks-week', WEEKS);
  const parts = useMemo(
    () => tasks.labels.map((name, at) => ({ name, value: tasks.series[week][at] ?? 0 })),
    [tasks, week],
  );
  const { new: open, completed } = tasks.overview[week];
  return (
    <Widget
      title={t('distributionTitle')}
      subtitle={t('distributionSubtitle')}
      span={7}
      headerEnd={<WeekSwitch label={t('distributionWeek')} value={week} onChange={setWeek} />}
      exported={{
        name: `tasks-${week}`,
        table: () => ({ head: [t('kind'), t('tasks')], rows: parts.map(({ name, value }) => [name, value]) }),
      }}
    >
      <PolarChart label={t('distributionTitle')} parts={parts} format={COUNT} valueLabel={t('tasks')} height={320} />
      <dl className={classes['totals']}>
        <div>
          <dt>{t('newTasks')}</dt>
          <dd>{figure(open, COUNT)}</dd>
        </div>
        <div>
          <dt>{t('completedTasks')}</dt>
          <dd>{figure(completed, COUNT)}</dd>
        </div>
      </dl>
    </Widget>
  );
}
