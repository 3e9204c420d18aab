import { ActionIcon, Button, CloseButton, Menu, TextInput } from '@mantine/core';
import { useAddress } from '@rise/shell/routing';
import { DropdownMenu, useUiContext } from '@rise/ui';
import {
  IconArchive,
  IconBell,
  IconBellOff,
  IconDotsVertical,
  IconEraser,
  IconInfoCircle,
  IconListCheck,
  IconMail,
  IconSearch,
  IconStar,
  IconStarFilled,
  IconTrash,
} from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Chat } from '../../conversations/chat.queries.ts';
import type { MessageSelection } from './use-message-selection.ts';
import { useChatActs } from './use-chat-acts.ts';
import { useChatTexts } from './chat.texts.ts';
import classes from './chat.module.css';

/** Escape ends what the bar is for at the moment, and does not close the chat as well: neither panel nor drawer. */
const ESCAPES = { 'data-mantine-stop-propagation': true };
export const onEscape = (act: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  event.stopPropagation();
  act();
};

interface ChatBarProps {
  chat: Chat;
  isAnswering: boolean;
  /** How many messages a search found; null where there is none. */
  found: number | null;
  selection: MessageSelection;
}

/** What can be done with a chat; its search, or what is done with chosen messages, in place of that. */
export function ChatBar({ chat, isAnswering, found, selection }: ChatBarProps) {
  const t = useChatTexts();
  const { search, setSearch } = useAddress();
  const { toggle } = useChatActs();
  const [isSearchOpen, setSearchOpen] = useState(false);
  const closeSearch = () => {
    setSearchOpen(false);
    setSearch({ find: null });
  };
  if (selection.isOn) return <SelectionBar chat={chat} selection={selection} />;
  if (isSearchOpen || search['find'] !== undefined) return <SearchBar found={found} onClose={closeSearch} />;
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
      <ChatMenu chat={chat} onSelect={selection.begin} />
    </div>
  );
}

function SearchBar({ found, onClose }: { found: number | null; onClose: () => void }) {
  const t = useChatTexts();
  const { texts } = useUiContext();
  const { search, setSearch } = useAddress();
  return (
    <div className={classes['bar']}>
      <TextInput
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the search was just opened
        autoFocus
        type="search"
        {...ESCAPES}
        className={classes['find']}
        aria-label={t('findMessage')}
        placeholder={t('findMessage')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search['find'] ?? ''}
        onKeyDown={onEscape(onClose)}
        onChange={({ currentTarget }) => setSearch({ find: currentTarget.value })}
      />
      <span role="status" className={classes['found']}>
        {found !== null && t('found', { count: found })}
      </span>
      <CloseButton aria-label={texts.close} onClick={onClose} />
    </div>
  );
}

function SelectionBar({ chat, selection }: { chat: Chat; selection: MessageSelection }) {
  const t = useChatTexts();
  const { removeMessages } = useChatActs();
  const close = useRef<HTMLButtonElement>(null);
  const count = selection.ids.size;
  // The menu that had the focus is gone.
  useEffect(() => close.current?.focus(), []);
  return (
    <div className={classes['bar']}>
      <CloseButton ref={close} {...ESCAPES} aria-label={t('endSelection')} onClick={selection.end} />
      <span role="status" className={classes['about']}>
        {t('selected', { count })}
      </span>
      <Button
        {...ESCAPES}
        variant="subtle"
        color="red"
        size="compact-md"
        leftSection={<IconTrash size={16} />}
        disabled={count === 0}
        onClick={() => {
          removeMessages(chat, selection.ids);
          selection.end();
        }}
      >
        {t('deleteMessages')}
      </Button>
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

function ChatMenu({ chat, onSelect }: { chat: Chat; onSelect: () => void }) {
  const t = useChatTexts();
  const { toggle, markUnread, clear, remove } = useChatActs();
  const hasMessages = chat.messages.length > 0;
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
        {hasMessages && item(t('select'), IconListCheck, onSelect)}
        {item(t(chat.muted ? 'unmute' : 'mute'), chat.muted ? IconBell : IconBellOff, () => toggle(chat, 'muted'))}
        {item(t('markUnread'), IconMail, () => markUnread(chat))}
        {item(t(chat.archived === true ? 'restore' : 'archive'), IconArchive, () => toggle(chat, 'archived'))}
        {hasMessages && item(t('clear'), IconEraser, () => clear(chat))}
        {item(t('delete'), IconTrash, () => remove(chat), 'red')}
      </Menu.Dropdown>
    </DropdownMenu>
  );
}
