import { Button, Textarea } from '@mantine/core';
import { CloseButton } from '@rise/ui';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useScrumboardTexts } from './scrumboard.texts.ts';
import classes from './add-box.module.css';

interface AddBoxProps {
  /** On the button that opens it. */
  open: string;
  label: string;
  /** Rejects where it is not added; what was written stays then. */
  onAdd: (title: string) => Promise<unknown>;
}

/** A button that turns into a field for a title. Enter adds and leaves it open for more; what was written stays. */
export function AddBox({ open, label, onAdd }: AddBoxProps) {
  const t = useScrumboardTexts();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [hasFailed, setFailed] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [isClosed, setClosed] = useState(false);
  // The field had the focus.
  useLayoutEffect(() => {
    if (isClosed) opener.current?.focus({ preventScroll: true });
  }, [isClosed]);
  const show = (isShown: boolean) => {
    setOpen(isShown);
    setClosed(!isShown);
  };
  const close = () => show(false);
  const add = async (event?: FormEvent) => {
    event?.preventDefault();
    const title = text.trim();
    field.current?.focus();
    if (title === '') return;
    setText('');
    try {
      await onAdd(title);
      setFailed(false);
      field.current?.scrollIntoView?.({ block: 'nearest' });
    } catch {
      setText((written) => written || title);
      setFailed(true);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void add();
  };
  if (!isOpen)
    return (
      <button ref={opener} type="button" className={classes['add']} onClick={() => show(true)}>
        <IconPlus size={16} stroke={1.8} aria-hidden />
        {open}
      </button>
    );
  return (
    <form className={classes['add-box']} onSubmit={(event) => void add(event)}>
      <Textarea
        ref={field}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button just pressed turns into it
        autoFocus
        rows={2}
        aria-label={label}
        maxLength={200}
        value={text}
        error={hasFailed ? t('notAdded') : undefined}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={classes['add-acts']}>
        <Button type="submit" size="compact-sm">
          {t('add')}
        </Button>
        <CloseButton onClick={close} />
      </div>
    </form>
  );
}
