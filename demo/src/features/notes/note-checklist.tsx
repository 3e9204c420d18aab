import { Checklist } from '../../components/checklist.tsx';
import type { Note } from './note.ts';
import { useNotesTexts } from './notes.texts.ts';

type Items = NonNullable<Note['tasks']>;

/** A note's checklist. */
export function NoteChecklist({ items, onChange }: { items: Items; onChange: (items: Items) => void }) {
  const t = useNotesTexts();
  return (
    <Checklist
      items={items.map(({ content, ...item }) => ({ ...item, text: content }))}
      onChange={(changed) => onChange(changed.map(({ text, ...item }) => ({ ...item, content: text })))}
      texts={{
        done: (content) => t('tick', { content }),
        item: (content) => t('item', { content }),
        remove: (content) => t('removeItem', { content }),
        add: t('addItem'),
      }}
    />
  );
}
