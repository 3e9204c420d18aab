import { useLanguage } from '@rise/shell/language';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { demoQuery, useOptimisticCall } from '../../client/queries.ts';
import { useFailureDialog } from '../../client/use-failure-dialog.ts';
import { offerUndoOf } from '../../components/undo.ts';
import { useRecordAddress } from '../../components/use-record.ts';
import { createTask, deleteTask, type Task } from './task.ts';
import { useTasksTexts } from './tasks.texts.ts';

export interface TaskActs {
  /** Adds one and opens it: at the top, or below another. */
  add(type: Task['type'], below?: string): void;
  tick(task: Task): void;
  remove(task: Task): void;
  /** Sets the order of all tasks. */
  reorder(ids: readonly string[]): void;
  /** A change was refused, and is undone on the screen. */
  readonly hasFailed: boolean;
}

/** What a reader does to the list; the page shows a change at once, and takes it back where it fails. */
export function useTaskActs(): TaskActs {
  const t = useTasksTexts();
  const router = useRouter();
  const cache = useQueryClient();
  const fail = useFailureDialog();
  const { id: open, listHref, hrefOf } = useRecordAddress('/apps/tasks');
  const all = demoQuery('tasks', 'GET /api/apps/tasks/all', useLanguage());
  const { data: tasks = [] } = useQuery(all);
  const tick = useOptimisticCall('PATCH /api/apps/tasks/task', all, (before: Task[], { body }) =>
    before.map((task) => (task.id === body.id ? ({ ...task, ...body.task } as Task) : task)),
  );
  const order = useOptimisticCall('PATCH /api/apps/tasks/order', all, (before: Task[], { body }) =>
    body.tasks.flatMap(({ id }) => before.find((task) => task.id === id) ?? []),
  );
  const ids = tasks.map(({ id }) => id);
  const go = (href: string) => router.navigate({ href, resetScroll: false });
  const add = async (type: Task['type'], below?: string) => {
    const id = await createTask(type, ids, below);
    // The list has to know it: an address of an unknown one leads back to the list.
    await cache.refetchQueries({ queryKey: all.queryKey });
    await go(hrefOf(id));
  };
  return {
    hasFailed: tick.isError || order.isError,
    add: (type, below) => void add(type, below).catch(fail),
    tick: ({ id, completed }) => tick.mutate({ body: { id, task: { completed: !completed } } }),
    remove: (task) => {
      const at = ids.indexOf(task.id);
      const next = ids[at + 1] ?? ids[at - 1];
      offerUndoOf(t('deleted', { title: task.title || t('untitled') }), deleteTask(task)).catch(fail);
      // The next one is shown in its place.
      if (open === task.id) void go(next === undefined ? listHref : hrefOf(next));
    },
    reorder: (next) => order.mutate({ body: { tasks: next.map((id) => ({ id })) } }),
  };
}
