import { observable } from '@rise/ui/observable';
import { call } from '../client/client.ts';
import { storeUnsaved, unsavedNames, onCleared, readUnsaved } from '../client/unsaved-store.ts';
import { type Chat, type ChatFile, sendMessage } from './chat.queries.ts';

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

const MESSAGE = 'message.';
const DRAFT = 'message draft.';

/** Those that were not stored before the page ended. */
const restored: readonly PendingMessage[] = unsavedNames(MESSAGE)
  .flatMap((name) => (readUnsaved(name) as PendingMessage | null) ?? [])
  .map((message): PendingMessage => ({ ...message, state: 'failed' }))
  .toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));

/** Pending and failed messages. Each is also kept beyond the page until it is stored or discarded. */
export const pendingMessages = observable<readonly PendingMessage[]>(restored);

const drafts = new Map<string, string>();

/** What is written to a contact and not sent; also from before a reload. */
export const draftTo = (contactId: string): string =>
  drafts.get(contactId) ?? (readUnsaved(DRAFT + contactId) as string | null) ?? '';

export function setDraft(contactId: string, text: string): void {
  drafts.set(contactId, text);
  storeUnsaved(DRAFT + contactId, text === '' ? null : text);
}

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

const hide = (id: string) => pendingMessages.set(pendingMessages.get().filter((one) => one.id !== id));

export function discard(id: string): void {
  hide(id);
  storeUnsaved(MESSAGE + id, null);
}

// Sent or discarded there.
onCleared((name) => {
  if (name.startsWith(MESSAGE)) hide(name.slice(MESSAGE.length));
});

/** Discards messages from before a reload that are among the stored ones: the page ended after they were sent. */
export function discardStored(contactId: string, stored: Chat['messages']): void {
  for (const message of restored)
    if (
      message.contactId === contactId &&
      pendingMessages.get().some(({ id, state }) => id === message.id && state === 'failed') &&
      stored.some(({ isMine, value, createdAt }) => isMine && value === message.value && createdAt >= message.createdAt)
    )
      discard(message.id);
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
  storeUnsaved(MESSAGE + message.id, message);
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
