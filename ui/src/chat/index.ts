export type { ChatLine, ChatPerson } from './chat-model.ts';
export { QuickChat, QuickChatButton, type QuickChatProps } from './quick-chat.tsx';
