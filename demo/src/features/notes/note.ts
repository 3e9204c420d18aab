import { call, type CallResult } from '../../client/client.ts';
import { GoneError } from '../../client/changes.ts';
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

/** A note as it is stored by now; null for one that is gone. */
export async function readNote(id: string): Promise<Note | null> {
  return (await call('GET /api/apps/notes/all')).find((note) => note.id === id) ?? null;
}

export const createNote = (content: NoteContent = EMPTY): Promise<Note> =>
  call('POST /api/apps/notes', { body: { note: content } });

/** Deletes a note; what is returned brings it back as it was, under its address. */
export async function deleteNote({ id }: Note) {
  await saveEntered(id);
  await call('DELETE /api/apps/notes', { query: { id } });
  return async () => requireRestored(id, await call('POST /api/apps/notes/restore', { body: { id } }));
}

/** Changes the note as it is stored by now, since the call replaces the whole note. */
export async function changeNote(id: string, changeOf: (note: Note) => Partial<NoteContent>): Promise<void> {
  await saveEntered(id);
  const note = await readNote(id);
  if (note === null) throw new GoneError(`The note ${id} is gone.`);
  await saveNote(id, { ...contentOf(note), ...changeOf(note) });
}

/** Puts a note into the archive, or back; what is returned undoes that. */
export async function archiveNote({ id, archived }: Note) {
  await changeNote(id, () => ({ archived: !archived }));
  return () => changeNote(id, () => ({ archived }));
}
