import { z } from 'zod';
import type { DemoCallTable } from './call.ts';
import { anyId, byId, deleted, moment, picture } from './fields.ts';

const label = z.object({ id: z.uuid(), title: z.string() });
const labels = z.array(label);
const title = z.string().trim().min(1, 'Write a title').max(60);

const noteTask = z.object({ id: z.string(), content: z.string(), completed: z.boolean() });

/** As it is stored: labels by their ids. */
const note = z.object({
  id: z.uuid(),
  title: z.string(),
  content: z.string(),
  tasks: z.array(noteTask).nullable(),
  image: z.string().nullable(),
  reminder: moment.nullable(),
  labels: z.array(z.uuid()),
  archived: z.boolean(),
  createdAt: moment,
  /** Null until it was changed. */
  updatedAt: moment.nullable(),
});

/** As it is told. */
const toldNote = note.extend({ labels });

/** Labels may be sent as they are told, too. */
const sentLabels = z.array(z.union([anyId, z.object({ id: anyId }).transform(({ id }) => id)]));
const given = note
  .omit({ id: true, createdAt: true, updatedAt: true })
  .extend({ image: picture.nullable(), labels: sentLabels })
  .partial();

export const noteCalls = {
  'GET /api/apps/notes/labels': { summary: 'The labels of notes', output: labels },
  'POST /api/apps/notes/labels': {
    summary: 'Add a label; answers all of them',
    body: z.object({ title }),
    output: labels,
  },
  'PATCH /api/apps/notes/labels': {
    summary: 'Rename a label; answers all of them',
    body: z.object({ label: z.object({ id: anyId, title }) }),
    output: labels,
  },
  'DELETE /api/apps/notes/labels': {
    summary: 'Delete a label, also from the notes that carry it; answers those left',
    query: byId,
    output: labels,
  },
  'POST /api/apps/notes/tasks': {
    summary: 'Add a task to a note; answers the note',
    body: z.object({ note: z.object({ id: anyId }), task: z.string().trim().min(1, 'Write what is to be done') }),
    output: toldNote.nullable(),
  },
  'GET /api/apps/notes/all': { summary: 'All notes, with their labels', output: z.array(toldNote) },
  'POST /api/apps/notes': { summary: 'Add a note', body: z.object({ note: given }), output: toldNote },
  'PATCH /api/apps/notes': {
    summary: 'Put a note in the place of the former one; what it leaves out is empty',
    body: z.object({ updatedNote: given.extend({ id: anyId }) }),
    output: toldNote.nullable(),
  },
  'DELETE /api/apps/notes': { summary: 'Delete a note', query: byId, output: deleted },
} as const satisfies DemoCallTable;

export const noteState = z.object({ notes: z.array(note), labels });
