import { FocusTrap, RemoveScroll } from '@mantine/core';
import { IconArrowLeft, IconBell, IconBellOff, IconMessageCircle, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { formatInteger } from '../figures/format-figure.ts';
import { goRound } from '../panels/go-round.ts';
import { ToolbarButton } from '../panels/toolbar-button.tsx';
import { useShellTexts } from '../theme/shell-texts.ts';
import { useUi } from '../theme/surroundings.tsx';
import { fill } from '../theme/texts.ts';
import type { ChatPerson } from './chat-model.ts';
import { Conversation, type ConversationState } from './conversation.tsx';
import { useFirstFocus } from './first-focus.ts';
import { PeopleList } from './people-list.tsx';
import { PeopleStrip } from './people-strip.tsx';
import { PersonAvatar, presenceName } from './person-avatar.tsx';
import { useNews } from './use-news.ts';
import classes from './quick-chat.module.css';

export interface QuickChatProps {
  /** Those one writes with first, the newest of them first; then the others, by name. */
  people: readonly ChatPerson[];
  status?: 'loading' | 'ready' | 'error';
  onRetry?: () => void;
  /** Slid out. */
  opened: boolean;
  onOpenChange: (opened: boolean) => void;
  /** The id of the person whose conversation is shown; null shows everybody. */
  selected: string | null;
  onSelect: (id: string | null) => void;
  /** With the selected person. */
  conversation: ConversationState;
  /** Has a person's messages come quietly, or not any more. */
  onMute: (id: string, muted: boolean) => void;
}

function PersonHeader({ person, onMute }: { person: ChatPerson; onMute: (muted: boolean) => void }) {
  const { texts } = useUi();
  const shell = useShellTexts();
  const { name, presence, about, muted = false, last, closed } = person;
  const focus = useFirstFocus<HTMLHeadingElement>('title', closed === undefined);
  return (
    <>
      <PersonAvatar person={person} />
      <div className={classes['who']}>
        <h2 {...focus} className={classes['title']} tabIndex={-1} title={name}>
          {name}
        </h2>
        <p className={classes['presence']}>{presenceName(presence, texts, shell) ?? about}</p>
      </div>
      {last !== undefined && (
        <ToolbarButton
          label={muted ? shell.chatUnmute : shell.chatMute}
          icon={muted ? IconBellOff : IconBell}
          onClick={() => onMute(!muted)}
        />
      )}
    </>
  );
}

function PlainTitle({ children }: { children: string }) {
  const focus = useFirstFocus<HTMLHeadingElement>('title');
  return (
    <h2 {...focus} className={classes['title']} tabIndex={-1}>
      {children}
    </h2>
  );
}

/** Gives the focus back, on closing, to what had it before. */
function useFocusBack(opened: boolean) {
  const before = useRef<Element>(null);
  // Before anything inside takes the focus.
  useLayoutEffect(() => {
    if (opened) before.current = document.activeElement;
  }, [opened]);
  useEffect(() => {
    if (!opened) return undefined;
    return () => {
      if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    };
  }, [opened]);
}

function Room({ chat, person }: { chat: QuickChatProps; person: ChatPerson | undefined }) {
  const { texts } = useUi();
  const shell = useShellTexts();
  const { people, status = 'ready', onRetry, onOpenChange, onSelect, conversation, onMute } = chat;
  return (
    <div className={classes['room']}>
      <div className={classes['header']}>
        {person === undefined ? (
          <PlainTitle>{shell.chat}</PlainTitle>
        ) : (
          <>
            <ToolbarButton label={texts.back} icon={IconArrowLeft} onClick={() => onSelect(null)} />
            <PersonHeader key={person.id} person={person} onMute={(muted) => onMute(person.id, muted)} />
          </>
        )}
        <ToolbarButton label={texts.close} icon={IconX} onClick={() => onOpenChange(false)} />
      </div>
      {person === undefined ? (
        <PeopleList people={people} status={status} onRetry={onRetry} onSelect={onSelect} />
      ) : (
        <Conversation key={person.id} {...conversation} person={person} />
      )}
    </div>
  );
}

/** The people one writes with, at the right edge of wide screens; what is written slides out beside them. */
export function QuickChat(chat: QuickChatProps) {
  const shell = useShellTexts();
  const { people, opened, onOpenChange, selected, onSelect, conversation } = chat;
  const person = opened ? people.find((each) => each.id === selected) : undefined;
  const news = useNews(people, person, conversation.lines);
  useFocusBack(opened);
  const close = () => onOpenChange(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !opened) return;
    event.stopPropagation();
    close();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape pressed anywhere inside arrives here
    <aside className={classes['quick']} data-opened={opened || undefined} aria-label={shell.chat} onKeyDown={onKeyDown}>
      <div className={classes['hidden']} role="status">
        <span key={news.turn}>{news.words}</span>
      </div>
      {opened && <div className={classes['overlay']} role="presentation" onClick={close} />}
      <RemoveScroll enabled={opened} removeScrollBar={false} className={classes['sliding']}>
        <FocusTrap active={opened}>
          <div
            className={classes['panel']}
            {...(opened && {
              role: 'dialog',
              'aria-modal': true,
              'aria-label': person?.name ?? shell.chat,
              tabIndex: -1,
              onKeyDown: goRound,
            })}
          >
            {opened && <Room chat={chat} person={person} />}
            <div className={classes['column']}>
              <button
                type="button"
                className={classes['head']}
                aria-label={shell.chatAll}
                aria-expanded={opened}
                onClick={() => {
                  if (opened && person === undefined) return close();
                  onSelect(null);
                  onOpenChange(true);
                }}
              >
                <IconMessageCircle size={20} stroke={1.7} />
              </button>
              <PeopleStrip
                people={people}
                selected={person?.id ?? null}
                onChoose={(chosen) => {
                  onSelect(chosen);
                  onOpenChange(true);
                }}
              />
            </div>
          </div>
        </FocusTrap>
      </RemoveScroll>
    </aside>
  );
}

/** Opens the chat from the toolbar, on screens without the rail. */
export function QuickChatButton({
  unread,
  opened = false,
  onOpen,
}: {
  unread: number;
  opened?: boolean;
  onOpen: () => void;
}) {
  const { locale } = useUi();
  const shell = useShellTexts();
  const count = formatInteger(unread, locale);
  return (
    <ToolbarButton
      label={unread === 0 ? shell.chat : fill(shell.chatUnread, { name: shell.chat, count })}
      icon={IconMessageCircle}
      badge={unread > 0 ? (unread > 99 ? '99+' : count) : undefined}
      aria-haspopup="dialog"
      aria-expanded={opened}
      onClick={onOpen}
    />
  );
}
