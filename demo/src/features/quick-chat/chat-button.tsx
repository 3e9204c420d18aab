import { QuickChatButton } from '@rise/ui/chat';
import { useObservable } from '@rise/ui/kernel';
import { changeRoom, chatRoom } from './chat-room.ts';
import { unreadOf } from './chat-people.ts';
import { useChats } from './chat.queries.ts';

/** Opens the chat where there is no room for the rail. */
export default function ChatButton() {
  const { data } = useChats();
  const { opened } = useObservable(chatRoom);
  return (
    <QuickChatButton
      unread={unreadOf(data ?? [])}
      opened={opened}
      onOpen={() => changeRoom({ opened: true, selected: null })}
    />
  );
}
