import { useAddress } from '@rise/shell/routing';
import { Conversation } from '@rise/ui/chat';
import { useObservable } from '@rise/ui/observable';
import { useState } from 'react';
import { Marked } from '../../components/marked.tsx';
import { chatPeople } from '../../conversations/chat-people.ts';
import type { Chat } from '../../conversations/chat.queries.ts';
import { answering } from '../../conversations/outbox.ts';
import { useConversation } from '../../conversations/use-conversation.tsx';
import { hasWords } from '../../simulation/words.ts';
import { ChatBar, onEscape } from './chat-bar.tsx';
import { useMessageSelection } from './use-message-selection.ts';
import { useChatTexts } from './chat.texts.ts';
import classes from './chat.module.css';

/** Messages that are shown at first, and with each step back. */
const STEP = 100;

/** A conversation: opens at its end, and reading it clears what was unread. */
export function ChatDetail({ record }: { record: Chat }) {
  return <OpenChat key={record.id} chat={record} />;
}

function OpenChat({ chat }: { chat: Chat }) {
  const t = useChatTexts();
  const { search } = useAddress();
  const [shown, setShown] = useState(STEP);
  const conversation = useConversation(chat.contactId, chat);
  const selection = useMessageSelection();
  const isAnswering = useObservable(answering).includes(chat.contactId);
  const query = (search['find'] ?? '').trim();
  const found = conversation.lines.filter(({ value }) => hasWords([value], query));
  const [person] = chatPeople([{ ...chat, archived: false }], []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- buttons and checkboxes in it have the focus
    <div className={classes['conversation']} onKeyDown={selection.isOn ? onEscape(selection.end) : undefined}>
      <ChatBar chat={chat} isAnswering={isAnswering} found={query === '' ? null : found.length} selection={selection} />
      {query !== '' && found.length === 0 ? (
        <p className={classes['empty']}>{t('nothingFound', { query })}</p>
      ) : (
        <Conversation
          {...conversation}
          person={person!}
          lines={found.slice(-shown)}
          earlier={found.length > shown ? 'more' : undefined}
          onEarlier={() => setShown(shown + STEP)}
          renderText={query === '' ? undefined : (text) => <Marked text={text} query={query} />}
          selection={selection.isOn ? selection : undefined}
        />
      )}
    </div>
  );
}
