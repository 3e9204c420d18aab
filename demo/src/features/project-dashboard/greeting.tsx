import { Button } from '@mantine/core';
import { useNow } from '@rise/ui/panels';
import { IconMessage, IconSettings } from '@tabler/icons-react';
import { useDemoQuery } from '../../client/queries.ts';
import { AppLink } from '../../routing/link.tsx';
import { due } from './counts.ts';
import { Portrait } from './portrait.tsx';
import type { Project } from './project.ts';
import { useProjectTexts } from './project-dashboard.texts.ts';
import classes from './project-dashboard.module.css';

/** Greets the user, with a one-line summary of pending work. */
export function Greeting({ project }: { project: Project | undefined }) {
  const t = useProjectTexts();
  const { data: user } = useDemoQuery('user', 'GET /api/common/user');
  const now = useNow();
  const { data: tasks } = useDemoQuery('tasks', 'GET /api/apps/tasks/all');
  const pending = tasks &&
    project && [
      t('tasksThisWeek', { count: due(tasks, 'week', new Date(now)).figure }),
      t('appointmentsToday', { count: project.schedule.today.length }),
      t('issuesThisWeek', { count: project.githubIssues.overview['this-week']['new-issues'] }),
    ];
  return (
    <header className={classes['greeting']}>
      {user && <Portrait name={user.name} avatar={user.avatar} size={56} />}
      <div className={classes['words']}>
        <h1 className={classes['welcome']}>{user ? t('welcome', { name: user.name.split(' ')[0]! }) : t('project')}</h1>
        <p className={classes['waits']}>{pending?.join(' · ')}</p>
      </div>
      <div className={classes['ways']}>
        <Button component={AppLink} href="/apps/chat" variant="default" leftSection={<IconMessage size={16} />}>
          {t('messages')}
        </Button>
        <Button component={AppLink} href="/pages/settings" leftSection={<IconSettings size={16} />}>
          {t('settings')}
        </Button>
      </div>
    </header>
  );
}
