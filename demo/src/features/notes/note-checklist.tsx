import { ActionIcon, Checkbox, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { Note } from './note.ts';
import { useNotesTexts } from './notes.texts.ts';
import classes from './notes.module.css';

type Items = NonNullable<Note['tasks']>;

/** A note's checklist: ticked, rewritten, removed, and added to by Enter. */
export function NoteChecklist({ items, onChange }: { items: Items; onChange: (items: Items) => void }) {
  const t = useNotesTexts();
  const [draft, setDraft] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const set = (id: string, change: Partial<Items[number]>) =>
    onChange(items.map((item) => (item.id === id ? { ...item, ...change } : item)));
  const add = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || draft.trim() === '') return;
    event.preventDefault();
    onChange([...items, { id: crypto.randomUUID(), content: draft.trim(), completed: false }]);
    setDraft('');
  };
  return (
    <div>
      <ul className={classes['checklist']}>
        {items.map(({ id, content, completed }) => (
          <li key={id} data-done={completed || undefined}>
            <Checkbox
              checked={completed}
              aria-label={t('tick', { content })}
              onChange={() => set(id, { completed: !completed })}
            />
            <TextInput
              className={classes['item']}
              aria-label={t('item', { content })}
              value={content}
              onChange={({ currentTarget }) => set(id, { content: currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('removeItem', { content })}
              onClick={() => {
                onChange(items.filter((item) => item.id !== id));
                box.current?.focus();
              }}
            >
              <IconX size={16} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <TextInput
        ref={box}
        aria-label={t('addItem')}
        placeholder={t('addItem')}
        value={draft}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        onKeyDown={add}
      />
    </div>
  );
}
