import { IconArrowDown } from '@tabler/icons-react';
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ListSkeleton } from '../states/skeletons.tsx';
import { ErrorState } from '../states/states.tsx';
import { useShellTexts } from '../theme/shell-texts.ts';
import { useUi } from '../theme/surroundings.tsx';
import { fill } from '../theme/texts.ts';
import { type ChatLine, type ChatPerson, dayOf, groupLines } from './chat-model.ts';
import { MessageBox } from './message-box.tsx';
import { type LineActions, MessageRun } from './message-run.tsx';
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

export interface ConversationState extends LineActions {
  /** Oldest first. */
  lines: readonly ChatLine[];
  status?: 'loading' | 'ready' | 'error';
  onRetry?: () => void;
  /** How it stands with what was written before the first line; absent where there is nothing. */
  earlier?: 'more' | 'loading' | 'failed' | undefined;
  onEarlier?: () => void;
  /** What was typed and not sent when the conversation was last left. */
  draft?: string;
  onDraft?: (text: string) => void;
  /** Gets what was typed, trimmed and never blank. */
  onSend: (text: string) => void;
  /** The reader has the end of the conversation before them, and there was something new. */
  onSeen?: () => void;
  maxLength?: number;
}

/** Keeps the view at its end while the reader is there, and where it is while earlier lines come in above. */
function useKeptPlace(lines: readonly ChatLine[]) {
  const scroll = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const [away, setAway] = useState(false);
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
  return {
    scroll,
    atEnd,
    away,
    onScroll: () => {
      const { scrollTop, scrollHeight, clientHeight } = scroll.current!;
      atEnd.current = scrollHeight - scrollTop - clientHeight < NEAR;
      setAway(!atEnd.current);
    },
    toEnd: () => scroll.current?.scrollTo({ top: scroll.current.scrollHeight }),
  };
}

/** What two people wrote to each other, and the place to write more. Starts at the end, and stays there. */
export function Conversation({
  person,
  lines,
  status = 'ready',
  onRetry,
  earlier,
  onEarlier,
  draft,
  onDraft,
  onSend,
  onSeen,
  maxLength = 4000,
  ...actions
}: ConversationState & { person: ChatPerson }) {
  const { locale, texts } = useUi();
  const shell = useShellTexts();
  const { scroll, atEnd, away, onScroll, toEnd } = useKeptPlace(lines);
  const ready = status === 'ready';
  const arrived = lines.findLast(({ state }) => state === undefined);
  /** All that was written is among the lines, not only announced. */
  const complete = ready && (person.last === undefined || (arrived?.createdAt ?? '') >= person.last.at);

  // Where the new ones begin, as it was when they first came before the reader's eyes.
  const [newFrom, setNewFrom] = useState<string | null>();
  if (newFrom === undefined && complete) {
    const theirs = lines.filter(({ mine }) => !mine);
    setNewFrom(person.unread === 0 ? null : (theirs.at(-person.unread)?.id ?? null));
  }

  const told = useRef<string>(undefined);
  const look = () => {
    if (!complete || person.unread === 0 || !atEnd.current || document.visibilityState !== 'visible') return;
    if (told.current === arrived?.id) return;
    told.current = arrived?.id;
    onSeen?.();
  };
  useEffect(() => {
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  });

  return (
    <div className={classes['conversation']}>
      <div className={classes['frame']}>
        <div
          ref={scroll}
          className={classes['scroll']}
          role="log"
          aria-live="off"
          aria-label={fill(shell.chatMessages, { name: person.name })}
          tabIndex={0}
          onScroll={() => {
            onScroll();
            look();
          }}
        >
          {status === 'loading' && <ListSkeleton rows={4} />}
          {status === 'error' && <ErrorState {...(onRetry && { onRetry })} />}
          {ready && earlier !== undefined && (
            <button
              type="button"
              className={classes['earlier']}
              aria-disabled={earlier === 'loading' || undefined}
              onClick={() => earlier !== 'loading' && onEarlier?.()}
            >
              {{ more: shell.chatEarlier, loading: texts.loading, failed: shell.chatEarlierFailed }[earlier]}
            </button>
          )}
          {ready && lines.length === 0 && <p className={classes['none']}>{shell.chatEmpty}</p>}
          {ready &&
            groupLines(lines, undefined, newFrom).map(({ day, runs }) => (
              <section key={day}>
                <h3 className={classes['day']}>
                  <span>{dayName(day, locale, shell)}</span>
                </h3>
                <ol className={classes['runs']}>
                  {runs.map((run) => (
                    <Fragment key={run.lines[0]!.id}>
                      {run.lines[0]!.id === newFrom && <li className={classes['new']}>{shell.chatNew}</li>}
                      <MessageRun run={run} name={person.name} {...actions} />
                    </Fragment>
                  ))}
                </ol>
              </section>
            ))}
        </div>
        {away && (
          <button type="button" className={classes['latest']} onClick={toEnd}>
            <IconArrowDown size={14} />
            {person.unread > 0 ? shell.chatNewBelow : shell.chatLatest}
          </button>
        )}
      </div>
      {person.closed === undefined ? (
        <MessageBox
          name={person.name}
          maxLength={maxLength}
          onSend={onSend}
          {...(draft !== undefined && { draft })}
          {...(onDraft && { onDraft })}
        />
      ) : (
        <p className={classes['closed']}>{person.closed}</p>
      )}
    </div>
  );
}
