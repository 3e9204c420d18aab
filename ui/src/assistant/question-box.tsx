import { IconSend2 } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef } from 'react';
import { usePanelTexts } from '../texts/panel-texts.ts';
import { useUiContext } from '../context/ui-context.tsx';
import { fillCount } from '../texts/ui-texts.ts';
import classes from './assistant.module.css';

/** Remaining characters from which the count is shown. */
const SCARCE = 200;

export interface QuestionBoxProps {
  box: RefObject<HTMLTextAreaElement | null>;
  draft: string;
  onDraft: (text: string) => void;
  /** Receives the trimmed text. */
  onSend: (text: string) => void;
  /** A reply is pending. */
  waiting: boolean;
  /** The earlier conversation is being loaded. */
  restoring: boolean;
  /** The conversation is full. */
  closed: boolean;
  maxLength: number;
  /** Absent if there is nothing to clear; the button stays and keeps its focus. Null: there is no such button. */
  onClear?: (() => void) | null;
  /** One quiet line at the box: what answers. */
  note?: string | null;
}

/** A box of three rows. Enter sends, Shift+Enter starts a new line. */
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
  note = null,
}: QuestionBoxProps) {
  const { locale } = useUiContext();
  const panelTexts = usePanelTexts();
  const idle = draft.trim() === '' || waiting || restoring || closed;
  const remaining = maxLength - draft.length;
  const sent = useRef(false);
  // A disabled box loses the focus: restore it after sending.
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
        aria-label={panelTexts.assistantQuestion}
        placeholder={panelTexts.assistantPlaceholder}
        value={draft}
        onChange={(event) => onDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      {onClear !== null && note !== null && <p className={classes['note']}>{note}</p>}
      <div className={classes['below']}>
        {/* Where there is nothing to clear, its place is free. */}
        {onClear === null && note !== null && <p className={classes['note']}>{note}</p>}
        {onClear !== null && (
          <button type="button" className={classes['clear']} aria-disabled={onClear === undefined} onClick={onClear}>
            {panelTexts.assistantClearChat}
          </button>
        )}
        {remaining <= SCARCE && (
          <output className={classes['left']}>
            {fillCount(panelTexts, 'chatLeft', Math.max(0, remaining), locale)}
          </output>
        )}
        <button type="submit" className={classes['send']} aria-label={panelTexts.assistantSend} disabled={idle}>
          <IconSend2 size={18} stroke={1.7} />
        </button>
      </div>
    </form>
  );
}
