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

function Typing() {
  const panelTexts = usePanelTexts();
  return (
    <p className={classes['typing']} role="status">
      <span className={classes['hidden']}>{panelTexts.assistantWaiting}</span>
      <span aria-hidden className={classes['dot']} />
      <span aria-hidden className={classes['dot']} />
      <span aria-hidden className={classes['dot']} />
    </p>
  );
}

export interface AssistantLinesProps {
  /** Oldest first. */
  lines: readonly AssistantLine[];
  waiting: boolean;
  /** Renders an answer, which is untrusted markdown, by its position among the lines. */
  renderAnswer: (content: string, place: number) => ReactNode;
  onClose: () => void;
  /** Shown while there are no messages. */
  children: ReactNode;
}

/** The questions and answers. Scrolls to a new message; a long answer is shown from its question on. */
export function AssistantLines({ lines, waiting, renderAnswer, onClose, children }: AssistantLinesProps) {
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
  return (
    <div ref={scroll} className={classes['scroll']} tabIndex={0} role="log" aria-label={panelTexts.assistantLines}>
      {count === 0 && !waiting && children}
      {count > 0 && (
        <ol className={classes['lines']}>
          {lines.map((line, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines are identified by their position
            <Line key={place} line={line}>
              {line.role === 'user' ? (
                <p className={classes['question']}>{line.content}</p>
              ) : (
                <div className={classes['answer']}>{renderAnswer(line.content, place)}</div>
              )}
            </Line>
          ))}
        </ol>
      )}
      {waiting && <Typing />}
      {count > 0 && !waiting && (
        <div className={classes['divider']}>
          <button type="button" className={classes['leave']} onClick={onClose}>
            {panelTexts.assistantClose}
          </button>
        </div>
      )}
    </div>
  );
}
