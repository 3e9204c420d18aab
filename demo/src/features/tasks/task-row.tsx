import { Checkbox } from '@mantine/core';
import { IconChevronRight, IconGripVertical } from '@tabler/icons-react';
import type { HTMLAttributes, KeyboardEvent } from 'react';
import { Avatar } from '../../components/avatar.tsx';
import { Marked } from '../../components/marked.tsx';
import { AppLink } from '../../routing/link.tsx';
import type { Task } from './task.ts';
import { DueDate, Priority, StepCount } from './task-facts.tsx';
import { useTasksTexts } from './tasks.texts.ts';
import classes from './tasks.module.css';

/** Of a row; of its handle without Alt. */
const MOVE_KEYS = 'Alt+ArrowUp Alt+ArrowDown';

export interface TaskRowProps {
  task: Task;
  href: string;
  isOpen: boolean;
  query: string;
  tags: readonly string[];
  assignee: { name: string; avatar: string | null } | undefined;
  onTick: () => void;
  /** Absent where the order can't be changed. */
  handle: HTMLAttributes<HTMLButtonElement> | undefined;
  /** Of the link. */
  onKeyDown: (event: KeyboardEvent) => void;
  /** How a move shows at this row. */
  drag: Readonly<Record<`data-${string}`, true | undefined>>;
}

export function TaskRow(props: TaskRowProps) {
  const { task, href, isOpen, query, tags, assignee, onTick, handle, onKeyDown, drag } = props;
  const t = useTasksTexts();
  const title = task.title || t('untitled');
  return (
    <li
      className={classes['row']}
      data-row={task.id}
      data-open={isOpen || undefined}
      data-done={task.completed || undefined}
      {...drag}
    >
      <Handle title={title} handle={handle} />
      <Checkbox
        radius="xl"
        size="md"
        checked={task.completed}
        onChange={onTick}
        aria-label={t('doneLabel', { title })}
        className={classes['tick']}
      />
      <AppLink
        still
        className={classes['open']}
        href={href}
        data-record={task.id}
        aria-current={isOpen || undefined}
        aria-keyshortcuts={handle && MOVE_KEYS}
        onKeyDown={onKeyDown}
      >
        <span className={classes['title']}>
          <Marked text={title} query={query} />
        </span>
        {tags.map((tag) => (
          <span key={tag} className={classes['tag']}>
            {tag}
          </span>
        ))}
        <StepCount subTasks={task.subTasks} />
        <Priority priority={task.priority} />
        {assignee && (
          <span title={assignee.name}>
            <Avatar name={assignee.name} picture={assignee.avatar} size={22} />
          </span>
        )}
        <DueDate task={task} />
      </AppLink>
    </li>
  );
}

interface SectionRowProps extends Pick<TaskRowProps, 'task' | 'href' | 'isOpen' | 'handle' | 'onKeyDown' | 'drag'> {
  count: number;
  isClosed: boolean;
  onFold: () => void;
}

export function SectionRow(props: SectionRowProps) {
  const { task, href, isOpen, handle, onKeyDown, drag, count, isClosed, onFold } = props;
  const t = useTasksTexts();
  const title = task.title || t('untitledSection');
  return (
    <li className={classes['section']} data-row={task.id} data-open={isOpen || undefined} {...drag}>
      <Handle title={title} handle={handle} />
      <button
        type="button"
        className={classes['fold']}
        aria-expanded={!isClosed}
        aria-label={t('fold', { title })}
        onClick={onFold}
      >
        <IconChevronRight size={16} stroke={2} aria-hidden />
      </button>
      <h2>
        <AppLink
          still
          href={href}
          data-record={task.id}
          aria-current={isOpen || undefined}
          aria-keyshortcuts={handle && MOVE_KEYS}
          onKeyDown={onKeyDown}
        >
          {title}
        </AppLink>
      </h2>
      <span className={classes['count']} aria-label={t('inSection', { count })}>
        {count}
      </span>
    </li>
  );
}

function Handle({ title, handle }: { title: string; handle: TaskRowProps['handle'] }) {
  const t = useTasksTexts();
  if (!handle) return null;
  return (
    <button
      type="button"
      className={classes['handle']}
      aria-label={t('handle', { title })}
      aria-keyshortcuts="ArrowUp ArrowDown"
      {...handle}
    >
      <IconGripVertical size={16} aria-hidden />
    </button>
  );
}
