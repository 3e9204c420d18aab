import { QuickChatButton } from '@rise/ui/chat';
import { useQuery } from '@tanstack/react-query';
import { useObservable } from '@rise/ui/observable';
import { chatsQuery } from './chat.queries.ts';
import { unreadOf } from './chat-people.ts';
import { changeChatState, chatState } from './chat-state.ts';

/** Opens the chat on screens too narrow for the rail. */
export default function ChatButton() {
  const { data } = useQuery(chatsQuery);
  const { opened } = useObservable(chatState);
  return (
    <QuickChatButton
      unread={unreadOf(data ?? [])}
      opened={opened}
      onOpen={() => changeChatState({ opened: true, selected: null })}
    />
  );
}
