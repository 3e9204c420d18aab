import { IconPlayerStop } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { usePanelTexts } from '../texts/panel-texts.ts';
import { useUiContext } from '../context/ui-context.tsx';
import classes from './assistant.module.css';

export interface AssistantLine {
  role: 'user' | 'assistant';
  content: string;
  /** ISO 8601. */
  timestamp: string;
}

function Line({ line, children }: { line: AssistantLine; children: ReactNode }) {
  const { locale } = useUiContext();
  const panelTexts = usePanelTexts();
  const moment = new Date(line.timestamp);
  const short = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  return (
    <li className={classes['line']} data-role={line.role}>
      <span className={classes['hidden']}>
        {line.role === 'user' ? panelTexts.assistantYou : panelTexts.assistantName}
      </span>
      {children}
      <time className={classes['time']} dateTime={line.timestamp}>
        {short.format(moment)}
      </time>
    </li>
  );
}

function Typing({ onStop }: Pick<AssistantLinesProps, 'onStop'>) {
  const panelTexts = usePanelTexts();
  return (
    <div className={classes['pending']}>
      <p className={classes['typing']} role="status">
        <span className={classes['hidden']}>{panelTexts.assistantWaiting}</span>
        <span aria-hidden className={classes['dot']} />
        <span aria-hidden className={classes['dot']} />
        <span aria-hidden className={classes['dot']} />
      </p>
      {onStop && (
        <button type="button" className={classes['stop']} onClick={onStop}>
          <IconPlayerStop size={14} stroke={1.7} aria-hidden />
          {panelTexts.assistantStop}
        </button>
      )}
    </div>
  );
}

export interface AssistantLinesProps {
  /** Oldest first. */
  lines: readonly AssistantLine[];
  waiting: boolean;
  /** What has arrived of the pending answer; empty before its first words. */
  partial?: string;
  /** Renders an answer, which is untrusted markdown, by its position among the lines. */
  renderAnswer: (content: string, place: number) => ReactNode;
  /** What is below an answer, by its position among the lines. */
  renderBelow?: (place: number) => ReactNode;
  /** Ends the pending answer. */
  onStop?: (() => void) | undefined;
  /** Closes what the lines are in; absent where that cannot be closed. */
  onClose?: () => void;
  /** Shown while there are no messages. */
  children: ReactNode;
}

/** Distance from the end, in pixels, up to which the view follows an answer as it is written. */
const FOLLOWING = 80;

/** The questions and answers. Scrolls to a new message; a long answer is shown from its question on. */
export function AssistantLines(props: AssistantLinesProps) {
  const { lines, waiting, partial = '', renderAnswer, renderBelow, onStop, onClose, children } = props;
  const panelTexts = usePanelTexts();
  const scroll = useRef<HTMLDivElement>(null);
  const count = lines.length;
  useLayoutEffect(() => {
    const element = scroll.current;
    if (element === null || lines.length === 0) return;
    const bottom = element.scrollHeight - element.clientHeight;
    const lastQuestion = [...element.querySelectorAll<HTMLElement>('[data-role="user"]')].at(-1);
    element.scrollTop = waiting || lastQuestion === undefined ? bottom : Math.min(bottom, lastQuestion.offsetTop - 12);
  }, [lines, waiting]);
  const length = useRef(0);
  useLayoutEffect(() => {
    const element = scroll.current;
    // How much taller it has become is not known: near the end is what was near it before the last words.
    const isNear = element !== null && element.scrollHeight - element.clientHeight - element.scrollTop <= FOLLOWING;
    if (partial.length > length.current && isNear) element.scrollTop = element.scrollHeight;
    length.current = partial.length;
  }, [partial]);
  return (
    <div
      ref={scroll}
      className={classes['scroll']}
      tabIndex={0}
      role="log"
      aria-label={panelTexts.assistantLines}
      // An answer is read out when it is complete, not word by word.
      aria-busy={partial !== '' || undefined}
    >
      {count === 0 && !waiting && children}
      {count > 0 && (
        <ol className={classes['lines']}>
          {lines.map((line, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines are identified by their position
            <Line key={place} line={line}>
              {line.role === 'user' ? (
                <p className={classes['question']}>{line.content}</p>
              ) : (
                <>
                  <div className={classes['answer']}>{renderAnswer(line.content, place)}</div>
                  {renderBelow?.(place)}
                </>
              )}
            </Line>
          ))}
          {waiting && partial !== '' && (
            <li className={classes['line']} data-role="assistant">
              <span className={classes['hidden']}>{panelTexts.assistantName}</span>
              <div className={classes['answer']}>{renderAnswer(partial, lines.length)}</div>
            </li>
          )}
        </ol>
      )}
      {waiting && <Typing onStop={onStop} />}
      {count > 0 && !waiting && onClose && (
        <div className={classes['divider']}>
          <button type="button" className={classes['leave']} onClick={onClose}>
            {panelTexts.assistantClose}
          </button>
        </div>
      )}
    </div>
  );
}
