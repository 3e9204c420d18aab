import { observable } from '@rise/ui/observable';

/** Whether the chat is open, and with whom: `selected` is a contact's id, or null for the list of people. */
export interface ChatState {
  readonly opened: boolean;
  readonly selected: string | null;
}

const CLOSED: ChatState = { opened: false, selected: null };

/** Shared by the rail and the toolbar's button. */
export const chatState = observable<ChatState>(CLOSED);

export function updateChat(change: Partial<ChatState>): void {
  chatState.set({ ...chatState.get(), ...change });
}

export function closeChat(): void {
  chatState.set(CLOSED);
}
