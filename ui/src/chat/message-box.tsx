import { IconSend2 } from '@tabler/icons-react';
import { useLayoutEffect, useState } from 'react';
import { formatInteger } from '../figures/format-figure.ts';
import { useShellTexts } from '../theme/shell-texts.ts';
import { useUi } from '../theme/surroundings.tsx';
import { fill } from '../theme/texts.ts';
import { useFirstFocus } from './first-focus.ts';
import classes from './conversation.module.css';

/** So near to the end one is told how much room is left. */
const SCARCE = 200;

/** Makes a box as high as what is typed in it. */
function fit(box: HTMLTextAreaElement | null) {
  if (box === null) return;
  box.style.height = 'auto';
  box.style.height = `${box.scrollHeight + box.offsetHeight - box.clientHeight}px`;
}

/** Grows with what is typed. Enter sends, Shift and Enter begins a line. */
export function MessageBox({
  name,
  maxLength,
  draft,
  onDraft,
  onSend,
}: {
  name: string;
  maxLength: number;
  /** What was typed here before and not sent. */
  draft?: string;
  onDraft?: (text: string) => void;
  onSend: (text: string) => void;
}) {
  const { locale } = useUi();
  const shell = useShellTexts();
  const [text, setText] = useState(draft ?? '');
  const focus = useFirstFocus<HTMLTextAreaElement>('field');
  const blank = text.trim() === '';
  const left = maxLength - text.length;
  useLayoutEffect(() => fit(focus.ref.current));
  const write = (typed: string) => {
    setText(typed);
    onDraft?.(typed);
  };
  const send = () => {
    if (blank) return;
    write('');
    onSend(text.trim());
    focus.ref.current?.focus();
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
        {...focus}
        className={classes['box']}
        rows={1}
        maxLength={maxLength}
        aria-label={fill(shell.chatMessage, { name })}
        placeholder={shell.chatPlaceholder}
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <button type="submit" className={classes['send']} aria-label={shell.chatSend} disabled={blank}>
        <IconSend2 size={18} stroke={1.7} />
      </button>
      {left <= SCARCE && (
        <output className={classes['left']}>
          {fill(shell.chatLeft, { count: formatInteger(Math.max(0, left), locale) })}
        </output>
      )}
    </form>
  );
}
