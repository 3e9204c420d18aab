import { QuickChatButton } from '@rise/ui/chat';
import { useQuery } from '@tanstack/react-query';
import { useObservable } from '@rise/ui/kernel';
import { chatsQuery } from './chat.queries.ts';
import { unreadOf } from './chat-people.ts';
import { changeRoom, chatRoom } from './chat-room.ts';

/** Opens the chat where there is no room for the rail. */
export default function ChatButton() {
  const { data } = useQuery(chatsQuery);
  const { opened } = useObservable(chatRoom);
  return (
    <QuickChatButton
      unread={unreadOf(data ?? [])}
      opened={opened}
      onOpen={() => changeRoom({ opened: true, selected: null })}
    />
  );
}
