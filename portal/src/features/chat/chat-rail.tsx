import { useConfirm } from '@rise/ui';
import { type ChatLine, QuickChat } from '@rise/ui/chat';
import { panelStatus } from '@rise/ui/panels';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReportError } from '../../client/use-report-error.ts';
import { useObservable } from '@rise/ui/observable';
import { useSession } from '../../session/session.ts';
import { chatQuery, chatsQuery, contactsQuery, useChangeChat, useEarlier } from './chat.queries.ts';
import { openOutbox, type Outbox } from './chat-outbox.ts';
import { chatLines, chatPeople } from './chat-people.ts';
import { changeChatState, chatState, resetChatState } from './chat-state.ts';
import { useSending } from './use-sending.ts';

/** Quick chat of the signed-in account in the active tenant. */
export default function ChatRail() {
  const session = useSession();
  const onError = useReportError();
  const { opened, selected } = useObservable(chatState);
  useEffect(() => resetChatState, []);

  const { chats, people, status, retry } = useChatPeople(opened);
  const chat = opened ? chats?.find(({ contactId }) => contactId === selected) : undefined;
  const messages = useQuery(chatQuery(chat?.id));
  const earlier = useEarlier(chat?.id);
  const change = useChangeChat();

  const [outbox] = useState(() => openOutbox(session));
  const unsent = useObservable(outbox.unsent);
  const { send, sendAgain } = useSending(outbox);
  const delivered = messages.data?.messages;
  useEffect(() => {
    for (const { id } of delivered ?? [])
      if (outbox.unsent.get().some((message) => message.id === id)) outbox.remove(id);
  }, [outbox, delivered]);
  const lines = useMemo(
    () =>
      chatLines(
        delivered ?? [],
        unsent.filter(({ contactId }) => contactId === selected),
      ),
    [delivered, unsent, selected],
  );
  const discard = useDiscard(outbox);

  return (
    <QuickChat
      people={people}
      status={status}
      onRetry={retry}
      opened={opened}
      onOpenChange={(next) => changeChatState({ opened: next })}
      selected={selected}
      onSelect={(id) => {
        earlier.reset();
        changeChatState({ selected: id });
      }}
      onMute={(id, muted) => {
        const muting = chats?.find(({ contactId }) => contactId === id);
        if (muting) change.mutate({ id: muting.id, chat: { muted } }, { onError });
      }}
      conversation={{
        lines,
        status: chat ? panelStatus(messages) : 'ready',
        onRetry: () => void messages.refetch(),
        earlier: messages.data?.earlier ? (EARLIER[earlier.status] ?? 'more') : undefined,
        onEarlier: () => earlier.mutate(),
        draft: selected === null ? '' : outbox.draftOf(selected),
        onDraft: (text) => selected !== null && outbox.saveDraft(selected, text),
        onSend: (text) => selected !== null && send(selected, text),
        onRetryLine: ({ id }) => sendAgain(id),
        onDiscardLine: (line) => void discard(line),
        onSeen: () => chat && change.mutate({ id: chat.id, chat: { unreadCount: 0 } }),
      }}
    />
  );
}

/** Chats and contacts as one list of people; `status` is 'error' if either could not be loaded. */
function useChatPeople(opened: boolean) {
  const { t } = useTranslation();
  const cache = useQueryClient();
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
  const status: 'error' | 'loading' | 'ready' =
    statuses.find((candidate) => candidate === 'error') ??
    statuses.find((candidate) => candidate === 'loading') ??
    'ready';
  const retry = () => void Promise.all([chats.refetch(), contacts.refetch()]);
  return { chats: chats.data, people, status, retry };
}

/** Removes an unsent message, once confirmed. */
function useDiscard(outbox: Outbox): (line: ChatLine) => Promise<void> {
  const { t } = useTranslation();
  const confirm = useConfirm();
  return async ({ id }) => {
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
}

const EARLIER: Record<string, 'loading' | 'failed'> = { pending: 'loading', error: 'failed' };
