import { QuickChat } from '@rise/ui/chat';
import { panelStatus } from '@rise/ui/panels';
import { useEffect, useMemo } from 'react';
import { makeChange } from '../../client/changes.ts';
import { useBack } from '@rise/shell/routing';
import { useObservable } from '@rise/ui/observable';
import { chatPeople } from '../../conversations/chat-people.ts';
import { updateChat, chatState, closeChat } from './chat-state.ts';
import { useChatPhrase } from '../../conversations/use-chat-phrase.ts';
import { useChangeChat, useChats, useContacts } from '../../conversations/chat.queries.ts';
import { useConversation } from '../../conversations/use-conversation.tsx';

/** The chat panel next to every page. It shares its messages with other tabs and with the chat app. */
export default function ChatRail() {
  const phraseOf = useChatPhrase();
  const { opened, selected } = useObservable(chatState);
  useEffect(() => closeChat, []);
  useBack(closeChat);

  const chats = useChats();
  const contacts = useContacts();
  const people = useMemo(() => chatPeople(chats.data ?? [], contacts.data ?? []), [chats.data, contacts.data]);
  const statuses = [panelStatus(chats), panelStatus(contacts)];

  const chat = opened ? chats.data?.find(({ contactId }) => contactId === selected) : undefined;
  const change = useChangeChat();
  const conversation = useConversation(selected, chat);

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
        if (!muting) return;
        void makeChange({
          kind: 'change',
          what: phraseOf(muting),
          target: `${muting.id} muted`,
          make: () => change.mutateAsync({ body: { id: muting.id, chat: { muted } } }),
        });
      }}
      conversation={conversation}
    />
  );
}
