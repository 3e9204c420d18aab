import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useShellTexts } from '../theme/shell-texts.ts';
import { useUi } from '../theme/surroundings.tsx';
import classes from './assistant.module.css';

export interface AssistantLine {
  role: 'user' | 'assistant';
  content: string;
  /** ISO. */
  timestamp: string;
}

function Line({ line, children }: { line: AssistantLine; children: ReactNode }) {
  const { locale } = useUi();
  const shell = useShellTexts();
  const moment = new Date(line.timestamp);
  const short = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  return (
    <li className={classes['line']} data-role={line.role}>
      <span className={classes['hidden']}>{line.role === 'user' ? shell.assistantYou : shell.assistantName}</span>
      {children}
      <time className={classes['time']} dateTime={line.timestamp}>
        {short.format(moment)}
      </time>
    </li>
  );
}

function Typing() {
  const shell = useShellTexts();
  return (
    <p className={classes['typing']} role="status">
      <span className={classes['hidden']}>{shell.assistantWaiting}</span>
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
  /** Draws an answer, which is markdown that nobody vouches for. */
  renderAnswer: (content: string) => ReactNode;
  onClose: () => void;
  /** In place of the lines while there are none. */
  children: ReactNode;
}

/** What was asked and answered. A new line is scrolled to: a long answer is shown from its question on. */
export function AssistantLines({ lines, waiting, renderAnswer, onClose, children }: AssistantLinesProps) {
  const shell = useShellTexts();
  const scroll = useRef<HTMLDivElement>(null);
  const count = lines.length;
  useLayoutEffect(() => {
    const element = scroll.current;
    if (element === null || lines.length === 0) return;
    const bottom = element.scrollHeight - element.clientHeight;
    const asked = [...element.querySelectorAll<HTMLElement>('[data-role="user"]')].at(-1);
    element.scrollTop = waiting || asked === undefined ? bottom : Math.min(bottom, asked.offsetTop - 12);
  }, [lines, waiting]);
  return (
    <div ref={scroll} className={classes['scroll']} tabIndex={0} role="log" aria-label={shell.assistantLines}>
      {count === 0 && !waiting && children}
      {count > 0 && (
        <ol className={classes['lines']}>
          {lines.map((line, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- a line's place is what it is known by
            <Line key={place} line={line}>
              {line.role === 'user' ? (
                <p className={classes['question']}>{line.content}</p>
              ) : (
                <div className={classes['answer']}>{renderAnswer(line.content)}</div>
              )}
            </Line>
          ))}
        </ol>
      )}
      {waiting && <Typing />}
      {count > 0 && !waiting && (
        <div className={classes['divider']}>
          <button type="button" className={classes['leave']} onClick={onClose}>
            {shell.assistantClose}
          </button>
        </div>
      )}
    </div>
  );
}
