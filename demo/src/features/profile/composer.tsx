import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useFailureDialog } from '../../client/use-failure-dialog.ts';
import { useProfileTexts } from './profile.texts.ts';
import { useCount } from './use-count.ts';
import classes from './profile.module.css';

interface ComposerProps {
  label: string;
  placeholder?: string;
  action: string;
  most: number;
  rows?: number;
  /** Focuses the box when it appears. */
  focused?: boolean;
  onSend: (content: string) => Promise<unknown>;
  onCancel?: () => void;
}

/** A text box that grows with its content. Text that could not be saved stays in it. */
export function Composer({
  label,
  placeholder,
  action,
  most,
  rows = 1,
  focused = false,
  onSend,
  onCancel,
}: ComposerProps) {
  const t = useProfileTexts();
  const write = useCount();
  const showFailure = useFailureDialog();
  const hint = useId();
  const [content, setContent] = useState('');
  const [sending, setSending] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (focused) box.current?.focus();
  }, [focused]);
  const blank = content.trim() === '';
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (blank || sending) return;
    setSending(true);
    try {
      await onSend(content);
      setContent('');
    } catch (error) {
      showFailure(error);
    } finally {
      setSending(false);
    }
  };
  return (
    <form className={classes['composer']} onSubmit={(event) => void send(event)}>
      <Textarea
        autosize
        minRows={rows}
        maxRows={12}
        maxLength={most}
        aria-label={label}
        aria-describedby={hint}
        placeholder={placeholder ?? label}
        value={content}
        ref={box}
        onChange={(event) => setContent(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel?.();
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
        }}
      />
      <div className={classes['send']}>
        <span id={hint} className={classes['quiet']}>
          {t('length', { used: write(content.length), most: write(most) })}
        </span>
        {onCancel && (
          <Button size="xs" variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
        <Button type="submit" size={rows > 1 ? 'sm' : 'xs'} disabled={blank} loading={sending}>
          {action}
        </Button>
      </div>
    </form>
  );
}
