import { observable } from '@rise/ui/kernel';

/** Whether the chat is open, and with whom: `selected` is a contact's id, null shows everybody. */
export interface ChatRoom {
  opened: boolean;
  selected: string | null;
}

const CLOSED: ChatRoom = { opened: false, selected: null };

/** Shared by the rail and the toolbar's button. */
export const chatRoom = observable<ChatRoom>(CLOSED);

export function changeRoom(change: Partial<ChatRoom>): void {
  chatRoom.set({ ...chatRoom.get(), ...change });
}

export function leaveRoom(): void {
  chatRoom.set(CLOSED);
}
