import { observable } from '@rise/ui/observable';

/** Whether the chat is open, and with whom: `selected` is a contact's id; null shows the list. */
export interface ChatState {
  opened: boolean;
  selected: string | null;
}

const CLOSED: ChatState = { opened: false, selected: null };

/** Shared by the rail and the toolbar's button. */
export const chatState = observable<ChatState>(CLOSED);

export function changeChatState(change: Partial<ChatState>): void {
  chatState.set({ ...chatState.get(), ...change });
}

export function resetChatState(): void {
  chatState.set(CLOSED);
}
