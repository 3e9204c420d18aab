import { EmptyState, ListSkeleton, Page, PageHeader } from '@rise/ui';
import { RelativeTime } from '@rise/ui/panels';
import { useDemoQuery } from '../../client/queries.ts';
import { QueryContent } from '../../components/query-content.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { ListWithDetail } from '../../components/list-with-detail.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useRecord, useRecordAddress } from '../../components/use-record.ts';
import { useAddress, usePageTitle } from '@rise/shell/routing';
import { AppLink } from '../../routing/link.tsx';
import { findMatches } from '../../simulation/match.ts';
import { type Chat, Conversation } from './conversation.tsx';
import { useChatTexts } from './chat.texts.ts';
import classes from './chat.module.css';

/** The chats, latest first, and the conversation of one. */
export default function ChatPage() {
  const t = useChatTexts();
  const { search } = useAddress();
  const chats = useDemoQuery('chat', 'GET /api/apps/chat/chats');
  const address = useRecordAddress('/apps/chat');
  const open = useRecord(chats.data, address);
  usePageTitle(open?.contact.name);
  const query = search['q'] ?? '';
  return (
    <Page>
      <PageHeader
        title={t('title')}
        purpose={t('purpose')}
        actions={<SearchField label={t('search')} className={classes['search']} />}
      />
      <div className={classes['chat']}>
        <ListWithDetail
          record={open}
          titleOf={({ contact }) => contact.name}
          listHref={address.listHref}
          Detail={Conversation}
          placeholder={
            <div className={classes['placeholder']}>
              <EmptyState art="list" title={t('choose')} />
            </div>
          }
        >
          <QueryContent query={chats} fallback={<ListSkeleton rows={6} />}>
            {(all) => <ChatList chats={results(all, query)} query={query} open={open?.id} hrefOf={address.hrefOf} />}
          </QueryContent>
        </ListWithDetail>
      </div>
    </Page>
  );
}

const results = (chats: readonly Chat[], query: string) =>
  query.trim() === '' ? chats : chats.filter(({ contact }) => findMatches(contact.name, query).length > 0);

interface ChatListProps {
  chats: readonly Chat[];
  query: string;
  open: string | undefined;
  hrefOf: (id: string) => string;
}

function ChatList({ chats, query, open, hrefOf }: ChatListProps) {
  const t = useChatTexts();
  if (chats.length === 0)
    return query.trim() === '' ? (
      <EmptyState art="list" title={t('none')} text={t('noneText')} />
    ) : (
      <EmptyState art="search" title={t('nobody')} text={t('nobodyText', { query })} />
    );
  return (
    <ul className={classes['rows']} aria-label={t('list')}>
      {chats.map(({ id, contact, lastMessage, lastMessageAt, unreadCount }) => (
        <li key={id}>
          <AppLink
            still
            className={classes['row']}
            href={hrefOf(id)}
            data-record={id}
            aria-current={id === open || undefined}
          >
            <Avatar name={contact.name} picture={contact.avatar} />
            <span className={classes['words']}>
              <span className={classes['line']}>
                <span className={classes['name']}>{contact.name}</span>
                {lastMessageAt && (
                  <span className={classes['time']}>
                    <RelativeTime iso={lastMessageAt} />
                  </span>
                )}
              </span>
              <span className={classes['last']}>{lastMessage}</span>
              {unreadCount > 0 && <span className={classes['unread']}>{t('unread', { count: unreadCount })}</span>}
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
