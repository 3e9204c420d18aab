import { Checkbox } from '@mantine/core';
import { useUiContext } from '@rise/ui';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { CallResult } from '../../client/client.ts';
import { AppLink } from '../../routing/link.tsx';
import { useTasksTexts } from './tasks.texts.ts';
import classes from './tasks.module.css';

export type Task = CallResult<'GET /api/apps/tasks/all'>[number];

interface TaskRowProps {
  task: Task;
  href: string;
  open: boolean;
  onTick: () => void;
}

export function TaskRow({ task, href, open, onTick }: TaskRowProps) {
  const t = useTasksTexts();
  const title = task.title || t('untitled');
  if (task.type === 'section')
    return (
      <li className={classes['section']}>
        <h2>{title}</h2>
      </li>
    );
  return (
    <li className={classes['row']} data-open={open || undefined} data-done={task.completed || undefined}>
      <Checkbox
        radius="xl"
        size="md"
        checked={task.completed}
        onChange={onTick}
        aria-label={t('done', { title })}
        className={classes['tick']}
      />
      <AppLink still className={classes['open']} href={href} data-record={task.id} aria-current={open || undefined}>
        <span className={classes['title']}>{title}</span>
        <Priority priority={task.priority} />
        {task.dueDate && <DueDate task={task} />}
      </AppLink>
    </li>
  );
}

function Priority({ priority }: Pick<Task, 'priority'>) {
  const t = useTasksTexts();
  if (priority === 1) return null;
  const Arrow = priority === 2 ? IconArrowUp : IconArrowDown;
  return (
    <span className={classes['priority']} data-high={priority === 2 || undefined}>
      <Arrow size={16} stroke={2} role="img" aria-label={t(priority === 2 ? 'high' : 'low')} />
    </span>
  );
}

export const isOverdue = ({ completed, dueDate }: Task) =>
  !completed && dueDate !== null && new Date(dueDate).setHours(23, 59, 59) < Date.now();

/** Day and month; overdue dates are marked by text as well as color. */
export function DueDate({ task }: { task: Task }) {
  const t = useTasksTexts();
  const { locale } = useUiContext();
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }).format(new Date(task.dueDate!));
  const overdue = isOverdue(task);
  return (
    <time className={classes['due']} dateTime={task.dueDate!} data-late={overdue || undefined}>
      {day}
      {overdue && <span className={classes['late']}> · {t('overdue')}</span>}
    </time>
  );
}
