import { z } from 'zod';
import type { DemoCallTable } from './call.ts';
import { anyId, byId, deleted, moment } from './fields.ts';

const tag = z.object({ id: z.uuid(), title: z.string() });
const kind = z.enum(['task', 'section']);

const task = z.object({
  id: z.uuid(),
  type: kind,
  title: z.string(),
  notes: z.string().nullable(),
  completed: z.boolean(),
  dueDate: moment.nullable(),
  /** 0 low, 1 normal, 2 high. */
  priority: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  tags: z.array(z.uuid()),
  /** One of the contacts. */
  assignedTo: z.uuid().nullable(),
  subTasks: z.array(z.object({ id: z.string(), title: z.string(), completed: z.boolean() })),
  order: z.int(),
});

const change = task
  .omit({ id: true, order: true })
  .extend({ tags: z.array(anyId) })
  .partial();
const tagTitle = z.object({ title: z.string().trim().min(1, 'Write a title').max(30) });

export const taskCalls = {
  'GET /api/apps/tasks/tags': { summary: 'The tags of tasks', output: z.array(tag) },
  'POST /api/apps/tasks/tag': { summary: 'Add a tag', body: z.object({ tag: tagTitle }), output: tag },
  'PATCH /api/apps/tasks/tag': {
    summary: 'Rename a tag',
    body: z.object({ id: anyId, tag: tagTitle }),
    output: tag.nullable(),
  },
  'DELETE /api/apps/tasks/tag': {
    summary: 'Delete a tag and remove it from tasks',
    query: byId,
    output: deleted,
  },
  'GET /api/apps/tasks/all': { summary: 'Tasks and sections, in order', output: z.array(task) },
  'GET /api/apps/tasks/search': {
    summary:
      'Tasks whose title or notes contain the query; titles are HTML with matches in <mark>; null for a blank query',
    query: z.object({ query: z.string().default('') }),
    output: z.array(task).nullable(),
  },
  'PATCH /api/apps/tasks/order': {
    summary: 'Reorder tasks as listed; the others follow in their previous order',
    body: z.object({ tasks: z.array(z.object({ id: anyId })) }),
    output: z.array(task),
  },
  'GET /api/apps/tasks/task': { summary: 'One task', query: byId, output: task.nullable() },
  'POST /api/apps/tasks/task': {
    summary: 'Create an empty task or section at the top',
    body: z.object({ type: kind }),
    output: task,
  },
  'PATCH /api/apps/tasks/task': {
    summary: 'Change a task; returns the merged task',
    body: z.object({ id: anyId, task: change }),
    output: task.nullable(),
  },
  'DELETE /api/apps/tasks/task': { summary: 'Delete a task', query: byId, output: deleted },
  'POST /api/apps/tasks/restore': {
    summary: 'Bring back one of the tasks deleted last, at its former place',
    body: byId,
    output: task.nullable(),
  },
} as const satisfies DemoCallTable;

export const taskState = z.object({
  tags: z.array(tag),
  tasks: z.array(task),
  /** The tasks deleted last, so that they can be brought back as they were. */
  deletions: z.array(task).optional(),
});
