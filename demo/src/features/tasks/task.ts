import { once } from '../../client/changes.ts';
import { call, type CallArguments, type CallResult } from '../../client/client.ts';
import { requireRestored } from '../../components/undo.ts';
import { saveEntered } from '../../components/unsaved-edits.ts';

export type Task = CallResult<'GET /api/apps/tasks/all'>[number];
export type TaskChange = CallArguments<'PATCH /api/apps/tasks/task'>['body']['task'];

/** Its last day has passed. */
export const isOverdue = ({ completed, dueDate }: Pick<Task, 'completed' | 'dueDate'>): boolean =>
  !completed && dueDate !== null && new Date(dueDate).setHours(23, 59, 59) < Date.now();

export const saveTask = (id: string, task: TaskChange): Promise<Task | null> =>
  call('PATCH /api/apps/tasks/task', { body: { id, task } });

const saveOrder = (ids: readonly string[]) =>
  call('PATCH /api/apps/tasks/order', { body: { tasks: ids.map((id) => ({ id })) } });

export const readTasks = (): Promise<Task[]> => call('GET /api/apps/tasks/all');

export const hasTask = async (id: string): Promise<boolean> =>
  (await call('GET /api/apps/tasks/task', { query: { id } })) !== null;

/**
 * Returns what creates a task or section, at the top or below another, and returns its id. Called again after a failure,
 * it goes on where it stopped.
 */
export function taskCreator(type: Task['type'], below?: string): () => Promise<string> {
  const create = once(() => call('POST /api/apps/tasks/task', { body: { type } }));
  return async () => {
    const { id } = await create();
    if (below === undefined) return id;
    const ids = (await readTasks()).map((task) => task.id).filter((each) => each !== id);
    const at = ids.indexOf(below);
    if (at >= 0) await saveOrder(ids.toSpliced(at + 1, 0, id));
    return id;
  };
}

/** Deletes a task; what is returned brings it back as it was, under its address. */
export async function deleteTask({ id }: Task) {
  await saveEntered(id);
  await call('DELETE /api/apps/tasks/task', { query: { id } });
  return async () => requireRestored(id, await call('POST /api/apps/tasks/restore', { body: { id } }));
}
