import { formatDate, useUiContext } from '@rise/ui';
import { RelativeTime } from '@rise/ui/panels';
import { IconBell, IconSquare, IconSquareCheckFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallResult } from '../../client/client.ts';
import { useNotesTexts } from './notes.texts.ts';
import classes from './notes.module.css';

export type Note = CallResult<'GET /api/apps/notes/all'>[number];

/** A note's picture, text, tasks and labels. */
export function NoteContent({ note, heading }: { note: Note; heading?: ReactNode }) {
  const t = useNotesTexts();
  const { locale } = useUiContext();
  return (
    <>
      {note.image && <img className={classes['image']} src={note.image} alt="" />}
      {heading}
      {note.content && <p className={classes['content']}>{note.content}</p>}
      {note.tasks && note.tasks.length > 0 && (
        <ul className={classes['tasks']}>
          {note.tasks.map(({ id, content, completed }) => {
            const Box = completed ? IconSquareCheckFilled : IconSquare;
            return (
              <li key={id} data-done={completed || undefined}>
                <Box size={18} stroke={1.6} role="img" aria-label={t(completed ? 'done' : 'open')} />
                <span>{content}</span>
              </li>
            );
          })}
        </ul>
      )}
      {note.reminder && (
        <p className={classes['reminder']}>
          <IconBell size={16} stroke={1.6} aria-hidden />
          {t('reminder', { date: formatDate(note.reminder, locale) })}
        </p>
      )}
      {note.labels.length > 0 && (
        <ul className={classes['labels']} aria-label={t('labels')}>
          {note.labels.map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
        </ul>
      )}
    </>
  );
}

export function NoteDetail({ record: note }: { record: Note }) {
  const t = useNotesTexts();
  return (
    <div className={classes['detail']}>
      <NoteContent note={note} />
      <p className={classes['changed']}>
        {t('changed')} <RelativeTime iso={note.updatedAt ?? note.createdAt} />
      </p>
    </div>
  );
}
