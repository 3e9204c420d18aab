import { useEffect } from 'react';
import { call } from '../../client/client.ts';
import { useDemoQuery } from '../../client/queries.ts';
import { logError } from '@rise/ui/log';
import { isEmpty, type Note, saveNote } from './note.ts';
import { useNotesTexts } from './notes.texts.ts';

/** A browser's timers hold no longer time. */
const LONGEST_MS = 2 ** 31 - 1;

/** Notes whose reminders are due become notifications, while any page of the demo is open. Shows nothing itself. */
export default function Reminders() {
  const t = useNotesTexts();
  const { data: notes } = useDemoQuery('notes', 'GET /api/apps/notes/all');
  useEffect(() => {
    const next = (notes ?? []).filter(isWaiting).toSorted((one, other) => timeOf(one) - timeOf(other))[0];
    if (!next) return undefined;
    const timer = setTimeout(
      () => {
        fire(next, t('reminderOf', { title: next.title || t('untitled') })).catch((error: unknown) =>
          logError('A reminder could not fire.', error),
        );
      },
      Math.min(LONGEST_MS, Math.max(0, timeOf(next) - Date.now())),
    );
    return () => clearTimeout(timer);
  }, [notes, t]);
  return null;
}

const timeOf = ({ reminder }: Note) => new Date(reminder!).getTime();
const isWaiting = (note: Note) => note.reminder !== null && !note.archived && !isEmpty(note);

/** One page of several is enough. The reminder ends last, so that none is lost. */
async function fire(note: Note, title: string): Promise<void> {
  await oneAtATime(async () => {
    const current = (await call('GET /api/apps/notes/all')).find(({ id }) => id === note.id);
    if (!current || current.reminder !== note.reminder || timeOf(current) > Date.now()) return;
    const { id, createdAt: _createdAt, updatedAt: _updatedAt, ...content } = current;
    await call('POST /api/common/notifications', {
      body: {
        notification: {
          icon: 'bell',
          title,
          description: current.content.slice(0, 200),
          link: `/apps/notes/${id}`,
          useRouter: true,
          time: new Date().toISOString(),
          seen: false,
        },
      },
    });
    await saveNote(id, { ...content, reminder: null });
  });
}

/** Only pages with a secure address have locks. */
const oneAtATime = (work: () => Promise<void>): Promise<void> => {
  const { locks } = navigator as { locks?: LockManager | null };
  return locks ? locks.request('rise.demo.reminders', work) : work();
};
