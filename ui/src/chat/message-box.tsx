import { IconSend2 } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { usePanelTexts } from '../texts/panel-texts.ts';
import { useUiContext } from '../context/ui-context.tsx';
import { fill, fillCount } from '../texts/ui-texts.ts';
import { useInitialFocus } from '../focus/use-initial-focus.ts';
import classes from './conversation.module.css';

/** Remaining characters from which the count is shown. */
const SCARCE = 200;

/** Fits a box to the height of its text. */
function fitHeight(box: HTMLTextAreaElement | null) {
  if (box === null) return;
  box.style.height = 'auto';
  box.style.height = `${box.scrollHeight + box.offsetHeight - box.clientHeight}px`;
}

/** Grows with its text. Enter sends, Shift+Enter starts a new line. */
export function MessageBox({
  name,
  maxLength,
  draft,
  onDraft,
  onSend,
  tools,
}: {
  name: string;
  maxLength: number;
  /** Unsent text from the last visit. */
  draft?: string;
  onDraft?: (text: string) => void;
  onSend: (text: string) => void;
  /** Buttons before the text; they can insert into it. */
  tools?: ((insert: (text: string) => void) => ReactNode) | undefined;
}) {
  const { locale } = useUiContext();
  const panelTexts = usePanelTexts();
  const [text, setText] = useState(draft ?? '');
  const focus = useInitialFocus<HTMLTextAreaElement>('field');
  const blank = text.trim() === '';
  const remaining = maxLength - text.length;
  useLayoutEffect(() => fitHeight(focus.ref.current));
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
  const insert = (inserted: string) => {
    const box = focus.ref.current;
    const [start, end] = [box?.selectionStart ?? text.length, box?.selectionEnd ?? text.length];
    write((text.slice(0, start) + inserted + text.slice(end)).slice(0, maxLength));
    box?.focus();
  };
  return (
    <form
      className={classes['composer']}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {tools?.(insert)}
      <textarea
        {...focus}
        className={classes['box']}
        rows={1}
        maxLength={maxLength}
        aria-label={fill(panelTexts.chatMessage, { name })}
        placeholder={panelTexts.chatPlaceholder}
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <button type="submit" className={classes['send']} aria-label={panelTexts.chatSend} disabled={blank}>
        <IconSend2 size={18} stroke={1.7} />
      </button>
      {remaining <= SCARCE && (
        <output className={classes['left']}>{fillCount(panelTexts, 'chatLeft', Math.max(0, remaining), locale)}</output>
      )}
    </form>
  );
}
