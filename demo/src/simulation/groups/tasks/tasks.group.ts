import { refusal, type Group, type StateOf } from '../../group.ts';
import { marked, matches } from '../../match.ts';
import { byIdIn, dangling, duplicates, take, unknownIds } from '../../records.ts';
import { addTag, removeTag, renameTag } from '../../tags.ts';
import { merge } from '../../text.ts';
import { seedTasks } from './tasks.seed.ts';

type Task = StateOf<'tasks'>['tasks'][number];

const inOrder = (tasks: readonly Task[]) => tasks.toSorted((one, other) => one.order - other.order);

/** Counts through what stands in its order already. */
function number(tasks: readonly Task[]): void {
  for (const [place, task] of tasks.entries()) task.order = place;
}

export const tasks: Group<'tasks'> = {
  name: 'tasks',
  seed: seedTasks,
  problems: ({ tasks, tags }) => [
    ...duplicates('task', tasks),
    ...duplicates('task tag', tags),
    ...tasks.flatMap((task) => dangling(`task ${task.id}`, task.tags, tags)),
    ...(new Set(tasks.map(({ order }) => order)).size === tasks.length ? [] : ['two tasks have the same place']),
  ],
  handlers: {
    'GET /api/apps/tasks/tags': { takesNothing: true, read: ({ tags }) => tags },
    'POST /api/apps/tasks/tag': { write: ({ tags }, asked) => addTag(tags, asked) },
    'PATCH /api/apps/tasks/tag': { write: ({ tags }, asked) => renameTag(tags, asked) },
    'DELETE /api/apps/tasks/tag': { write: ({ tags, tasks }, { query }) => removeTag(tags, query.id, tasks) },
    'GET /api/apps/tasks/all': { takesNothing: true, read: ({ tasks }) => inOrder(tasks) },
    'GET /api/apps/tasks/search': {
      read: ({ tasks }, { query: { query }, tell }) => {
        if (query.trim() === '') return null;
        return inOrder(tasks)
          .filter(({ title, notes }) => [title, notes ?? ''].some((text) => matches(tell(text), query).length > 0))
          .map((task) => ({ ...task, title: marked(tell(task.title), query) }));
      },
    },
    'PATCH /api/apps/tasks/order': {
      write: ({ tasks }, { body }) => {
        const wanted = [...new Set(body.tasks.map(({ id }) => id))].flatMap((id) => byIdIn(tasks, id) ?? []);
        const ordered = [...wanted, ...inOrder(tasks).filter((task) => !wanted.includes(task))];
        number(ordered);
        return ordered;
      },
    },
    'GET /api/apps/tasks/task': { read: ({ tasks }, { query }) => byIdIn(tasks, query.id) },
    'POST /api/apps/tasks/task': {
      write: ({ tasks }, { body, id }) => {
        const task: Task = {
          id: id(),
          type: body.type,
          title: '',
          notes: null,
          completed: false,
          dueDate: null,
          priority: 1,
          tags: [],
          assignedTo: null,
          subTasks: [],
          order: 0,
        };
        number([task, ...inOrder(tasks)]);
        tasks.unshift(task);
        return task;
      },
    },
    'PATCH /api/apps/tasks/task': {
      write: ({ tasks, tags }, { body, language, id }) => {
        const task = byIdIn(tasks, body.id);
        if (!task) return null;
        const faults = unknownIds('task.tags', body.task.tags, tags);
        return faults.length > 0 ? refusal(id(), faults) : merge(task, body.task, language);
      },
    },
    'DELETE /api/apps/tasks/task': { write: ({ tasks }, { query }) => (take(tasks, query.id) ? true : null) },
  },
};
