import { EmptyState, ListSkeleton, Page, PageHeader } from '@rise/ui';
import { RelativeTime } from '@rise/ui/panels';
import { useDemoQuery } from '../../client/queries.ts';
import { Answered } from '../../reading/answered.tsx';
import { Face } from '../../reading/face.tsx';
import { ListWithDetail } from '../../reading/list-with-detail.tsx';
import { SearchField } from '../../reading/search-field.tsx';
import { useRecord, useRecordAddress } from '../../reading/use-record.ts';
import { useAddress } from '../../routing/address.ts';
import { AppLink } from '../../routing/link.tsx';
import { usePageTitle } from '../../routing/page-title.ts';
import { matches } from '../../simulation/match.ts';
import { type Chat, Conversation } from './conversation.tsx';
import { useChatTexts } from './chat.texts.ts';
import classes from './chat.module.css';

/** The chats, the latest first, and what was written in one of them. */
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
          <Answered query={chats} meanwhile={<ListSkeleton rows={6} />}>
            {(all) => <ChatList chats={found(all, query)} query={query} open={open?.id} hrefOf={address.hrefOf} />}
          </Answered>
        </ListWithDetail>
      </div>
    </Page>
  );
}

const found = (chats: readonly Chat[], query: string) =>
  query.trim() === '' ? chats : chats.filter(({ contact }) => matches(contact.name, query).length > 0);

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
            <Face name={contact.name} picture={contact.avatar} />
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
