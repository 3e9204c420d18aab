import { Button } from '@mantine/core';
import { DetailDrawer, EmptyState, ListSkeleton, Page, PageHeader, SegmentedChoice } from '@rise/ui';
import { useAddress, usePageTitle } from '@rise/shell/routing';
import { IconMessagePlus, IconUserCircle } from '@tabler/icons-react';
import { useDeferredValue, useMemo } from 'react';
import { useDemoQuery } from '../../client/queries.ts';
import { ListWithDetail } from '../../components/list-with-detail.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useRecord } from '../../components/use-record.ts';
import type { Chat } from '../../conversations/chat.queries.ts';
import { ChatDetail } from './chat-detail.tsx';
import { ChatList, type Shown, SHOWN, shownChats } from './chat-list.tsx';
import { ContactPanel } from './contact-panel.tsx';
import { NewChat } from './new-chat.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { useChatAddress } from './use-chat-address.ts';
import { useChatTexts } from './chat.texts.ts';
import classes from './chat.module.css';

/** The chats, latest first, the conversation of one, and panels over them. */
export default function ChatPage() {
  const t = useChatTexts();
  const { search, setSearch } = useAddress();
  const chats = useDemoQuery('chat', 'GET /api/apps/chat/chats');
  const address = useChatAddress();
  const open = useRecord(chats.data, address);
  usePageTitle(open?.contact.name);
  // What is typed shows before the chats that it finds.
  const query = useDeferredValue(search['q'] ?? '');
  const shown = SHOWN.find((each) => each === search['show']) ?? 'all';
  const listed = useMemo(() => shownChats(chats.data ?? [], shown, query), [chats.data, shown, query]);
  return (
    <Page>
      <PageHeader
        title={t('title')}
        actions={
          <>
            <SearchField label={t('search')} className={classes['search']} />
            <Button
              variant="default"
              leftSection={<IconUserCircle size={16} />}
              onClick={() => setSearch({ panel: 'profile' }, 'push')}
            >
              {t('profile')}
            </Button>
            <Button leftSection={<IconMessagePlus size={16} />} onClick={() => setSearch({ panel: 'new' }, 'push')}>
              {t('newChat')}
            </Button>
          </>
        }
      />
      <div className={classes['tabs']}>
        <SegmentedChoice
          label={t('which')}
          value={shown}
          options={SHOWN.map((value) => ({ value, label: t(value) }))}
          onChange={(value: Shown) => setSearch({ show: value === 'all' ? null : value })}
        />
      </div>
      <div className={classes['chat']}>
        <ListWithDetail
          record={open}
          titleOf={({ contact }) => contact.name}
          listHref={address.listHref}
          Detail={ChatDetail}
          placeholder={
            <div className={classes['placeholder']}>
              <EmptyState art="list" title={t('choose')} />
            </div>
          }
        >
          <QueryContent query={chats} fallback={<ListSkeleton rows={6} />}>
            {() => (
              <ChatList
                chats={listed}
                query={query}
                isNarrowed={shown !== 'all'}
                open={open?.id}
                hrefOf={address.hrefOf}
              />
            )}
          </QueryContent>
        </ListWithDetail>
      </div>
      <Panels open={open} />
    </Page>
  );
}

/** What `?panel=` in the address shows; Back closes it. */
function Panels({ open }: { open: Chat | null }) {
  const t = useChatTexts();
  const { search, setSearch } = useAddress();
  const panel = search['panel'];
  const close = () => setSearch({ panel: null });
  return (
    <>
      <DetailDrawer
        opened={panel === 'new' || panel === 'group'}
        onClose={close}
        title={t(panel === 'group' ? 'newGroup' : 'newChat')}
      >
        <NewChat isGroup={panel === 'group'} onGroup={() => setSearch({ panel: 'group' })} />
      </DetailDrawer>
      <DetailDrawer opened={panel === 'profile'} onClose={close} title={t('profile')}>
        <ProfilePanel />
      </DetailDrawer>
      <DetailDrawer opened={panel === 'contact' && open !== null} onClose={close} title={open?.contact.name ?? ''}>
        {open && <ContactPanel chat={open} />}
      </DetailDrawer>
    </>
  );
}
