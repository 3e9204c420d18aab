import type { AssistantData, Conversation, RatedMessage, SharedConversation } from '@rise/contract';
import { sourceKey } from '../search/passages.service.ts';
import type { MessageRow } from './assistant.sql.ts';
import type { ConversationRow, RatedRow } from './conversations.sql.ts';

export function toConversation(row: ConversationRow): Conversation {
  const { id, title, pinned, lastQuestionAt, messages, sharedAt, sharedMessages } = row;
  return {
    id,
    title,
    pinned,
    lastQuestionAt: lastQuestionAt.toISOString(),
    messages,
    shared: sharedAt && sharedMessages ? { at: sharedAt.toISOString(), messages: sharedMessages } : null,
  };
}

export function toRatedMessage({ role, content, place, createdAt, data, rating, reason }: RatedRow): RatedMessage {
  return {
    role,
    content,
    index: place,
    timestamp: createdAt.toISOString(),
    ...(data && { data }),
    rating: rating && { value: rating, reason },
  };
}

/**
 * A message for someone who may open these sources: an answer from any other, or from unknown ones, has no content. Of
 * figures, which were computed with their owner's rights, it has the query: they are computed again with the reader's.
 */
export function toSharedMessage(
  { role, content, place, createdAt, sources, data }: MessageRow,
  open: ReadonlySet<string>,
): SharedConversation['messages'][number] {
  const isOpen = role === 'user' || sources?.every((source) => open.has(sourceKey(source))) === true;
  return {
    role,
    content: isOpen && !data ? content : null,
    index: place,
    timestamp: createdAt.toISOString(),
    ...(data?.query && { data: { ...withoutSentence(data), choices: [], passages: isOpen ? data.passages : '' } }),
  };
}

/** A model wrote it about what its owner may see. */
function withoutSentence(data: AssistantData): AssistantData {
  return Object.fromEntries(Object.entries(data).filter(([key]) => key !== 'sentence')) as AssistantData;
}
