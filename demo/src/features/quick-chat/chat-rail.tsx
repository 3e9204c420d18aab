import { useConfirm } from '@rise/ui';
import { type ChatLine, QuickChat } from '@rise/ui/chat';
import { panelStatus } from '@rise/ui/panels';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useFailureDialog } from '../../client/use-failure-dialog.ts';
import { useObservable } from '@rise/ui/observable';
import { chatLines, chatPeople } from './chat-people.ts';
import { updateChat, chatState, closeChat } from './chat-state.ts';
import { useChangeChat, useChat, useChats, useContacts } from './chat.queries.ts';
import { discard, drafts, send, sendAgain, pendingMessages } from './outbox.ts';
import { useQuickChatTexts } from './quick-chat.texts.ts';

/** The chat panel next to every page. It shares its messages with other tabs and with the chat app. */
export default function ChatRail() {
  const t = useQuickChatTexts();
  const cache = useQueryClient();
  const showFailure = useFailureDialog();
  const confirm = useConfirm();
  const { opened, selected } = useObservable(chatState);
  useEffect(() => closeChat, []);

  const chats = useChats();
  const contacts = useContacts();
  const people = useMemo(() => chatPeople(chats.data ?? [], contacts.data ?? []), [chats.data, contacts.data]);
  const statuses = [panelStatus(chats), panelStatus(contacts)];

  const chat = opened ? chats.data?.find(({ contactId }) => contactId === selected) : undefined;
  const messages = useChat(chat?.id);
  const change = useChangeChat();
  const pending = useObservable(pendingMessages);
  const storedMessages = messages.data?.messages;
  const lines = useMemo(
    () =>
      chatLines(
        storedMessages ?? [],
        pending.filter(({ contactId }) => contactId === selected),
      ),
    [storedMessages, pending, selected],
  );
  const stored = () => cache.invalidateQueries({ queryKey: ['chat'] });

  const confirmDiscard = async ({ id }: ChatLine) => {
    const answer = await confirm({
      title: t('discard'),
      message: t('discardText'),
      actions: { confirm: { label: t('delete'), color: 'warn' }, cancel: { label: t('cancel') } },
    });
    if (answer === 'confirmed') discard(id);
  };

  return (
    <QuickChat
      people={people}
      status={
        statuses.find((status) => status === 'error') ?? statuses.find((status) => status === 'loading') ?? 'ready'
      }
      onRetry={() => void Promise.all([chats.refetch(), contacts.refetch()])}
      opened={opened}
      onOpenChange={(next) => updateChat({ opened: next })}
      selected={selected}
      onSelect={(id) => updateChat({ selected: id })}
      onMute={(id, muted) => {
        const muting = chats.data?.find(({ contactId }) => contactId === id);
        if (muting) change.mutate({ body: { id: muting.id, chat: { muted } } }, { onError: showFailure });
      }}
      conversation={{
        lines,
        status: chat ? panelStatus(messages) : 'ready',
        onRetry: () => void messages.refetch(),
        draft: selected === null ? '' : (drafts.get(selected) ?? ''),
        onDraft: (text) => selected !== null && drafts.set(selected, text),
        onSend: (text) => selected !== null && send(selected, text, stored),
        onRetryLine: ({ id }) => sendAgain(id, stored),
        onDiscardLine: (line) => void confirmDiscard(line),
        onSeen: () => chat && change.mutate({ body: { id: chat.id, chat: { unreadCount: 0 } } }),
      }}
    />
  );
}
