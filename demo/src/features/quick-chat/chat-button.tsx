import { QuickChatButton } from '@rise/ui/chat';
import { useObservable } from '@rise/ui/observable';
import { updateChat, chatState } from './chat-state.ts';
import { unreadOf } from '../../conversations/chat-people.ts';
import { useChats } from '../../conversations/chat.queries.ts';

/** Opens the chat where there is no room for the rail. */
export default function ChatButton() {
  const { data } = useChats();
  const { opened } = useObservable(chatState);
  return (
    <QuickChatButton
      unread={unreadOf(data ?? [])}
      opened={opened}
      onOpen={() => updateChat({ opened: true, selected: null })}
    />
  );
}
