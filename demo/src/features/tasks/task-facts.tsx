import { useUiContext } from '@rise/ui';
import { IconArrowDown, IconArrowUp, IconListCheck } from '@tabler/icons-react';
import { isOverdue, type Task } from './task.ts';
import { useTasksTexts } from './tasks.texts.ts';
import classes from './tasks.module.css';

/** Words for the values of a priority: 0, 1 and 2. */
export const PRIORITIES = ['low', 'normal', 'high'] as const;

/** An arrow for what is not of normal priority. */
export function Priority({ priority }: Pick<Task, 'priority'>) {
  const t = useTasksTexts();
  if (priority === 1) return null;
  const Arrow = priority === 2 ? IconArrowUp : IconArrowDown;
  return (
    <span className={classes['priority']} data-high={priority === 2 || undefined}>
      <Arrow size={16} stroke={2} role="img" aria-label={t(priority === 2 ? 'highPriority' : 'lowPriority')} />
    </span>
  );
}

/** Day and month; overdue dates are marked by text as well as color. */
export function DueDate({ task }: { task: Task }) {
  const t = useTasksTexts();
  const { locale } = useUiContext();
  if (task.dueDate === null) return null;
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }).format(new Date(task.dueDate));
  const overdue = isOverdue(task);
  return (
    <time className={classes['due']} dateTime={task.dueDate} data-late={overdue || undefined}>
      {day}
      {overdue && <span> · {t('late')}</span>}
    </time>
  );
}

/** How many of its steps are done. */
export function StepCount({ subTasks }: Pick<Task, 'subTasks'>) {
  const t = useTasksTexts();
  if (subTasks.length === 0) return null;
  const done = subTasks.filter(({ completed }) => completed).length;
  const count = { done, total: subTasks.length };
  return (
    <span className={classes['count']}>
      <IconListCheck size={15} stroke={1.7} role="img" aria-label={t('stepsDone', count)} />
      <span aria-hidden>
        {count.done}/{count.total}
      </span>
    </span>
  );
}
