import { call, type CallResult } from '../../client/client.ts';
import { requireRestored } from '../../components/undo.ts';
import { saveEntered } from '../../components/unsaved-edits.ts';

export type Note = CallResult<'GET /api/apps/notes/all'>[number];
export type NoteContent = Omit<Note, 'id' | 'createdAt' | 'updatedAt'>;

export const EMPTY: NoteContent = {
  title: '',
  content: '',
  tasks: null,
  image: null,
  reminder: null,
  labels: [],
  archived: false,
};

export const isEmpty = ({ title, content, tasks, image }: NoteContent): boolean =>
  title.trim() === '' && content.trim() === '' && (tasks ?? []).length === 0 && image === null;

const contentOf = ({ id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...content }: Note): NoteContent => content;

/** Saves changes of a note one after the other; the call replaces the whole note. */
export function noteSaver(note: Note): (change: Partial<Note>) => Promise<unknown> {
  let content = contentOf(note);
  return (change) => {
    content = { ...content, ...contentOf({ ...note, ...content, ...change }) };
    return saveNote(note.id, content);
  };
}

export const saveNote = (id: string, content: NoteContent): Promise<Note | null> =>
  call('PATCH /api/apps/notes', { body: { updatedNote: { id, ...content } } });

export const createNote = (content: NoteContent = EMPTY): Promise<Note> =>
  call('POST /api/apps/notes', { body: { note: content } });

/** Deletes a note; what is returned brings it back as it was, under its address. */
export async function deleteNote({ id }: Note) {
  await saveEntered(id);
  await call('DELETE /api/apps/notes', { query: { id } });
  return async () => requireRestored(id, await call('POST /api/apps/notes/restore', { body: { id } }));
}

/** Puts a note into the archive, or back; what is returned undoes that. */
export async function archiveNote(note: Note) {
  const content = contentOf(note);
  await saveEntered(note.id);
  await saveNote(note.id, { ...content, archived: !note.archived });
  return () => saveNote(note.id, content);
}
