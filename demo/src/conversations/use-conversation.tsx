import { useConfirm } from '@rise/ui';
import type { ChatLine, ConversationState } from '@rise/ui/chat';
import { useObservable } from '@rise/ui/observable';
import { panelStatus } from '@rise/ui/panels';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { chatLines } from './chat-people.ts';
import { type Chat, useChangeChat, useChat, useContacts } from './chat.queries.ts';
import { ComposerTools } from './composer-tools.tsx';
import { discard, discardStored, draftTo, pendingMessages, send, sendAgain, setDraft } from './outbox.ts';
import { useConversationTexts } from './conversations.texts.ts';

/** The messages with a contact and what is done in them: the same in the panel and in the messenger. */
export function useConversation(contactId: string | null, chat: Chat | undefined): ConversationState {
  const t = useConversationTexts();
  const cache = useQueryClient();
  const confirm = useConfirm();
  const change = useChangeChat();
  const messages = useChat(chat?.id);
  const pending = useObservable(pendingMessages);
  const storedMessages = messages.data?.messages;
  const members = chat?.contact.members;
  const { data: contacts } = useContacts();
  const authors = useMemo(
    () => new Map((contacts ?? []).filter(({ id }) => members?.includes(id)).map(({ id, name }) => [id, name])),
    [contacts, members],
  );
  const lines = useMemo(
    () =>
      chatLines(
        storedMessages ?? [],
        pending.filter((message) => message.contactId === contactId),
        authors,
      ),
    [storedMessages, pending, contactId, authors],
  );
  useEffect(() => {
    if (contactId !== null && storedMessages) discardStored(contactId, storedMessages);
  }, [contactId, storedMessages]);
  const stored = () => cache.invalidateQueries({ queryKey: ['chat'] });
  const confirmDiscard = async ({ id }: ChatLine) => {
    const answer = await confirm({
      title: t('discard'),
      message: t('discardText'),
      actions: { confirm: { label: t('delete'), color: 'warn' }, cancel: { label: t('cancel') } },
    });
    if (answer === 'confirmed') discard(id);
  };
  return {
    lines,
    status: chat ? panelStatus(messages) : 'ready',
    onRetry: () => void messages.refetch(),
    draft: contactId === null ? '' : draftTo(contactId),
    onDraft: (text) => contactId !== null && setDraft(contactId, text),
    onSend: (text) => contactId !== null && send(contactId, text, stored),
    onRetryLine: ({ id }) => sendAgain(id, stored),
    onDiscardLine: (line) => void confirmDiscard(line),
    onSeen: () => chat && change.mutate({ body: { id: chat.id, chat: { unreadCount: 0 } } }),
    tools: (insert) => (
      <ComposerTools
        onInsert={insert}
        onFiles={(files) =>
          contactId !== null && send(contactId, files.map(({ name }) => name).join(', '), stored, files)
        }
      />
    ),
  };
}
