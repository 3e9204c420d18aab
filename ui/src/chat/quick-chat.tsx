import { FocusTrap, RemoveScroll } from '@mantine/core';
import { IconArrowLeft, IconBell, IconBellOff, IconMessageCircle, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { formatInteger } from '../figures/format-figure.ts';
import { trapTab } from '../focus/trap-tab.ts';
import { ToolbarButton } from '../toolbar/toolbar-button.tsx';
import { usePanelTexts } from '../texts/panel-texts.ts';
import { useUiContext } from '../context/ui-context.tsx';
import { fill } from '../texts/ui-texts.ts';
import type { ChatPerson } from './chat-model.ts';
import { Conversation, type ConversationState } from './conversation.tsx';
import { useInitialFocus } from '../focus/use-initial-focus.ts';
import { PeopleList } from './people-list.tsx';
import { PeopleStrip } from './people-strip.tsx';
import { PersonAvatar, presenceName } from './person-avatar.tsx';
import { useChatAnnouncement } from './use-chat-announcement.ts';
import classes from './quick-chat.module.css';

export interface QuickChatProps {
  /** People with conversations first, the latest first; then the others by name. */
  people: readonly ChatPerson[];
  status?: 'loading' | 'ready' | 'error';
  onRetry?: () => void;
  /** Open. */
  opened: boolean;
  onOpenChange: (opened: boolean) => void;
  /** Id of the person whose conversation is shown; null for the list. */
  selected: string | null;
  onSelect: (id: string | null) => void;
  /** With the selected person. */
  conversation: ConversationState;
  /** Mutes or unmutes a person. */
  onMute: (id: string, muted: boolean) => void;
}

function PersonHeader({ person, onMute }: { person: ChatPerson; onMute: (muted: boolean) => void }) {
  const { texts } = useUiContext();
  const panelTexts = usePanelTexts();
  const { name, presence, about, muted = false, last, closed } = person;
  const focus = useInitialFocus<HTMLHeadingElement>('title', closed === undefined);
  return (
    <>
      <PersonAvatar person={person} />
      <div className={classes['who']}>
        <h2 {...focus} className={classes['title']} tabIndex={-1} title={name}>
          {name}
        </h2>
        <p className={classes['presence']}>{presenceName(presence, texts, panelTexts) ?? about}</p>
      </div>
      {last !== undefined && (
        <ToolbarButton
          label={muted ? panelTexts.chatUnmute : panelTexts.chatMute}
          icon={muted ? IconBellOff : IconBell}
          onClick={() => onMute(!muted)}
        />
      )}
    </>
  );
}

function PlainTitle({ children }: { children: string }) {
  const focus = useInitialFocus<HTMLHeadingElement>('title');
  return (
    <h2 {...focus} className={classes['title']} tabIndex={-1}>
      {children}
    </h2>
  );
}

/** Restores the focus on closing. */
function useRestoreFocus(opened: boolean) {
  const before = useRef<Element>(null);
  // Runs before anything inside takes the focus.
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

function ChatContent({ chat, person }: { chat: QuickChatProps; person: ChatPerson | undefined }) {
  const { texts } = useUiContext();
  const { people, status = 'ready', onRetry, onOpenChange, onSelect, conversation, onMute } = chat;
  return (
    <div className={classes['content']}>
      <div className={classes['header']}>
        {person === undefined ? (
          <PlainTitle>{texts.chat}</PlainTitle>
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

/** The chat's rail at the right edge of wide screens; conversations slide out beside it. */
export function QuickChat(chat: QuickChatProps) {
  const { texts } = useUiContext();
  const panelTexts = usePanelTexts();
  const { people, opened, onOpenChange, selected, onSelect, conversation } = chat;
  const person = opened ? people.find((item) => item.id === selected) : undefined;
  const announcement = useChatAnnouncement(people, person, conversation.lines);
  useRestoreFocus(opened);
  const close = () => onOpenChange(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !opened) return;
    event.stopPropagation();
    close();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Escape for everything inside
    <aside className={classes['quick']} data-opened={opened || undefined} aria-label={texts.chat} onKeyDown={onKeyDown}>
      <div className={classes['hidden']} role="status">
        <span key={announcement.turn}>{announcement.words}</span>
      </div>
      {opened && <div className={classes['overlay']} role="presentation" onClick={close} />}
      <RemoveScroll enabled={opened} removeScrollBar={false} className={classes['sliding']}>
        <FocusTrap active={opened}>
          <div
            className={classes['panel']}
            {...(opened && {
              role: 'dialog',
              'aria-modal': true,
              'aria-label': person?.name ?? texts.chat,
              tabIndex: -1,
              onKeyDown: trapTab,
            })}
          >
            {opened && <ChatContent chat={chat} person={person} />}
            <div className={classes['column']}>
              <button
                type="button"
                className={classes['head']}
                aria-label={panelTexts.chatAll}
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
  const { locale, texts } = useUiContext();
  const panelTexts = usePanelTexts();
  const count = formatInteger(unread, locale);
  return (
    <ToolbarButton
      label={unread === 0 ? texts.chat : fill(panelTexts.chatUnread, { name: texts.chat, count })}
      icon={IconMessageCircle}
      badge={unread > 0 ? (unread > 99 ? '99+' : count) : undefined}
      aria-haspopup="dialog"
      aria-expanded={opened}
      onClick={onOpen}
    />
  );
}
