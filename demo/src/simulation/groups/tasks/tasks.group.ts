import { invalidRequest, type Group, type StateOf } from '../../group.ts';
import { highlight, findMatches } from '../../match.ts';
import { byIdIn, danglingReferences, duplicates, removeById, unknownIds } from '../../records.ts';
import { addTag, removeTag, renameTag } from '../../tags.ts';
import { merge } from '../../text.ts';
import { seedTasks } from './tasks.seed.ts';

type Task = StateOf<'tasks'>['tasks'][number];

/** How many of the tasks deleted last can be brought back. */
const REMEMBERED = 50;

const inOrder = (tasks: readonly Task[]) => tasks.toSorted((one, other) => one.order - other.order);

/** Sets each task's order to its index. */
function renumber(tasks: readonly Task[]): void {
  for (const [index, task] of tasks.entries()) task.order = index;
}

export const tasks: Group<'tasks'> = {
  name: 'tasks',
  seed: seedTasks,
  findIssues: ({ tasks, tags, deletions = [] }) => [
    ...duplicates('task', [...tasks, ...deletions]),
    ...duplicates('task tag', tags),
    ...tasks.flatMap((task) => danglingReferences(`task ${task.id}`, task.tags, tags)),
    ...(new Set(tasks.map(({ order }) => order)).size === tasks.length ? [] : ['two tasks have the same place']),
  ],
  handlers: {
    'GET /api/apps/tasks/tags': { withoutInput: true, read: ({ tags }) => tags },
    'POST /api/apps/tasks/tag': { write: ({ tags }, request) => addTag(tags, request) },
    'PATCH /api/apps/tasks/tag': { write: ({ tags }, request) => renameTag(tags, request) },
    'DELETE /api/apps/tasks/tag': { write: ({ tags, tasks }, { query }) => removeTag(tags, query.id, tasks) },
    'GET /api/apps/tasks/all': { withoutInput: true, read: ({ tasks }) => inOrder(tasks) },
    'GET /api/apps/tasks/search': {
      read: ({ tasks }, { query: { query }, localize }) => {
        if (query.trim() === '') return null;
        return inOrder(tasks)
          .filter(({ title, notes }) =>
            [title, notes ?? ''].some((text) => findMatches(localize(text), query).length > 0),
          )
          .map((task) => ({ ...task, title: highlight(localize(task.title), query) }));
      },
    },
    'PATCH /api/apps/tasks/order': {
      write: ({ tasks }, { body }) => {
        const requested = [...new Set(body.tasks.map(({ id }) => id))].flatMap((id) => byIdIn(tasks, id) ?? []);
        const ordered = [...requested, ...inOrder(tasks).filter((task) => !requested.includes(task))];
        renumber(ordered);
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
        renumber([task, ...inOrder(tasks)]);
        tasks.unshift(task);
        return task;
      },
    },
    'PATCH /api/apps/tasks/task': {
      write: ({ tasks, tags }, { body, language, id }) => {
        const task = byIdIn(tasks, body.id);
        if (!task) return null;
        const issues = unknownIds('task.tags', body.task.tags, tags);
        return issues.length > 0 ? invalidRequest(id(), issues) : merge(task, body.task, language);
      },
    },
    'DELETE /api/apps/tasks/task': {
      write: (state, { query }) => {
        const task = removeById(state.tasks, query.id);
        if (!task) return null;
        state.deletions = [...(state.deletions ?? []), task].slice(-REMEMBERED);
        return true;
      },
    },
    'POST /api/apps/tasks/restore': {
      write: ({ tasks, tags, deletions = [] }, { body }) => {
        const task = removeById(deletions, body.id);
        if (!task) return null;
        // A tag may have been deleted since.
        task.tags = task.tags.filter((tag) => byIdIn(tags, tag));
        const later = ({ order }: Task) => order >= task.order;
        renumber([...inOrder(tasks).filter((one) => !later(one)), task, ...inOrder(tasks).filter(later)]);
        tasks.push(task);
        return task;
      },
    },
  },
};
