import { logWarning } from '@rise/ui/log';

const KEY = 'chat_session';

/** The current conversation of this browser. */
interface ChatSession {
  chatId: string;
  /** When it was stored, in milliseconds since the epoch. */
  timestamp: number;
}

/** Id of today's stored conversation, else null. Removes one from another day; ignores what can't be parsed. */
export function storedChat(now = new Date()): string | null {
  const session = read();
  if (session === null) return null;
  if (new Date(session.timestamp).toDateString() === now.toDateString()) return session.chatId;
  logWarning('The stored chat session is of another day.');
  forgetChat();
  return null;
}

/** Stores a conversation unless it is already the stored one. */
export function storeChat(chatId: string): void {
  if (read()?.chatId === chatId) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ chatId, timestamp: Date.now() } satisfies ChatSession));
  } catch (error) {
    logWarning('The chat session could not be stored.', error);
  }
}

export function forgetChat(): void {
  try {
    localStorage.removeItem(KEY);
  } catch (error) {
    logWarning('The chat session could not be removed.', error);
  }
}

function read(): ChatSession | null {
  try {
    const stored = localStorage.getItem(KEY);
    if (stored === null) return null;
    const { chatId, timestamp } = JSON.parse(stored) as Partial<ChatSession>;
    if (typeof chatId === 'string' && typeof timestamp === 'number') return { chatId, timestamp };
    throw new TypeError('It has not the form of one.');
  } catch (error) {
    logWarning('The stored chat session could not be read.', error);
    return null;
  }
}
