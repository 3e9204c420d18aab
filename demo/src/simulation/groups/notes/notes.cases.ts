import { expect } from 'vitest';
import type { Api, Cases } from '../../conformance/cases.ts';

const all = (api: Api) => api.call('GET /api/apps/notes/all');
const labels = (api: Api) => api.call('GET /api/apps/notes/labels');
const SEEDED = ['Family', 'Work', 'Tasks', 'Priority', 'Personal', 'Friends'];

export const noteCases: Cases<'notes'> = {
  'GET /api/apps/notes/labels': {
    'returns the list': async (api) => {
      expect((await labels(api)).map(({ title }) => title)).toEqual(SEEDED);
    },
  },
  'POST /api/apps/notes/labels': {
    'returns the whole list': async (api) => {
      const after = await api.call('POST /api/apps/notes/labels', { body: { title: 'Garden' } });
      expect(after.map(({ title }) => title)).toEqual([...SEEDED, 'Garden']);
      expect(await labels(api)).toEqual(after);
    },
  },
  'PATCH /api/apps/notes/labels': {
    'returns the whole list': async (api) => {
      const { id } = (await labels(api))[1]!;
      const after = await api.call('PATCH /api/apps/notes/labels', { body: { label: { id, title: 'Office' } } });
      expect(after.map(({ title }) => title)).toEqual(SEEDED.with(1, 'Office'));
      expect(await labels(api)).toEqual(after);
      expect((await all(api))[0]!.labels[0]!.title).toBe('Office');
    },
    'an unknown id changes nothing': async (api) => {
      const before = await labels(api);
      const body = { label: { id: 'nobody', title: 'X' } };
      expect(await api.call('PATCH /api/apps/notes/labels', { body })).toEqual(before);
    },
  },
  'DELETE /api/apps/notes/labels': {
    'returns the list, and no note carries it any more': async (api) => {
      const [notes, before] = [await all(api), await labels(api)];
      const noteId = before[1]!.id;
      expect(notes.some((note) => note.labels.some(({ id }) => id === noteId))).toBe(true);
      expect(await api.call('DELETE /api/apps/notes/labels', { query: { id: noteId } })).toEqual(
        before.toSpliced(1, 1),
      );
      expect(await all(api)).toEqual(
        notes.map((note) => ({ ...note, labels: note.labels.filter(({ id }) => id !== noteId) })),
      );
    },
    'an unknown id changes nothing': async (api) => {
      const before = await labels(api);
      expect(await api.call('DELETE /api/apps/notes/labels', { query: { id: 'nobody' } })).toEqual(before);
    },
  },
  'POST /api/apps/notes/tasks': {
    'returns the note with the task, not completed': async (api) => {
      const [first] = await all(api);
      expect(first!.tasks).toBeNull();
      const after = await api.call('POST /api/apps/notes/tasks', { body: { note: first!, task: 'Ask again' } });
      expect(after).toMatchObject({
        id: first!.id,
        tasks: [{ content: 'Ask again', completed: false }],
        updatedAt: api.now.toISOString(),
      });
      expect((await all(api))[0]).toEqual(after);
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call('POST /api/apps/notes/tasks', { body: { note: { id: 'nobody' }, task: 'X' } })).toBeNull();
    },
  },
  'GET /api/apps/notes/all': {
    'labels as objects': async (api) => {
      const notes = await all(api);
      expect(notes[0]!.labels.map(({ title }) => title)).toEqual(['Work', 'Priority']);
      expect(notes.some(({ archived }) => archived)).toBe(true);
      expect(notes.some(({ image }) => image?.startsWith('data:image/svg+xml,'))).toBe(true);
    },
  },
  'POST /api/apps/notes': {
    'returns it with an id': async (api) => {
      const before = await all(api);
      const [label] = await labels(api);
      const note = { title: 'New', content: 'Words', labels: [label!.id] };
      const created = await api.call('POST /api/apps/notes', { body: { note } });
      expect(created).toEqual({
        id: created.id,
        title: 'New',
        content: 'Words',
        tasks: null,
        image: null,
        reminder: null,
        labels: [label],
        archived: false,
        createdAt: api.now.toISOString(),
        updatedAt: null,
      });
      expect(await all(api)).toEqual([created, ...before]);
    },
    'an unknown label is rejected': async (api) => {
      const answer = await api.request('POST /api/apps/notes', { body: { note: { title: 'X', labels: ['nothing'] } } });
      expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field: 'note.labels.0' }] } } });
    },
  },
  'PATCH /api/apps/notes': {
    'takes the place of the former': async (api) => {
      const before = await all(api);
      const [first] = before;
      const updatedNote = { id: first!.id, title: 'Only a title', labels: first!.labels };
      const after = await api.call('PATCH /api/apps/notes', { body: { updatedNote } });
      expect(after).toEqual({
        ...first,
        ...updatedNote,
        content: '',
        reminder: null,
        updatedAt: api.now.toISOString(),
      });
      expect(await all(api)).toEqual(before.with(0, after!));
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call('PATCH /api/apps/notes', { body: { updatedNote: { id: 'nobody' } } })).toBeNull();
    },
  },
  'POST /api/apps/notes/restore': {
    'a deleted note returns as it was, where it was, in both languages': async (api) => {
      const read = async () => [await all(api), await api.call('GET /api/apps/notes/all', { language: 'tr' })];
      const before = await read();
      const { id } = before[0]![2]!;
      await api.call('DELETE /api/apps/notes', { query: { id } });
      expect(await api.call('POST /api/apps/notes/restore', { body: { id } })).toEqual(before[0]![2]);
      expect(await read()).toEqual(before);
    },
    'a label deleted meanwhile does not return with it': async (api) => {
      const note = (await all(api)).find((one) => one.labels.length > 0)!;
      await api.call('DELETE /api/apps/notes', { query: { id: note.id } });
      await api.call('DELETE /api/apps/notes/labels', { query: { id: note.labels[0]!.id } });
      const restored = await api.call('POST /api/apps/notes/restore', { body: { id: note.id } });
      expect(restored).toEqual({ ...note, labels: note.labels.slice(1) });
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call('POST /api/apps/notes/restore', { body: { id: (await all(api))[0]!.id } })).toBeNull();
    },
  },
  'DELETE /api/apps/notes': {
    'returns true, and it is gone': async (api) => {
      const before = await all(api);
      expect(await api.call('DELETE /api/apps/notes', { query: { id: before[1]!.id } })).toBe(true);
      expect(await all(api)).toEqual(before.toSpliced(1, 1));
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call('DELETE /api/apps/notes', { query: { id: 'nobody' } })).toBeNull();
    },
  },
};
