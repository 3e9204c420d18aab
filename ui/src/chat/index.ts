export type { ChatLine, ChatPerson } from './chat-model.ts';
export { Conversation, type ConversationState } from './conversation.tsx';
export type { LineSelection } from './message-run.tsx';
export { QuickChat, QuickChatButton, type QuickChatProps } from './quick-chat.tsx';
