import { useLanguage } from '@rise/shell/language';
import { useIdle } from '@rise/shell/idle';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { demoQuery } from '../client/queries.ts';

/** Numbers of unread items by id of the menu's item; none of them until the page has time to count. */
export function useBadges(): ReadonlyMap<string, number> {
  const language = useLanguage();
  const enabled = useIdle();
  const { data: folders } = useQuery({ ...demoQuery('mailbox', 'GET /api/apps/mailbox/folders', language), enabled });
  const { data: chats } = useQuery({ ...demoQuery('chat', 'GET /api/apps/chat/chats', language), enabled });
  return useMemo(() => {
    const mails = folders?.find(({ slug }) => slug === 'inbox')?.count ?? 0;
    const messages = (chats ?? []).reduce((sum, { unreadCount, muted }) => sum + (muted ? 0 : unreadCount), 0);
    return new Map([
      ['apps.mailbox', mails],
      ['apps.chat', messages],
    ]);
  }, [folders, chats]);
}
