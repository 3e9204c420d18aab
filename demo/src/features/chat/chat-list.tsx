import { fold } from '@rise/contract/fold';
import { EmptyState } from '@rise/ui';
import { RelativeTime } from '@rise/ui/panels';
import { IconBellOff, IconStarFilled } from '@tabler/icons-react';
import { Avatar } from '../../components/avatar.tsx';
import { Marked } from '../../components/marked.tsx';
import { AppLink } from '../../routing/link.tsx';
import { findMatches } from '../../simulation/match.ts';
import type { Chat } from '../quick-chat/chat.queries.ts';
import { useChatTexts } from './chat.texts.ts';
import classes from './chat.module.css';

export const SHOWN = ['all', 'unread', 'starred', 'archived'] as const;
export type Shown = (typeof SHOWN)[number];

/** Each message is folded once. */
const folded = new WeakMap<Chat['messages'][number], string>();

function foldedOf(message: Chat['messages'][number]): string {
  const known = folded.get(message);
  if (known !== undefined) return known;
  const text = fold(message.value);
  folded.set(message, text);
  return text;
}

/** The chats of a tab whose name or messages have what is searched for. */
export function shownChats(chats: readonly Chat[], shown: Shown, query: string): readonly Chat[] {
  const needle = fold(query.trim());
  const has = (message: Chat['messages'][number]) => foldedOf(message).includes(needle);
  return chats.filter(({ contact, messages, archived = false, starred = false, unreadCount }) => {
    if (archived !== (shown === 'archived')) return false;
    if (shown === 'starred' && !starred) return false;
    if (shown === 'unread' && unreadCount === 0) return false;
    return needle === '' || fold(contact.name).includes(needle) || messages.some(has);
  });
}

interface ChatListProps {
  chats: readonly Chat[];
  query: string;
  isNarrowed: boolean;
  open: string | undefined;
  hrefOf: (id: string) => string;
}

export function ChatList({ chats, query, isNarrowed, open, hrefOf }: ChatListProps) {
  const t = useChatTexts();
  if (chats.length === 0)
    return query.trim() !== '' ? (
      <EmptyState art="search" title={t('noMatch')} text={t('noMatchText', { query })} />
    ) : (
      <EmptyState art="list" title={t('none')} text={t(isNarrowed ? 'noneHere' : 'noneText')} />
    );
  return (
    <ul className={classes['rows']} aria-label={t('list')}>
      {chats.map((chat) => (
        <ChatRow key={chat.id} chat={chat} query={query} isOpen={chat.id === open} href={hrefOf(chat.id)} />
      ))}
    </ul>
  );
}

/** The last message that has what is searched for, else the last one. */
function excerptOf({ messages, lastMessage }: Chat, query: string): string {
  if (query.trim() === '') return lastMessage ?? '';
  return messages.findLast(({ value }) => findMatches(value, query).length > 0)?.value ?? lastMessage ?? '';
}

function ChatRow({ chat, query, isOpen, href }: { chat: Chat; query: string; isOpen: boolean; href: string }) {
  const t = useChatTexts();
  const { id, contact, messages, lastMessageAt, unreadCount, muted, starred } = chat;
  return (
    <li>
      <AppLink
        still
        className={classes['row']}
        href={href}
        data-record={id}
        data-unread={unreadCount > 0 || undefined}
        aria-current={isOpen || undefined}
      >
        <Avatar name={contact.name} picture={contact.avatar} />
        <span className={classes['words']}>
          <span className={classes['line']}>
            <span className={classes['name']}>
              <Marked text={contact.name} query={query} />
            </span>
            {starred === true && <IconStarFilled size={14} role="img" aria-label={t('starred')} />}
            {muted && <IconBellOff size={14} role="img" aria-label={t('muted')} />}
            {lastMessageAt && (
              <span className={classes['time']}>
                <RelativeTime iso={lastMessageAt} />
              </span>
            )}
          </span>
          <span className={classes['line']}>
            <span className={classes['last']}>
              {messages.at(-1)?.isMine === true && query.trim() === '' && `${t('you')}: `}
              <Marked text={excerptOf(chat, query)} query={query} />
            </span>
            {unreadCount > 0 && (
              <span className={classes['unread']} data-muted={muted || undefined}>
                <span aria-hidden>{unreadCount}</span>
                <span className={classes['hidden']}>{t('unreadCount', { count: unreadCount })}</span>
              </span>
            )}
          </span>
        </span>
      </AppLink>
    </li>
  );
}
