import type { Chat } from './chat.queries.ts';
import { useConversationTexts } from './conversations.texts.ts';

/** Returns how a chat is called in a sentence. */
export function useChatPhrase(): (chat: Pick<Chat, 'contact'>) => string {
  const t = useConversationTexts();
  return ({ contact }) => t('chatWith', { name: contact.name });
}
