import { ActionIcon, CloseButton, Menu, TextInput } from '@mantine/core';
import { useAddress } from '@rise/shell/routing';
import { DropdownMenu, useUiContext } from '@rise/ui';
import { Conversation } from '@rise/ui/chat';
import { useObservable } from '@rise/ui/observable';
import {
  IconArchive,
  IconBell,
  IconBellOff,
  IconDotsVertical,
  IconEraser,
  IconInfoCircle,
  IconMail,
  IconSearch,
  IconStar,
  IconStarFilled,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { findMatches } from '../../simulation/match.ts';
import { chatPeople } from '../quick-chat/chat-people.ts';
import type { Chat } from '../quick-chat/chat.queries.ts';
import { answering } from '../quick-chat/outbox.ts';
import { useConversation } from '../quick-chat/use-conversation.tsx';
import { useChatActs } from './use-chat-acts.ts';
import { useChatTexts } from './chat.texts.ts';
import classes from './chat.module.css';

/** Messages that are shown at first, and with each step back. */
const STEP = 100;

/** A conversation: opens at its end, and reading it clears what was unread. */
export function ChatDetail({ record }: { record: Chat }) {
  return <OpenChat key={record.id} chat={record} />;
}

function OpenChat({ chat }: { chat: Chat }) {
  const t = useChatTexts();
  const { search } = useAddress();
  const [shown, setShown] = useState(STEP);
  const conversation = useConversation(chat.contactId, chat);
  const isAnswering = useObservable(answering).includes(chat.contactId);
  const query = search['find'] ?? '';
  const found =
    query.trim() === ''
      ? conversation.lines
      : conversation.lines.filter(({ value }) => findMatches(value, query).length > 0);
  const [person] = chatPeople([{ ...chat, archived: false }], []);
  return (
    <div className={classes['conversation']}>
      <ChatBar chat={chat} isAnswering={isAnswering} found={query.trim() === '' ? null : found.length} />
      {query.trim() !== '' && found.length === 0 ? (
        <p className={classes['empty']}>{t('nothingFound', { query })}</p>
      ) : (
        <Conversation
          {...conversation}
          key={query.trim() === '' ? 'all' : 'found'}
          person={person!}
          lines={found.slice(-shown)}
          earlier={found.length > shown ? 'more' : undefined}
          onEarlier={() => setShown(shown + STEP)}
        />
      )}
    </div>
  );
}

interface ChatBarProps {
  chat: Chat;
  isAnswering: boolean;
  /** How many messages a search found; null where there is none. */
  found: number | null;
}

function ChatBar({ chat, isAnswering, found }: ChatBarProps) {
  const t = useChatTexts();
  const { texts } = useUiContext();
  const { search, setSearch } = useAddress();
  const { toggle } = useChatActs();
  const isFinding = search['find'] !== undefined;
  const [isSearchOpen, setSearchOpen] = useState(isFinding);
  const closeSearch = () => {
    setSearchOpen(false);
    setSearch({ find: null });
  };
  if (isSearchOpen || isFinding)
    return (
      <div className={classes['bar']}>
        <TextInput
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was just asked for
          autoFocus
          type="search"
          className={classes['find']}
          aria-label={t('findMessage')}
          placeholder={t('findMessage')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search['find'] ?? ''}
          onChange={({ currentTarget }) => setSearch({ find: currentTarget.value })}
        />
        <span role="status" className={classes['found']}>
          {found !== null && t('found', { count: found })}
        </span>
        <CloseButton aria-label={texts.close} onClick={closeSearch} />
      </div>
    );
  return (
    <div className={classes['bar']}>
      <p className={classes['about']} role="status">
        {isAnswering ? t('answering', { name: chat.contact.name }) : chat.contact.about}
      </p>
      <Tool label={t('findMessage')} Picture={IconSearch} onClick={() => setSearchOpen(true)} />
      <Tool
        label={t('starred')}
        isPressed={chat.starred === true}
        Picture={chat.starred === true ? IconStarFilled : IconStar}
        onClick={() => toggle(chat, 'starred')}
      />
      <Tool label={t('details')} Picture={IconInfoCircle} onClick={() => setSearch({ panel: 'contact' }, 'push')} />
      <ChatMenu chat={chat} />
    </div>
  );
}

interface ToolProps {
  label: string;
  Picture: typeof IconStar;
  onClick: () => void;
  isPressed?: boolean;
}

function Tool({ label, Picture, onClick, isPressed }: ToolProps) {
  return (
    <ActionIcon size="lg" color="gray" aria-label={label} title={label} aria-pressed={isPressed} onClick={onClick}>
      <Picture size={18} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}

function ChatMenu({ chat }: { chat: Chat }) {
  const t = useChatTexts();
  const { toggle, markUnread, clear, remove } = useChatActs();
  const item = (label: string, Picture: typeof IconStar, act: () => void, color?: string) => (
    <Menu.Item leftSection={<Picture size={16} stroke={1.7} aria-hidden />} onClick={act} color={color}>
      {label}
    </Menu.Item>
  );
  return (
    <DropdownMenu withinPortal position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon size="lg" color="gray" aria-label={t('more')} title={t('more')}>
          <IconDotsVertical size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {item(t(chat.muted ? 'unmute' : 'mute'), chat.muted ? IconBell : IconBellOff, () => toggle(chat, 'muted'))}
        {item(t('markUnread'), IconMail, () => markUnread(chat))}
        {item(t(chat.archived === true ? 'restore' : 'archive'), IconArchive, () => toggle(chat, 'archived'))}
        {item(t('clear'), IconEraser, () => clear(chat))}
        {item(t('delete'), IconTrash, () => remove(chat), 'red')}
      </Menu.Dropdown>
    </DropdownMenu>
  );
}
