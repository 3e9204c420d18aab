import { IconSend2 } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useShellTexts } from '../theme/shell-texts.ts';
import { fill } from '../theme/texts.ts';
import classes from './conversation.module.css';

/** Grows with what is typed. Enter sends, Shift and Enter begins a line. */
export function MessageBox({
  name,
  maxLength,
  onSend,
}: {
  name: string;
  maxLength: number;
  onSend: (text: string) => void;
}) {
  const shell = useShellTexts();
  const [text, setText] = useState('');
  const box = useRef<HTMLTextAreaElement>(null);
  const blank = text.trim() === '';
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  });
  const send = () => {
    if (blank) return;
    onSend(text.trim());
    setText('');
    box.current?.focus();
  };
  return (
    <form
      className={classes['composer']}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={box}
        className={classes['box']}
        rows={1}
        maxLength={maxLength}
        data-autofocus
        aria-label={fill(shell.chatMessage, { name })}
        placeholder={shell.chatPlaceholder}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <button type="submit" className={classes['send']} aria-label={shell.chatSend} disabled={blank}>
        <IconSend2 size={18} stroke={1.7} />
      </button>
    </form>
  );
}
