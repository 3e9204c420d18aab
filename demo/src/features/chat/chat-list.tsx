import { fold } from '@rise/contract/fold';
import { EmptyState } from '@rise/ui';
import { RelativeTime } from '@rise/ui/panels';
import { IconBellOff, IconStarFilled } from '@tabler/icons-react';
import { memo } from 'react';
import { Avatar } from '../../components/avatar.tsx';
import { Marked } from '../../components/marked.tsx';
import { DRAWN_WHOLE_BELOW, WindowList } from '../../components/window-list.tsx';
import { AppLink } from '../../routing/link.tsx';
import { hasWords, wordsOf } from '../../simulation/words.ts';
import type { Chat } from '../../conversations/chat.queries.ts';
import { useChatTexts } from './chat.texts.ts';
import classes from './chat.module.css';

export const SHOWN = ['all', 'unread', 'starred', 'archived'] as const;
export type Shown = (typeof SHOWN)[number];

type Message = Chat['messages'][number];

/** Each name and each message is folded once: folding is slow, and a search looks at all of them with each key. */
const folded = new WeakMap<Message | Chat['contact'], string>();

function foldedOf(owner: Message | Chat['contact']): string {
  const known = folded.get(owner);
  if (known !== undefined) return known;
  const text = fold('value' in owner ? owner.value : owner.name);
  folded.set(owner, text);
  return text;
}

/** The chats of a tab whose name or messages have what is searched for. */
export function shownChats(chats: readonly Chat[], shown: Shown, query: string): readonly Chat[] {
  const words = wordsOf(fold(query));
  const has = (owner: Message | Chat['contact']) => words.every((word) => foldedOf(owner).includes(word));
  return chats.filter(({ contact, messages, archived = false, starred = false, unreadCount }) => {
    if (archived !== (shown === 'archived')) return false;
    if (shown === 'starred' && !starred) return false;
    if (shown === 'unread' && unreadCount === 0) return false;
    return has(contact) || messages.some(has);
  });
}

/** As the style sheet has it. */
const ROW_HEIGHT = 65;

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
  const row = (chat: Chat) => <ChatRow chat={chat} query={query} isOpen={chat.id === open} href={hrefOf(chat.id)} />;
  if (chats.length >= DRAWN_WHOLE_BELOW)
    return (
      <WindowList
        label={t('list')}
        items={chats}
        keyOf={({ id }) => id}
        heightOf={() => ROW_HEIGHT}
        shownFirst={open}
        className={classes['rows']}
      >
        {row}
      </WindowList>
    );
  return (
    <ul className={classes['rows']} aria-label={t('list')}>
      {chats.map((chat) => (
        <li key={chat.id}>{row(chat)}</li>
      ))}
    </ul>
  );
}

/** The last message that has what is searched for, else the last one. */
function excerptOf({ messages, lastMessage }: Chat, query: string): string {
  if (query.trim() === '') return lastMessage ?? '';
  return messages.findLast(({ value }) => hasWords([value], query))?.value ?? lastMessage ?? '';
}

interface ChatRowProps {
  chat: Chat;
  query: string;
  isOpen: boolean;
  href: string;
}

const ChatRow = memo(function ChatRow({ chat, query, isOpen, href }: ChatRowProps) {
  const t = useChatTexts();
  const { id, contact, messages, lastMessageAt, unreadCount, muted, starred } = chat;
  return (
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
  );
});
