import { useDemoCall } from '../../client/queries.ts';
import type { Task } from './task-row.tsx';

/** Marks a task as done, or as not done. */
export function useTick() {
  const change = useDemoCall('PATCH /api/apps/tasks/task');
  return {
    tick: ({ id, completed }: Task) => change.mutate({ body: { id, task: { completed: !completed } } }),
    failed: change.isError,
  };
}
