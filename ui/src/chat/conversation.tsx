import { IconArrowDown } from '@tabler/icons-react';
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ListSkeleton } from '../states/skeletons.tsx';
import { ErrorState } from '../states/states.tsx';
import { usePanelTexts } from '../texts/panel-texts.ts';
import { useUiContext } from '../context/ui-context.tsx';
import { fill } from '../texts/ui-texts.ts';
import { type ChatLine, type ChatPerson, dayOf, groupLines } from './chat-model.ts';
import { MessageBox } from './message-box.tsx';
import { type LineActions, MessageRun } from './message-run.tsx';
import classes from './conversation.module.css';

const DAY = 86_400_000;
/** Distance from the end, in pixels, within which new messages scroll the view. */
const NEAR = 80;

function dayName(day: string, locale: string, labels: { today: string; yesterday: string }): string {
  const now = new Date();
  if (day === dayOf(now)) return labels.today;
  if (day === dayOf(new Date(now.getTime() - DAY))) return labels.yesterday;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}

export interface ConversationState extends LineActions {
  /** Oldest first. */
  lines: readonly ChatLine[];
  status?: 'loading' | 'ready' | 'error';
  onRetry?: () => void;
  /** State of the earlier messages; absent where there are none. */
  earlier?: 'more' | 'loading' | 'failed' | undefined;
  onEarlier?: () => void;
  /** Unsent text from the last visit. */
  draft?: string;
  onDraft?: (text: string) => void;
  /** Receives the trimmed text, never blank. */
  onSend: (text: string) => void;
  /** New messages have been seen. */
  onSeen?: () => void;
  maxLength?: number;
  /** Buttons before the box to write in; they can insert into its text. */
  tools?: ((insert: (text: string) => void) => ReactNode) | undefined;
}

/** Keeps the view at the end while it is there, and in place while earlier messages load above. */
function useScrollPosition(lines: readonly ChatLine[]) {
  const scroll = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const [away, setAway] = useState(false);
  const previous = useRef<{ first: string | undefined; last: string | undefined; height: number }>(undefined);
  const [first, last] = [lines[0]?.id, lines.at(-1)];
  useLayoutEffect(() => {
    const element = scroll.current;
    if (element === null) return;
    const { current: before } = previous;
    const written = last?.mine === true && before?.last !== last.id;
    const grownAbove = before?.first !== undefined && before.first !== first;
    if (atEnd.current || written) element.scrollTop = element.scrollHeight;
    else if (grownAbove) element.scrollTop += element.scrollHeight - before.height;
    previous.current = { first, last: last?.id, height: element.scrollHeight };
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

/** The messages with a person and a box to write in, which is not there while messages are chosen. Starts at the end and stays there. */
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
  tools,
  ...actions
}: ConversationState & { person: ChatPerson }) {
  const panelTexts = usePanelTexts();
  const { scroll, atEnd, away, onScroll, toEnd } = useScrollPosition(lines);
  const ready = status === 'ready';
  const arrived = lines.findLast(({ state }) => state === undefined);
  /** The latest message has been loaded, not only announced. */
  const complete = ready && (person.last === undefined || (arrived?.createdAt ?? '') >= person.last.at);

  // Start of the new messages, fixed when they were first shown.
  const [newFrom, setNewFrom] = useState<string | null>();
  if (newFrom === undefined && complete) {
    const theirs = lines.filter(({ mine }) => !mine);
    setNewFrom(person.unread === 0 ? null : (theirs.at(-person.unread)?.id ?? null));
  }

  const lastSeenId = useRef<string>(undefined);
  const reportSeen = () => {
    if (!complete || person.unread === 0 || !atEnd.current || document.visibilityState !== 'visible') return;
    if (lastSeenId.current === arrived?.id) return;
    lastSeenId.current = arrived?.id;
    onSeen?.();
  };
  useEffect(() => {
    reportSeen();
    document.addEventListener('visibilitychange', reportSeen);
    return () => document.removeEventListener('visibilitychange', reportSeen);
  });

  return (
    <div className={classes['conversation']}>
      <div className={classes['frame']}>
        <div
          ref={scroll}
          className={classes['scroll']}
          role="log"
          aria-live="off"
          aria-label={fill(panelTexts.chatMessages, { name: person.name })}
          tabIndex={0}
          onScroll={() => {
            onScroll();
            reportSeen();
          }}
        >
          <Messages
            person={person}
            lines={lines}
            status={status}
            onRetry={onRetry}
            earlier={earlier}
            onEarlier={onEarlier}
            newFrom={newFrom}
            actions={actions}
          />
        </div>
        {away && (
          <button type="button" className={classes['latest']} onClick={toEnd}>
            <IconArrowDown size={14} />
            {person.unread > 0 ? panelTexts.chatNewBelow : panelTexts.chatLatest}
          </button>
        )}
      </div>
      {actions.selection !== undefined ? null : person.closed === undefined ? (
        <MessageBox
          name={person.name}
          maxLength={maxLength}
          onSend={onSend}
          tools={tools}
          {...(draft !== undefined && { draft })}
          {...(onDraft && { onDraft })}
        />
      ) : (
        <p className={classes['closed']}>{person.closed}</p>
      )}
    </div>
  );
}

interface MessagesProps {
  person: ChatPerson;
  lines: readonly ChatLine[];
  status: 'loading' | 'ready' | 'error';
  onRetry: (() => void) | undefined;
  earlier: ConversationState['earlier'];
  onEarlier: (() => void) | undefined;
  /** Id of the first new line. */
  newFrom: string | null | undefined;
  actions: LineActions;
}

function Messages({ person, lines, status, onRetry, earlier, onEarlier, newFrom, actions }: MessagesProps) {
  const { locale, texts } = useUiContext();
  const panelTexts = usePanelTexts();
  if (status === 'loading') return <ListSkeleton rows={4} />;
  if (status === 'error') return <ErrorState {...(onRetry && { onRetry })} />;
  return (
    <>
      {earlier !== undefined && (
        <button
          type="button"
          className={classes['earlier']}
          aria-disabled={earlier === 'loading' || undefined}
          onClick={() => earlier !== 'loading' && onEarlier?.()}
        >
          {{ more: panelTexts.chatEarlier, loading: texts.loading, failed: panelTexts.chatEarlierFailed }[earlier]}
        </button>
      )}
      {lines.length === 0 && <p className={classes['none']}>{panelTexts.chatEmpty}</p>}
      {groupLines(lines, undefined, newFrom).map(({ day, runs }) => (
        <section key={day}>
          <h3 className={classes['day']}>
            <span>{dayName(day, locale, panelTexts)}</span>
          </h3>
          <ol className={classes['runs']}>
            {runs.map((run) => (
              <Fragment key={run.lines[0]!.id}>
                {run.lines[0]!.id === newFrom && <li className={classes['new']}>{panelTexts.chatNew}</li>}
                <MessageRun run={run} name={person.name} {...actions} />
              </Fragment>
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}
