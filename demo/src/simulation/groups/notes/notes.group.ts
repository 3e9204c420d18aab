import { invalidRequest, type Group, type StateOf } from '../../group.ts';
import { byIdIn, danglingReferences, duplicates, removeById, unknownIds } from '../../records.ts';
import { removeTag } from '../../tags.ts';
import { merge } from '../../text.ts';
import { seedNotes } from './notes.seed.ts';

type State = StateOf<'notes'>;
type Note = State['notes'][number];

/** How many of the notes deleted last can be brought back. */
const REMEMBERED = 50;

const EMPTY = { title: '', content: '', tasks: null, image: null, reminder: null, labels: [], archived: false };

/** A note with label objects instead of ids. */
const messages = (note: Note, labels: State['labels']) => ({
  ...note,
  labels: note.labels.map((id) => byIdIn(labels, id)!),
});

/** Adapts notes to `removeTag`. */
const carriers = (notes: Note[]) =>
  notes.map((note) => ({
    get tags() {
      return note.labels;
    },
    set tags(labels: string[]) {
      note.labels = labels;
    },
  }));

export const notes: Group<'notes'> = {
  name: 'notes',
  seed: seedNotes,
  findIssues: ({ notes, labels, deletions = [] }) => [
    ...duplicates('note', [...notes, ...deletions]),
    ...duplicates('note label', labels),
    ...notes.flatMap((note) => danglingReferences(`note ${note.id}`, note.labels, labels)),
  ],
  handlers: {
    'GET /api/apps/notes/labels': { withoutInput: true, read: ({ labels }) => labels },
    'POST /api/apps/notes/labels': {
      write: ({ labels }, { body, id }) => {
        labels.push({ id: id(), title: body.title });
        return labels;
      },
    },
    'PATCH /api/apps/notes/labels': {
      write: ({ labels }, { body, language }) => {
        const label = byIdIn(labels, body.label.id);
        if (label) merge(label, body.label, language);
        return labels;
      },
    },
    'DELETE /api/apps/notes/labels': {
      write: ({ labels, notes }, { query }) => {
        removeTag(labels, query.id, carriers(notes));
        return labels;
      },
    },
    'POST /api/apps/notes/tasks': {
      write: ({ notes, labels }, { body, id, now }) => {
        const note = byIdIn(notes, body.note.id);
        if (!note) return null;
        note.tasks = [...(note.tasks ?? []), { id: id(), content: body.task, completed: false }];
        note.updatedAt = now.toISOString();
        return messages(note, labels);
      },
    },
    'GET /api/apps/notes/all': {
      withoutInput: true,
      read: ({ notes, labels }) => notes.map((note) => messages(note, labels)),
    },
    'POST /api/apps/notes': {
      write: ({ notes, labels }, { body, id, now }) => {
        const issues = unknownIds('note.labels', body.note.labels, labels);
        if (issues.length > 0) return invalidRequest(id(), issues);
        const note: Note = { ...EMPTY, ...body.note, id: id(), createdAt: now.toISOString(), updatedAt: null };
        notes.unshift(note);
        return messages(note, labels);
      },
    },
    'PATCH /api/apps/notes': {
      write: ({ notes, labels }, { body: { updatedNote }, id, now, language }) => {
        const note = byIdIn(notes, updatedNote.id);
        if (!note) return null;
        const issues = unknownIds('updatedNote.labels', updatedNote.labels, labels);
        if (issues.length > 0) return invalidRequest(id(), issues);
        merge(note, { ...EMPTY, ...updatedNote, updatedAt: now.toISOString() }, language);
        return messages(note, labels);
      },
    },
    'DELETE /api/apps/notes': {
      write: (state, { query: { id } }) => {
        const place = state.notes.findIndex((note) => note.id === id);
        const note = removeById(state.notes, id);
        if (!note) return null;
        state.deletions = [...(state.deletions ?? []), { id, place, note }].slice(-REMEMBERED);
        return true;
      },
    },
    'POST /api/apps/notes/restore': {
      write: ({ notes, labels, deletions = [] }, { body }) => {
        const deletion = removeById(deletions, body.id);
        if (!deletion) return null;
        const { note, place } = deletion;
        // A label may have been deleted since.
        note.labels = note.labels.filter((label) => byIdIn(labels, label));
        notes.splice(place, 0, note);
        return messages(note, labels);
      },
    },
  },
};
