import { Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

interface DraftTextProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Lines of a text that has several. */
  rows?: number;
  maxLength: number;
  description?: string;
  placeholder?: string;
  /** Whether it may be empty; else an empty text stays in the field and is not stored. */
  optional?: boolean;
  /** What is wrong with a text, which is not stored then; null: nothing. */
  check?: (text: string) => string | null;
}

/** Milliseconds without a key after which a run of typing is one change. */
const PAUSE_MS = 700;

/** A text of the draft: a run of typing is one change, and so one step to undo. */
export function DraftText({ label, value, onChange, rows, optional = false, check, ...field }: DraftTextProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const isStorable = (next: string) => (optional || next.trim() !== '') && (check?.(next) ?? null) === null;
  const latest = useRef({ text, value, onChange, isStorable });
  useEffect(() => {
    latest.current = { text, value, onChange, isStorable };
  });
  // Another editor's change, or an undone one, unless this one is being typed.
  if (value !== known) {
    setKnown(value);
    if (text === known) setText(value);
  }
  useEffect(() => {
    if (text === value || !isStorable(text)) return undefined;
    const timer = setTimeout(() => latest.current.onChange(text), PAUSE_MS);
    return () => clearTimeout(timer);
  });
  const store = () => {
    if (text !== value && isStorable(text)) onChange(text);
  };
  useEffect(
    () => () => {
      const { text: last, value: stored, onChange: send } = latest.current;
      if (last !== stored && last.trim() !== '' && latest.current.isStorable(last)) send(last);
    },
    [],
  );
  const props = {
    ...field,
    size: 'xs',
    label,
    value: text,
    error: check?.(text),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => setText(currentTarget.value),
    onBlur: store,
  };
  return rows ? <Textarea {...props} rows={rows} /> : <TextInput {...props} />;
}
