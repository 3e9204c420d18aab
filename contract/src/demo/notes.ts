import { z } from 'zod';
import type { DemoCallTable } from './call.ts';
import { anyId, byId, deleted, moment, picture } from './fields.ts';

const label = z.object({ id: z.uuid(), title: z.string() });
const labels = z.array(label);
const title = z.string().trim().min(1, 'Write a title').max(60);

const noteTask = z.object({ id: z.string(), content: z.string(), completed: z.boolean() });

/** As it is stored: labels as ids. */
const note = z.object({
  id: z.uuid(),
  title: z.string(),
  content: z.string(),
  tasks: z.array(noteTask).nullable(),
  image: z.string().nullable(),
  reminder: moment.nullable(),
  labels: z.array(z.uuid()),
  archived: z.boolean(),
  /** Before the others; absent until a note is pinned for the first time. */
  pinned: z.boolean().optional(),
  createdAt: moment,
  /** Null until the first change. */
  updatedAt: moment.nullable(),
});

/** As it is returned. */
const noteOutput = note.extend({ labels });

/** Labels are accepted as ids, or as they are returned. */
const sentLabels = z.array(z.union([anyId, z.object({ id: anyId }).transform(({ id }) => id)]));
const object = note
  .omit({ id: true, createdAt: true, updatedAt: true })
  .extend({ image: picture.nullable(), labels: sentLabels })
  .partial();

export const noteCalls = {
  'GET /api/apps/notes/labels': { summary: 'The labels of notes', output: labels },
  'POST /api/apps/notes/labels': {
    summary: 'Add a label; returns all labels',
    body: z.object({ title }),
    output: labels,
  },
  'PATCH /api/apps/notes/labels': {
    summary: 'Rename a label; returns all labels',
    body: z.object({ label: z.object({ id: anyId, title }) }),
    output: labels,
  },
  'DELETE /api/apps/notes/labels': {
    summary: 'Delete a label and remove it from notes; returns the remaining labels',
    query: byId,
    output: labels,
  },
  'POST /api/apps/notes/tasks': {
    summary: 'Add a task to a note; returns the note',
    body: z.object({ note: z.object({ id: anyId }), task: z.string().trim().min(1, 'Write what is to be done') }),
    output: noteOutput.nullable(),
  },
  'GET /api/apps/notes/all': { summary: 'All notes, with their labels', output: z.array(noteOutput) },
  'POST /api/apps/notes': { summary: 'Add a note', body: z.object({ note: object }), output: noteOutput },
  'PATCH /api/apps/notes': {
    summary: 'Replace a note; omitted fields become empty',
    body: z.object({ updatedNote: object.extend({ id: anyId }) }),
    output: noteOutput.nullable(),
  },
  'DELETE /api/apps/notes': { summary: 'Delete a note', query: byId, output: deleted },
  'POST /api/apps/notes/restore': {
    summary: 'Bring back one of the notes deleted last, at its former place',
    body: byId,
    output: noteOutput.nullable(),
  },
} as const satisfies DemoCallTable;

export const noteState = z.object({
  notes: z.array(note),
  labels,
  /** The notes deleted last, each with its place among the others, so that they can be brought back as they were. */
  deletions: z.array(z.object({ id: z.uuid(), place: z.int(), note })).optional(),
});
