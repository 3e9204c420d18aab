import { Checkbox } from '@mantine/core';
import { formatDate, useUiContext } from '@rise/ui';
import { IconBell, IconPinFilled } from '@tabler/icons-react';
import { Marked } from '../../components/marked.tsx';
import { AppLink } from '../../routing/link.tsx';
import type { Note } from './note.ts';
import { useNotesTexts } from './notes.texts.ts';
import classes from './notes.module.css';

/** Most items of a checklist on a card; the note has them all. */
const MOST_ITEMS = 8;

interface NoteCardProps {
  note: Note;
  href: string;
  query: string;
  /** Ticks an item of the checklist, or takes the tick away. */
  onTick: (id: string) => void;
}

/** A note among others; the whole card opens it, but for the boxes of its checklist. */
export function NoteCard({ note, href, query, onTick }: NoteCardProps) {
  const t = useNotesTexts();
  const { locale } = useUiContext();
  const items = note.tasks ?? [];
  return (
    <li className={classes['card']}>
      {note.image && <img className={classes['image']} src={note.image} alt="" loading="lazy" />}
      <h2 className={classes['title']}>
        {note.pinned === true && <IconPinFilled size={14} role="img" aria-label={t('pinned')} />}
        <AppLink still href={href} data-record={note.id} className={classes['link']}>
          <Marked text={note.title || t('untitled')} query={query} />
        </AppLink>
      </h2>
      {note.content && (
        <p className={classes['content']}>
          <Marked text={note.content} query={query} />
        </p>
      )}
      {items.length > 0 && (
        <ul className={classes['tasks']}>
          {items.slice(0, MOST_ITEMS).map(({ id, content, completed }) => (
            <li key={id} data-done={completed || undefined}>
              <Checkbox
                size="xs"
                checked={completed}
                aria-label={t('tick', { content })}
                className={classes['box']}
                onChange={() => onTick(id)}
              />
              <span>
                <Marked text={content} query={query} />
              </span>
            </li>
          ))}
          {items.length > MOST_ITEMS && <li>{t('more', { count: items.length - MOST_ITEMS })}</li>}
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
    </li>
  );
}
