import { useLayoutEffect, useRef } from 'react';
import { ListSkeleton } from '../states/skeletons.tsx';
import { ErrorState } from '../states/states.tsx';
import { useShellTexts } from '../theme/shell-texts.ts';
import { useUi } from '../theme/surroundings.tsx';
import { fill } from '../theme/texts.ts';
import { type ChatLine, type ChatPerson, type ChatRun, dayOf, groupLines } from './chat-model.ts';
import { MessageBox } from './message-box.tsx';
import classes from './conversation.module.css';

const DAY = 86_400_000;
/** How near to the end the reader must be for new lines to move the view, in pixels. */
const NEAR = 80;

function dayName(day: string, locale: string, words: { today: string; yesterday: string }): string {
  const now = new Date();
  if (day === dayOf(now)) return words.today;
  if (day === dayOf(new Date(now.getTime() - DAY))) return words.yesterday;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}

function Run({ run, name, onRetry }: { run: ChatRun; name: string; onRetry?: (line: ChatLine) => void }) {
  const { locale, texts } = useUi();
  const shell = useShellTexts();
  const last = run.lines.at(-1)!;
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  return (
    <li className={classes['run']} data-mine={run.mine || undefined}>
      <span className={classes['author']}>{run.mine ? shell.chatMine : name}</span>
      {run.lines.map((line) => (
        <div key={line.id} className={classes['bubble']} data-state={line.state} data-last={line === last || undefined}>
          {line.value}
          {line.state === 'failed' && (
            <span className={classes['failed']} role="alert">
              {shell.chatNotSent}
              {onRetry !== undefined && (
                <button type="button" className={classes['retry']} onClick={() => onRetry(line)}>
                  {texts.retry}
                </button>
              )}
            </span>
          )}
        </div>
      ))}
      <span className={classes['time']}>
        {last.state === 'sending' ? (
          shell.chatSending
        ) : (
          <time dateTime={last.createdAt}>{clock.format(new Date(last.createdAt))}</time>
        )}
      </span>
    </li>
  );
}

export interface ConversationProps {
  person: ChatPerson;
  /** Oldest first. */
  lines: readonly ChatLine[];
  status?: 'loading' | 'ready' | 'error';
  onSend: (text: string) => void;
  onRetry?: () => void;
  onRetryLine?: (line: ChatLine) => void;
  /** Loads what was written before the first line; given while there is more. */
  onEarlier?: () => void;
  maxLength?: number;
}

/** What two people wrote to each other, and the place to write more. Starts at the end, and stays there. */
export function Conversation({
  person,
  lines,
  status = 'ready',
  onSend,
  onRetry,
  onRetryLine,
  onEarlier,
  maxLength = 4000,
}: ConversationProps) {
  const { locale } = useUi();
  const shell = useShellTexts();
  const scroll = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const former = useRef<{ first: string | undefined; last: string | undefined; height: number }>(undefined);
  const [first, last] = [lines[0]?.id, lines.at(-1)];
  useLayoutEffect(() => {
    const element = scroll.current;
    if (element === null) return;
    const { current: before } = former;
    const written = last?.mine === true && before?.last !== last.id;
    const grownAbove = before?.first !== undefined && before.first !== first;
    if (atEnd.current || written) element.scrollTop = element.scrollHeight;
    else if (grownAbove) element.scrollTop += element.scrollHeight - before.height;
    former.current = { first, last: last?.id, height: element.scrollHeight };
  });

  const days = groupLines(lines);
  return (
    <div className={classes['conversation']}>
      <div
        ref={scroll}
        className={classes['scroll']}
        role="log"
        aria-label={fill(shell.chatMessages, { name: person.name })}
        tabIndex={0}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          atEnd.current = scrollHeight - scrollTop - clientHeight < NEAR;
        }}
      >
        {status === 'loading' && <ListSkeleton rows={4} />}
        {status === 'error' && <ErrorState {...(onRetry && { onRetry })} />}
        {status === 'ready' && onEarlier !== undefined && (
          <button type="button" className={classes['earlier']} onClick={onEarlier}>
            {shell.chatEarlier}
          </button>
        )}
        {status === 'ready' && lines.length === 0 && <p className={classes['none']}>{shell.chatEmpty}</p>}
        {status === 'ready' &&
          days.map(({ day, runs }) => (
            <section key={day}>
              <h3 className={classes['day']}>
                <span>{dayName(day, locale, shell)}</span>
              </h3>
              <ol className={classes['runs']}>
                {runs.map((run) => (
                  <Run
                    key={run.lines[0]!.id}
                    run={run}
                    name={person.name}
                    {...(onRetryLine && { onRetry: onRetryLine })}
                  />
                ))}
              </ol>
            </section>
          ))}
      </div>
      {person.closed === undefined ? (
        <MessageBox key={person.id} name={person.name} maxLength={maxLength} onSend={onSend} />
      ) : (
        <p className={classes['closed']}>{person.closed}</p>
      )}
    </div>
  );
}
