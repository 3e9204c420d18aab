import { useAddress } from '@rise/shell/routing';
import type { KeyboardEvent } from 'react';
import { useDemoQuery } from '../../client/queries.ts';
import type { Task } from './task.ts';
import { countBySection, isNarrowed, narrowed, type TaskFilter, unfolded } from './task-filter.rules.ts';
import { SectionRow, TaskRow } from './task-row.tsx';
import { useTasksTexts } from './tasks.texts.ts';
import { useReorder } from './use-reorder.ts';
import type { TaskActs } from './use-task-acts.ts';
import classes from './tasks.module.css';

interface TaskListProps {
  tasks: readonly Task[];
  filter: TaskFilter;
  openId: string | undefined;
  hrefOf: (id: string) => string;
  acts: TaskActs;
}

/** All tasks under their sections, whose order is changed by dragging or by the arrow keys; or those of a filter. */
export function TaskList({ tasks, filter, openId, hrefOf, acts }: TaskListProps) {
  const t = useTasksTexts();
  const { search, setSearch } = useAddress();
  const { data: tags = [] } = useDemoQuery('tasks', 'GET /api/apps/tasks/tags');
  const { data: contacts = [] } = useDemoQuery('contacts', 'GET /api/apps/contacts/all');
  const closed = (search['closed'] ?? '').split(',').filter(Boolean);
  const isFiltered = isNarrowed(filter);
  const shown = isFiltered ? narrowed(tasks, filter) : unfolded(tasks, closed);
  const counts = countBySection(tasks);
  const ids = tasks.map(({ id }) => id);
  const setClosed = (next: readonly string[]) => setSearch({ closed: next.join(',') || null });
  const { drag, marked, moveByKey, spoken } = useReorder({
    tasks,
    currentTasks: acts.currentTasks,
    shown,
    closed,
    setClosed,
    reorder: acts.reorder,
  });
  const handleOf = (task: Task) => ({
    ...drag.handle(task.id),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') drag.end();
      moveByKey(event, task);
    },
  });
  const rowOf = (task: Task) => ({
    task,
    href: hrefOf(task.id),
    isOpen: task.id === openId,
    handle: isFiltered ? undefined : handleOf(task),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.altKey && !isFiltered) moveByKey(event, task);
    },
    drag: {
      'data-target': marked === task.id || undefined,
      'data-after': (drag.dragged !== null && ids.indexOf(drag.dragged) < ids.indexOf(task.id)) || undefined,
      'data-dragged': drag.dragged === task.id || undefined,
    },
  });
  const fold = (id: string) => setClosed(closed.includes(id) ? closed.filter((each) => each !== id) : [...closed, id]);
  return (
    <>
      <output className={classes['spoken']}>{spoken}</output>
      <ul className={classes['list']} aria-label={t('list')}>
        {shown.map((task) =>
          task.type === 'section' ? (
            <SectionRow
              key={task.id}
              {...rowOf(task)}
              count={counts.get(task.id) ?? 0}
              isClosed={closed.includes(task.id)}
              onFold={() => fold(task.id)}
            />
          ) : (
            <TaskRow
              key={task.id}
              {...rowOf(task)}
              query={filter.query}
              tags={tags.filter(({ id }) => task.tags.includes(id)).map(({ title }) => title)}
              assignee={contacts.find(({ id }) => id === task.assignedTo)}
              onTick={() => acts.tick(task)}
            />
          ),
        )}
      </ul>
    </>
  );
}
