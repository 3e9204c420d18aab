import { ActionIcon, Checkbox, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import classes from './checklist.module.css';

export interface ChecklistItem {
  readonly id: string;
  readonly text: string;
  readonly completed: boolean;
}

interface ChecklistProps {
  items: readonly ChecklistItem[];
  onChange: (items: ChecklistItem[]) => void;
  /** The most characters of an item. */
  maxLength?: number;
  /** Names of the controls; those of an item say which. */
  texts: {
    readonly done: (text: string) => string;
    readonly item: (text: string) => string;
    readonly remove: (text: string) => string;
    readonly add: string;
    readonly addHelp?: string;
  };
}

/** Items that are ticked, rewritten, removed, and added by Enter. */
export function Checklist({ items, onChange, maxLength, texts }: ChecklistProps) {
  const [draft, setDraft] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const set = (id: string, change: Partial<ChecklistItem>) =>
    onChange(items.map((item) => (item.id === id ? { ...item, ...change } : item)));
  const add = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || draft.trim() === '') return;
    event.preventDefault();
    onChange([...items, { id: crypto.randomUUID(), text: draft.trim(), completed: false }]);
    setDraft('');
  };
  return (
    <div>
      <ul className={classes['items']}>
        {items.map(({ id, text, completed }) => (
          <li key={id} data-done={completed || undefined}>
            <Checkbox
              checked={completed}
              aria-label={texts.done(text)}
              onChange={() => set(id, { completed: !completed })}
            />
            <TextInput
              className={classes['item']}
              aria-label={texts.item(text)}
              maxLength={maxLength}
              value={text}
              onChange={({ currentTarget }) => set(id, { text: currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={texts.remove(text)}
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
        aria-label={texts.add}
        placeholder={texts.add}
        description={texts.addHelp}
        inputWrapperOrder={['input', 'description']}
        maxLength={maxLength}
        value={draft}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        onKeyDown={add}
      />
    </div>
  );
}
