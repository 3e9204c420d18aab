import { useConfirm } from '@rise/ui';
import { type ChatLine, QuickChat } from '@rise/ui/chat';
import { panelStatus } from '@rise/ui/panels';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTellFailure } from '../../client/use-tell-failure.ts';
import { useObservable } from '@rise/ui/kernel';
import { useSession } from '../../session/session.ts';
import { chatQuery, chatsQuery, contactsQuery, useChangeChat, useEarlier } from './chat.queries.ts';
import { openOutbox } from './chat-outbox.ts';
import { chatLines, chatPeople } from './chat-people.ts';
import { changeRoom, chatRoom, leaveRoom } from './chat-room.ts';
import { useSending } from './use-sending.ts';

/** Quick chat of one person in one tenant. */
export default function ChatRail() {
  const { t } = useTranslation();
  const session = useSession();
  const cache = useQueryClient();
  const onError = useTellFailure();
  const confirm = useConfirm();
  const { opened, selected } = useObservable(chatRoom);
  useEffect(() => leaveRoom, []);

  const chats = useQuery(chatsQuery);
  const contacts = useQuery(contactsQuery);
  useEffect(() => {
    if (opened) void cache.prefetchQuery(contactsQuery);
  }, [cache, opened]);
  const people = useMemo(
    () => chatPeople(chats.data ?? [], contacts.data ?? [], (name) => t('quickChat.closed', { name })),
    [chats.data, contacts.data, t],
  );
  const statuses = [panelStatus(chats), panelStatus(contacts)];

  const chat = opened ? chats.data?.find(({ contactId }) => contactId === selected) : undefined;
  const messages = useQuery(chatQuery(chat?.id));
  const earlier = useEarlier(chat?.id);
  const change = useChangeChat();

  const [outbox] = useState(() => openOutbox(session));
  const unsent = useObservable(outbox.unsent);
  const { send, sendAgain } = useSending(outbox);
  const written = messages.data?.messages;
  useEffect(() => {
    for (const { id } of written ?? []) if (outbox.unsent.get().some((one) => one.id === id)) outbox.remove(id);
  }, [outbox, written]);
  const lines = useMemo(
    () =>
      chatLines(
        written ?? [],
        unsent.filter(({ contactId }) => contactId === selected),
      ),
    [written, unsent, selected],
  );

  const discard = async ({ id }: ChatLine) => {
    const answer = await confirm({
      title: t('quickChat.discard'),
      message: t('quickChat.discardText'),
      actions: {
        confirm: { label: t('common.delete'), color: 'warn' },
        cancel: { label: t('common.cancel') },
      },
    });
    if (answer === 'confirmed') outbox.remove(id);
  };

  return (
    <QuickChat
      people={people}
      status={
        statuses.find((status) => status === 'error') ?? statuses.find((status) => status === 'loading') ?? 'ready'
      }
      onRetry={() => void Promise.all([chats.refetch(), contacts.refetch()])}
      opened={opened}
      onOpenChange={(next) => changeRoom({ opened: next })}
      selected={selected}
      onSelect={(id) => {
        earlier.reset();
        changeRoom({ selected: id });
      }}
      onMute={(id, muted) => {
        const muting = chats.data?.find(({ contactId }) => contactId === id);
        if (muting) change.mutate({ id: muting.id, chat: { muted } }, { onError });
      }}
      conversation={{
        lines,
        status: chat ? panelStatus(messages) : 'ready',
        onRetry: () => void messages.refetch(),
        earlier: messages.data?.earlier ? (EARLIER[earlier.status] ?? 'more') : undefined,
        onEarlier: () => earlier.mutate(),
        draft: selected === null ? '' : outbox.draftOf(selected),
        onDraft: (text) => selected !== null && outbox.keepDraft(selected, text),
        onSend: (text) => selected !== null && send(selected, text),
        onRetryLine: ({ id }) => sendAgain(id),
        onDiscardLine: (line) => void discard(line),
        onSeen: () => chat && change.mutate({ id: chat.id, chat: { unreadCount: 0 } }),
      }}
    />
  );
}

const EARLIER: Record<string, 'loading' | 'failed'> = { pending: 'loading', error: 'failed' };
