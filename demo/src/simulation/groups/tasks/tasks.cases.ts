import { expect } from 'vitest';
import type { Api, Cases } from '../../conformance/cases.ts';

const all = (api: Api) => api.call('GET /api/apps/tasks/all');
const tags = (api: Api) => api.call('GET /api/apps/tasks/tags');

export const taskCases: Cases<'tasks'> = {
  'GET /api/apps/tasks/tags': {
    'returns the list': async (api) => {
      expect((await tags(api)).map(({ title }) => title)).toEqual([
        'Api',
        'Frontend',
        'Bug',
        'Backend',
        'Urgent',
        'Discuss',
      ]);
    },
  },
  'POST /api/apps/tasks/tag': {
    'returns it with a new id': async (api) => {
      const before = await tags(api);
      const created = await api.call('POST /api/apps/tasks/tag', { body: { tag: { title: 'Paper' } } });
      expect(await tags(api)).toEqual([...before, { id: created.id, title: 'Paper' }]);
    },
  },
  'PATCH /api/apps/tasks/tag': {
    'returns the changed tag': async (api) => {
      const { id } = (await tags(api))[1]!;
      expect(await api.call('PATCH /api/apps/tasks/tag', { body: { id, tag: { title: 'Web' } } })).toEqual({
        id,
        title: 'Web',
      });
      expect((await tags(api))[1]).toEqual({ id, title: 'Web' });
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call('PATCH /api/apps/tasks/tag', { body: { id: 'nobody', tag: { title: 'X' } } })).toBeNull();
    },
  },
  'DELETE /api/apps/tasks/tag': {
    'returns true, and no task carries it any more': async (api) => {
      const tagId = (await tags(api))[3]!.id;
      const before = await all(api);
      expect(before.some((task) => task.tags.includes(tagId))).toBe(true);
      expect(await api.call('DELETE /api/apps/tasks/tag', { query: { id: tagId } })).toBe(true);
      expect(await all(api)).toEqual(before.map((task) => ({ ...task, tags: task.tags.filter((id) => id !== tagId) })));
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call('DELETE /api/apps/tasks/tag', { query: { id: 'nobody' } })).toBeNull();
    },
  },
  'GET /api/apps/tasks/all': {
    'by order': async (api) => {
      const tasks = await all(api);
      expect(tasks.map(({ order }) => order)).toEqual(tasks.map((_, index) => index));
      expect(tasks[0]).toMatchObject({ type: 'section', title: 'This week' });
    },
    'dates lie about today, and who is assigned is among the contacts': async (api) => {
      const due = (await all(api)).flatMap(({ dueDate }) => dueDate ?? []);
      expect(due).toContain('2026-03-18T16:00:00.000Z');
      const known = new Set((await api.call('GET /api/apps/contacts/all')).map(({ id }) => id));
      for (const { assignedTo } of await all(api)) if (assignedTo !== null) expect(known).toContain(assignedTo);
    },
  },
  'GET /api/apps/tasks/search': {
    'finds title or notes, and marks the hits in the title': async (api) => {
      const result = await api.call('GET /api/apps/tasks/search', { query: { query: 'BRANCH' } });
      expect(result!.map(({ title }) => title)).toEqual([
        'Plan the <mark>branch</mark> visits in April',
        'Collect three appraisals for the Mill Lane <mark>branch</mark>',
      ]);
      const byNotes = await api.call('GET /api/apps/tasks/search', { query: { query: 'mail of last week' } });
      expect(byNotes!.length).toBeGreaterThan(0);
    },
    'what a title holds of HTML is no HTML': async (api) => {
      const { id } = (await all(api))[1]!;
      await api.call('PATCH /api/apps/tasks/task', { body: { id, task: { title: '<img src=x> & find me' } } });
      const [result] = (await api.call('GET /api/apps/tasks/search', { query: { query: 'find' } }))!;
      expect(result!.title).toBe('&lt;img src=x&gt; &amp; <mark>find</mark> me');
    },
    'a blank query returns null': async (api) => {
      expect(await api.call('GET /api/apps/tasks/search', { query: { query: '  ' } })).toBeNull();
    },
  },
  'PATCH /api/apps/tasks/order': {
    'returns all in the order that was sent': async (api) => {
      const before = await all(api);
      const expected = before.toReversed();
      const after = await api.call('PATCH /api/apps/tasks/order', { body: { tasks: expected } });
      expect(after).toEqual(expected.map((task, order) => ({ ...task, order })));
      expect(await all(api)).toEqual(after);
    },
    'what the list leaves out follows as it was': async (api) => {
      const before = await all(api);
      const after = await api.call('PATCH /api/apps/tasks/order', { body: { tasks: [before[4]!, { id: 'nobody' }] } });
      expect(after.map(({ id }) => id)).toEqual([before[4]!, ...before.toSpliced(4, 1)].map(({ id }) => id));
    },
  },
  'GET /api/apps/tasks/task': {
    'returns the task': async (api) => {
      const [first] = await all(api);
      expect(await api.call('GET /api/apps/tasks/task', { query: { id: first!.id } })).toEqual(first);
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call('GET /api/apps/tasks/task', { query: { id: 'nobody' } })).toBeNull();
    },
  },
  'POST /api/apps/tasks/task': {
    'of priority 1 and otherwise empty, first, and the others move down': async (api) => {
      const before = await all(api);
      const created = await api.call('POST /api/apps/tasks/task', { body: { type: 'section' } });
      expect(created).toEqual({
        id: created.id,
        type: 'section',
        title: '',
        notes: null,
        completed: false,
        dueDate: null,
        priority: 1,
        tags: [],
        assignedTo: null,
        subTasks: [],
        order: 0,
      });
      expect(await all(api)).toEqual([created, ...before.map((task) => ({ ...task, order: task.order + 1 }))]);
    },
  },
  'PATCH /api/apps/tasks/task': {
    'returns the merged one, and the others stay': async (api) => {
      const before = await all(api);
      const task = { completed: true, priority: 2 } as const;
      const after = await api.call('PATCH /api/apps/tasks/task', { body: { id: before[2]!.id, task } });
      expect(after).toEqual({ ...before[2], ...task });
      expect(await all(api)).toEqual(before.with(2, after!));
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call('PATCH /api/apps/tasks/task', { body: { id: 'nobody', task: {} } })).toBeNull();
    },
    'an unknown priority or tag is rejected': async (api) => {
      const { id } = (await all(api))[1]!;
      const request = (task: object) => api.request('PATCH /api/apps/tasks/task', { body: { id, task } });
      expect(await request({ priority: 3 })).toMatchObject({ status: 400 });
      expect(await request({ tags: ['nothing'] })).toMatchObject({
        status: 400,
        body: { error: { details: [{ field: 'task.tags.0' }] } },
      });
    },
  },
  'POST /api/apps/tasks/restore': {
    'a deleted task returns as it was, where it was, in both languages': async (api) => {
      const read = async () => [await all(api), await api.call('GET /api/apps/tasks/all', { language: 'tr' })];
      const before = await read();
      const { id } = before[0]![3]!;
      await api.call('DELETE /api/apps/tasks/task', { query: { id } });
      expect(await api.call('POST /api/apps/tasks/restore', { body: { id } })).toEqual(before[0]![3]);
      expect(await read()).toEqual(before);
    },
    'a tag deleted meanwhile does not return with it': async (api) => {
      const task = (await all(api)).find((one) => one.tags.length > 0)!;
      await api.call('DELETE /api/apps/tasks/task', { query: { id: task.id } });
      await api.call('DELETE /api/apps/tasks/tag', { query: { id: task.tags[0]! } });
      const restored = await api.call('POST /api/apps/tasks/restore', { body: { id: task.id } });
      expect(restored).toEqual({ ...task, tags: task.tags.slice(1) });
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call('POST /api/apps/tasks/restore', { body: { id: (await all(api))[0]!.id } })).toBeNull();
    },
  },
  'DELETE /api/apps/tasks/task': {
    'returns true, and it is gone': async (api) => {
      const before = await all(api);
      expect(await api.call('DELETE /api/apps/tasks/task', { query: { id: before[1]!.id } })).toBe(true);
      expect((await all(api)).map(({ id }) => id)).toEqual(before.toSpliced(1, 1).map(({ id }) => id));
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call('DELETE /api/apps/tasks/task', { query: { id: 'nobody' } })).toBeNull();
    },
  },
};
