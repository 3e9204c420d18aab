import { useLanguage } from '@rise/shell/language';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { demoQuery } from '../../client/queries.ts';
import { useFailureDialog } from '../../client/use-failure-dialog.ts';
import { offerUndoOf } from '../../components/undo.ts';
import { useRecordAddress } from '../../components/use-record.ts';
import { archiveNote, createNote, deleteNote, type Note } from './note.ts';
import { useNotesTexts } from './notes.texts.ts';

/** What a reader does to a note as a whole. */
export function useNoteActs() {
  const t = useNotesTexts();
  const router = useRouter();
  const cache = useQueryClient();
  const fail = useFailureDialog();
  const { listHref, hrefOf } = useRecordAddress('/apps/notes');
  const all = demoQuery('notes', 'GET /api/apps/notes/all', useLanguage());
  const go = (href: string) => router.navigate({ href, resetScroll: false });
  const titleOf = ({ title }: Note) => title || t('untitled');
  const add = async () => {
    const { id } = await createNote();
    // The list has to know it: an address of an unknown one leads back to the list.
    await cache.refetchQueries({ queryKey: all.queryKey });
    await go(hrefOf(id));
  };
  return {
    add: () => void add().catch(fail),
    archive: (note: Note) => {
      const message = t(note.archived ? 'restored' : 'archived', { title: titleOf(note) });
      offerUndoOf(message, archiveNote(note)).catch(fail);
      void go(listHref);
    },
    remove: (note: Note) => {
      offerUndoOf(t('deleted', { title: titleOf(note) }), deleteNote(note)).catch(fail);
      void go(listHref);
    },
  };
}
