import { useLanguage } from '@rise/shell/language';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { makeChange, once, quoted } from '../../client/changes.ts';
import { demoQuery } from '../../client/queries.ts';
import { createdRecord } from '../../components/created-record.ts';
import { offerUndoOf } from '../../components/undo.ts';
import { useRecordAddress } from '../../components/use-record.ts';
import { archiveNote, createNote, deleteNote, type Note, readNote } from './note.ts';
import { useNotesTexts } from './notes.texts.ts';

/** What a reader does to a note as a whole. */
export function useNoteActs() {
  const t = useNotesTexts();
  const router = useRouter();
  const cache = useQueryClient();
  const { listHref, hrefOf } = useRecordAddress('/apps/notes');
  const all = demoQuery('notes', 'GET /api/apps/notes/all', useLanguage());
  const go = (href: string) => router.navigate({ href, resetScroll: false });
  const titleOf = ({ title }: Note) => title || t('untitled');
  return {
    add: () => {
      const create = once(createNote);
      void makeChange({
        kind: 'create',
        what: t('aNewNote'),
        make: async () => {
          const { id } = await create();
          createdRecord.set(id);
          // The list has to know it: an address of an unknown one leads back to the list.
          await cache.refetchQueries({ queryKey: all.queryKey });
          await go(hrefOf(id));
        },
      });
    },
    archive: (note: Note) => {
      const message = t(note.archived ? 'restored' : 'archived', { title: titleOf(note) });
      void makeChange({
        kind: 'move',
        what: quoted(titleOf(note)),
        target: `${note.id} archived`,
        isPending: async () => (await readNote(note.id))?.archived === note.archived,
        make: () => offerUndoOf(message, archiveNote(note)),
      });
      void go(listHref);
    },
    remove: (note: Note) => {
      void makeChange({
        kind: 'delete',
        what: quoted(titleOf(note)),
        target: `${note.id} deleted`,
        isPending: async () => (await readNote(note.id)) !== null,
        make: () => offerUndoOf(t('deleted', { title: titleOf(note) }), deleteNote(note)),
      });
      void go(listHref);
    },
  };
}
