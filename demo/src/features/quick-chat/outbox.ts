import { observable } from '@rise/ui/observable';
import { call } from '../../client/client.ts';
import { type ChatFile, sendMessage } from './chat.queries.ts';

/** A message that is not stored yet. */
export interface PendingMessage {
  readonly id: string;
  readonly contactId: string;
  readonly value: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly state: 'sending' | 'failed';
  readonly files?: readonly ChatFile[];
}

/** Pending and failed messages, in memory. */
export const pendingMessages = observable<readonly PendingMessage[]>([]);
/** Drafts by contact. */
export const drafts = new Map<string, string>();

/** Ids of the contacts who are writing an answer. */
export const answering = observable<readonly string[]>([]);

/** People of the demo answer each run of messages once. A failed answer is none. */
async function awaitAnswer(contactId: string, chatId: string): Promise<void> {
  if (answering.get().includes(contactId)) return;
  answering.set([...answering.get(), contactId]);
  await call('POST /api/apps/chat/answer', { body: { id: chatId } }).catch(() => {});
  answering.set(answering.get().filter((id) => id !== contactId));
}

/** Sequential, so that each message is appended to the result of the previous call. */
let queue: Promise<void> = Promise.resolve();

export function discard(id: string): void {
  pendingMessages.set(pendingMessages.get().filter((one) => one.id !== id));
}

function setState(id: string, state: PendingMessage['state']): void {
  pendingMessages.set(pendingMessages.get().map((one) => (one.id === id ? { ...one, state } : one)));
}

/** `stored` is called once the chat contains the message, so that it is always shown exactly once. */
export function send(
  contactId: string,
  value: string,
  stored: () => Promise<unknown>,
  files?: readonly ChatFile[],
): void {
  const message: PendingMessage = {
    id: crypto.randomUUID(),
    contactId,
    value,
    createdAt: new Date().toISOString(),
    state: 'sending',
    ...(files && { files }),
  };
  pendingMessages.set([...pendingMessages.get(), message]);
  enqueue(message, stored);
}

export function sendAgain(id: string, stored: () => Promise<unknown>): void {
  const message = pendingMessages.get().find((one) => one.id === id && one.state === 'failed');
  if (!message) return;
  setState(id, 'sending');
  enqueue(message, stored);
}

async function deliver(message: PendingMessage, stored: () => Promise<unknown>): Promise<void> {
  const { id, contactId, value, files } = message;
  try {
    const chatId = await sendMessage(contactId, value, files);
    void awaitAnswer(contactId, chatId);
  } catch {
    setState(id, 'failed');
    return;
  }
  await stored().catch(() => {});
  discard(id);
}

function enqueue(message: PendingMessage, stored: () => Promise<unknown>): void {
  queue = queue.then(() => deliver(message, stored));
}
