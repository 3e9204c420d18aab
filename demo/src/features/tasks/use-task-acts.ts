import { useLanguage } from '@rise/shell/language';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { makeChange, quoted } from '../../client/changes.ts';
import { demoQuery, useOptimisticCall } from '../../client/queries.ts';
import { createdRecord } from '../../components/created-record.ts';
import { offerUndoOf } from '../../components/undo.ts';
import { useRecordAddress } from '../../components/use-record.ts';
import { deleteTask, hasTask, readTasks, type Task, taskCreator } from './task.ts';
import { movedAgain } from './task-order.rules.ts';
import { useTasksTexts } from './tasks.texts.ts';

export interface TaskActs {
  /** The tasks with all that was changed so far, also what the page does not show yet. */
  currentTasks(): readonly Task[];
  /** Adds one and opens it: at the top, or below another. */
  add(type: Task['type'], below?: string): void;
  tick(task: Task): void;
  remove(task: Task): void;
  /** Sets the order of all tasks, to which moving one has led. */
  reorder(ids: readonly string[], moved: Task): void;
}

/** What a reader does to the list; the page shows a change at once, and takes it back where it fails. */
export function useTaskActs(): TaskActs {
  const t = useTasksTexts();
  const router = useRouter();
  const cache = useQueryClient();
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
  const saveOrder = (next: readonly string[]) => order.mutateAsync({ body: { tasks: next.map((id) => ({ id })) } });
  const titleOf = ({ title, type }: Task) => title || t(type === 'section' ? 'untitledSection' : 'untitled');
  return {
    currentTasks: () => cache.getQueryData<Task[]>(all.queryKey) ?? [],
    add: (type, below) => {
      const create = taskCreator(type, below);
      void makeChange({
        kind: 'create',
        what: t(type === 'section' ? 'aNewSection' : 'aNewTask'),
        make: async () => {
          const id = await create();
          createdRecord.set(id);
          // The list has to know it: an address of an unknown one leads back to the list.
          await cache.refetchQueries({ queryKey: all.queryKey });
          await go(hrefOf(id));
        },
      });
    },
    tick: (task) => {
      const { id, completed } = task;
      void makeChange({
        kind: 'change',
        what: quoted(titleOf(task)),
        target: `${id} completed`,
        isPending: async () => (await readTasks()).some((one) => one.id === id && one.completed === completed),
        make: () => tick.mutateAsync({ body: { id, task: { completed: !completed } } }),
      });
    },
    remove: (task) => {
      const at = ids.indexOf(task.id);
      const next = ids[at + 1] ?? ids[at - 1];
      void makeChange({
        kind: 'delete',
        what: quoted(titleOf(task)),
        target: `${task.id} deleted`,
        isPending: () => hasTask(task.id),
        make: () => offerUndoOf(t('deleted', { title: titleOf(task) }), deleteTask(task)),
      });
      // The next one is shown in its place.
      if (open === task.id) void go(next === undefined ? listHref : hrefOf(next));
    },
    reorder: (next, moved) =>
      void makeChange({
        kind: 'move',
        what: quoted(titleOf(moved)),
        target: `${moved.id} order`,
        isPending: () => hasTask(moved.id),
        make: () => saveOrder(next),
        repeat: async () => saveOrder(movedAgain(await readTasks(), next, moved.id).map(({ id }) => id)),
      }),
  };
}
