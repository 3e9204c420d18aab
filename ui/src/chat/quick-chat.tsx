import { FocusTrap, RemoveScroll } from '@mantine/core';
import { useFocusReturn } from '@mantine/hooks';
import { IconMessageCircle, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useId } from 'react';
import { formatInteger } from '../figures/format-figure.ts';
import { Avatar } from '../panels/avatar.tsx';
import { ToolbarButton } from '../panels/toolbar-button.tsx';
import { useShellTexts } from '../theme/shell-texts.ts';
import { useUi } from '../theme/surroundings.tsx';
import { fill } from '../theme/texts.ts';
import type { ChatPerson } from './chat-model.ts';
import { Conversation, type ConversationProps } from './conversation.tsx';
import classes from './quick-chat.module.css';

export interface QuickChatProps extends Omit<ConversationProps, 'person'> {
  people: readonly ChatPerson[];
  /** Slid out. */
  opened: boolean;
  onOpenChange: (opened: boolean) => void;
  /** The id of the person whose conversation is shown. */
  selected: string | null;
  onSelect: (id: string) => void;
}

const asPerson = ({ name, avatar }: ChatPerson) => {
  const [firstName = '', ...rest] = name.split(' ');
  return { firstName, lastName: rest.at(-1) ?? '', email: '', ...(avatar !== undefined && { avatar }) };
};

function People({
  people,
  selected,
  onChoose,
}: Pick<QuickChatProps, 'people' | 'selected'> & { onChoose: (id: string) => void }) {
  const { locale } = useUi();
  const shell = useShellTexts();
  return (
    <ul className={classes['people']}>
      {people.map((person) => {
        const { id, name, unread } = person;
        return (
          <li key={id}>
            <button
              type="button"
              className={classes['person']}
              title={name}
              aria-label={unread === 0 ? name : fill(shell.chatUnread, { name, count: formatInteger(unread, locale) })}
              aria-pressed={id === selected}
              onClick={() => onChoose(id)}
            >
              <Avatar person={asPerson(person)} size={32} />
              {unread > 0 && <span className={classes['unread']} />}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Room({ chat, id }: { chat: QuickChatProps; id: string }) {
  const { texts } = useUi();
  const shell = useShellTexts();
  const { people, selected, onOpenChange } = chat;
  const person = people.find((each) => each.id === selected);
  const title = person?.name ?? shell.chat;
  useFocusReturn({ opened: true });
  return (
    <FocusTrap active key={person?.id}>
      <div id={id} className={classes['room']} role="dialog" aria-modal aria-label={title}>
        <div className={classes['header']}>
          {person !== undefined && <Avatar person={asPerson(person)} size={32} />}
          <h2 className={classes['title']}>{title}</h2>
          <button
            type="button"
            className={classes['close']}
            aria-label={texts.close}
            onClick={() => onOpenChange(false)}
          >
            <IconX size={18} />
          </button>
        </div>
        {person === undefined ? (
          <div className={classes['placeholder']}>
            <IconMessageCircle size={40} stroke={1.2} />
            <p className={classes['placeholder-title']}>{people.length === 0 ? shell.chatNone : shell.chatChoose}</p>
            {people.length > 0 && <p>{shell.chatChooseText}</p>}
          </div>
        ) : (
          <Conversation key={person.id} {...chat} person={person} />
        )}
      </div>
    </FocusTrap>
  );
}

/** The people one writes with, at the right edge of wide screens; what is written slides out beside them. */
export function QuickChat(chat: QuickChatProps) {
  const shell = useShellTexts();
  const { people, opened, onOpenChange, selected, onSelect } = chat;
  const id = useId();
  const close = () => onOpenChange(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !opened) return;
    event.stopPropagation();
    close();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape pressed anywhere inside arrives here
    <aside
      className={classes['rail']}
      data-rise-rail
      data-opened={opened || undefined}
      aria-label={shell.chat}
      onKeyDown={onKeyDown}
    >
      {opened && <div className={classes['overlay']} role="presentation" onClick={close} />}
      <RemoveScroll enabled={opened} removeScrollBar={false} className={classes['sliding']}>
        {opened && <Room chat={chat} id={id} />}
        <div className={classes['column']}>
          <button
            type="button"
            className={classes['head']}
            aria-label={shell.chat}
            aria-expanded={opened}
            aria-controls={opened ? id : undefined}
            onClick={() => onOpenChange(!opened)}
          >
            <IconMessageCircle size={20} stroke={1.7} />
          </button>
          <People
            people={people}
            selected={opened ? selected : null}
            onChoose={(chosen) => {
              onSelect(chosen);
              onOpenChange(true);
            }}
          />
        </div>
      </RemoveScroll>
    </aside>
  );
}

/** Opens the chat from the toolbar, on screens without the rail. */
export function QuickChatButton({ unread, onOpen }: { unread: number; onOpen: () => void }) {
  const { locale } = useUi();
  const shell = useShellTexts();
  const label =
    unread === 0 ? shell.chat : fill(shell.chatUnread, { name: shell.chat, count: formatInteger(unread, locale) });
  return (
    <span className={classes['opener']}>
      <ToolbarButton
        label={label}
        icon={IconMessageCircle}
        badge={unread > 0 ? formatInteger(unread, locale) : undefined}
        aria-haspopup="dialog"
        onClick={onOpen}
      />
    </span>
  );
}
