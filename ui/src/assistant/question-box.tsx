import { IconSend2 } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef } from 'react';
import { formatInteger } from '../figures/format-figure.ts';
import { useShellTexts } from '../theme/shell-texts.ts';
import { useUi } from '../theme/surroundings.tsx';
import { fill } from '../theme/texts.ts';
import classes from './assistant.module.css';

/** So near to the end one is told how much room is left. */
const SCARCE = 200;

export interface QuestionBoxProps {
  box: RefObject<HTMLTextAreaElement | null>;
  draft: string;
  onDraft: (text: string) => void;
  /** The text without the blanks around it. */
  onSend: (text: string) => void;
  /** A reply is pending. */
  waiting: boolean;
  /** What was said before is not there yet. */
  restoring: boolean;
  /** Nothing can be asked here any more. */
  closed: boolean;
  maxLength: number;
  /** Left out where there is nothing to clear; its button keeps the focus that it may have. */
  onClear?: () => void;
}

/** Three rows to ask in. Enter sends, Shift and Enter begins a line. */
export function QuestionBox({
  box,
  draft,
  onDraft,
  onSend,
  waiting,
  restoring,
  closed,
  maxLength,
  onClear,
}: QuestionBoxProps) {
  const { locale } = useUi();
  const shell = useShellTexts();
  const idle = draft.trim() === '' || waiting || restoring || closed;
  const left = maxLength - draft.length;
  const sent = useRef(false);
  // A box that is disabled loses the focus: who sent from it goes on in it.
  useEffect(() => {
    if (waiting || !sent.current) return;
    sent.current = false;
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) box.current?.focus();
  }, [waiting, box]);
  const send = () => {
    if (idle) return;
    sent.current = true;
    onSend(draft.trim());
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
        data-autofocus
        className={classes['box']}
        rows={3}
        maxLength={maxLength}
        disabled={waiting || closed}
        aria-label={shell.assistantQuestion}
        placeholder={shell.assistantPlaceholder}
        value={draft}
        onChange={(event) => onDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <div className={classes['below']}>
        <button type="button" className={classes['clear']} aria-disabled={onClear === undefined} onClick={onClear}>
          {shell.assistantClearChat}
        </button>
        {left <= SCARCE && (
          <output className={classes['left']}>
            {fill(shell.chatLeft, { count: formatInteger(Math.max(0, left), locale) })}
          </output>
        )}
        <button type="submit" className={classes['send']} aria-label={shell.assistantSend} disabled={idle}>
          <IconSend2 size={18} stroke={1.7} />
        </button>
      </div>
    </form>
  );
}
