import { Button } from '@mantine/core';
import { DetailList, DetailSection, formatDate, Notice, useUiContext } from '@rise/ui';
import { IconCheck, IconCircle, IconCircleCheckFilled, IconRotate } from '@tabler/icons-react';
import { useDemoQuery } from '../../client/queries.ts';
import { Avatar } from '../../components/avatar.tsx';
import { isOverdue, type Task } from './task-row.tsx';
import { useTick } from './use-tick.ts';
import { useTasksTexts } from './tasks.texts.ts';
import classes from './tasks.module.css';

const PRIORITIES = ['low', 'normal', 'high'] as const;

export function TaskDetail({ record: task }: { record: Task }) {
  const { tick, failed } = useTick();
  const t = useTasksTexts();
  const { locale } = useUiContext();
  const { data: tags = [] } = useDemoQuery('tasks', 'GET /api/apps/tasks/tags');
  const { data: contacts = [] } = useDemoQuery('contacts', 'GET /api/apps/contacts/all');
  if (task.type === 'section') return <p className={classes['notes']}>{t('section')}</p>;
  const assignee = contacts.find(({ id }) => id === task.assignedTo);
  const taskTags = tags.filter(({ id }) => task.tags.includes(id));
  const facts = [
    { name: t('priority'), value: t(PRIORITIES[task.priority]) },
    ...(task.dueDate
      ? [
          {
            name: t('due'),
            value: (
              <span data-late={isOverdue(task) || undefined} className={classes['fact']}>
                {formatDate(task.dueDate, locale, 'long')}
                {isOverdue(task) && ` · ${t('overdue')}`}
              </span>
            ),
          },
        ]
      : []),
    ...(assignee
      ? [
          {
            name: t('assignee'),
            value: (
              <span className={classes['assignee']}>
                <Avatar name={assignee.name} picture={assignee.avatar} size={20} /> {assignee.name}
              </span>
            ),
          },
        ]
      : []),
    ...(taskTags.length > 0 ? [{ name: t('tags'), value: taskTags.map(({ title }) => title).join(', ') }] : []),
  ];
  return (
    <>
      <div className={classes['act']}>
        <Button
          variant={task.completed ? 'default' : 'filled'}
          leftSection={task.completed ? <IconRotate size={16} /> : <IconCheck size={16} />}
          onClick={() => tick(task)}
        >
          {t(task.completed ? 'markOpen' : 'markDone')}
        </Button>
      </div>
      {failed && <Notice tone="negative">{t('failed')}</Notice>}
      <DetailList items={facts} />
      {task.subTasks.length > 0 && (
        <DetailSection title={t('steps')}>
          <ul className={classes['steps']}>
            {task.subTasks.map(({ id, title, completed }) => {
              const Mark = completed ? IconCircleCheckFilled : IconCircle;
              return (
                <li key={id} data-done={completed || undefined}>
                  <Mark size={18} role="img" aria-label={t(completed ? 'stepDone' : 'stepOpen')} />
                  <span>{title}</span>
                </li>
              );
            })}
          </ul>
        </DetailSection>
      )}
      {task.notes && (
        <DetailSection title={t('notes')}>
          <p className={classes['notes']}>{task.notes}</p>
        </DetailSection>
      )}
    </>
  );
}
