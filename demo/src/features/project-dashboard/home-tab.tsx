import { TileGrid } from '@rise/ui';
import { IssuesCard } from './issues-card.tsx';
import { NumberCards } from './number-cards.tsx';
import type { Project } from './project.ts';
import { ScheduleCard } from './schedule-card.tsx';
import { TaskDistribution } from './task-distribution.tsx';
import classes from './project-dashboard.module.css';

export function HomeTab({ project }: { project: Project }) {
  return (
    <div className={classes['panel']}>
      <NumberCards project={project} />
      <TileGrid>
        <IssuesCard issues={project.githubIssues} />
        <TaskDistribution tasks={project.taskDistribution} />
        <ScheduleCard schedule={project.schedule} />
      </TileGrid>
    </div>
  );
}
