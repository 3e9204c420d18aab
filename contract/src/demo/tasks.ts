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
  /** Somebody among the contacts. */
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
    summary: 'Delete a tag, also from the tasks that carry it',
    query: byId,
    output: deleted,
  },
  'GET /api/apps/tasks/all': { summary: 'Tasks and sections, in their order', output: z.array(task) },
  'GET /api/apps/tasks/search': {
    summary: 'Tasks with the query in title or notes; titles are HTML with the hits in <mark>; null for a blank query',
    query: z.object({ query: z.string().default('') }),
    output: z.array(task).nullable(),
  },
  'PATCH /api/apps/tasks/order': {
    summary: 'Put tasks in the order of the list; those that it leaves out follow as they were',
    body: z.object({ tasks: z.array(z.object({ id: anyId })) }),
    output: z.array(task),
  },
  'GET /api/apps/tasks/task': { summary: 'One task', query: byId, output: task.nullable() },
  'POST /api/apps/tasks/task': {
    summary: 'Make an empty task or section at the top',
    body: z.object({ type: kind }),
    output: task,
  },
  'PATCH /api/apps/tasks/task': {
    summary: 'Change a task; answers the merged one',
    body: z.object({ id: anyId, task: change }),
    output: task.nullable(),
  },
  'DELETE /api/apps/tasks/task': { summary: 'Delete a task', query: byId, output: deleted },
} as const satisfies DemoCallTable;

export const taskState = z.object({ tags: z.array(tag), tasks: z.array(task) });
