import { observable } from '@rise/ui/kernel';
import { sendMessage } from './chat.queries.ts';

/** A message that is not stored yet. */
export interface Unsent {
  readonly id: string;
  readonly contactId: string;
  readonly value: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly state: 'sending' | 'failed';
}

/** What is on its way, or did not arrive. Lasts as long as the page. */
export const unsent = observable<readonly Unsent[]>([]);
/** What was typed and not sent, by contact. */
export const drafts = new Map<string, string>();

/** One message after the other, so that each is appended to what the former made. */
let way: Promise<void> = Promise.resolve();

export function discard(id: string): void {
  unsent.set(unsent.get().filter((one) => one.id !== id));
}

function mark(id: string, state: Unsent['state']): void {
  unsent.set(unsent.get().map((one) => (one.id === id ? { ...one, state } : one)));
}

/** `stored` is told when it is among what the chat answers, so that it is seen once, without a gap. */
export function send(contactId: string, value: string, stored: () => Promise<unknown>): void {
  const message: Unsent = {
    id: crypto.randomUUID(),
    contactId,
    value,
    createdAt: new Date().toISOString(),
    state: 'sending',
  };
  unsent.set([...unsent.get(), message]);
  post(message, stored);
}

export function sendAgain(id: string, stored: () => Promise<unknown>): void {
  const message = unsent.get().find((one) => one.id === id && one.state === 'failed');
  if (!message) return;
  mark(id, 'sending');
  post(message, stored);
}

async function deliver({ id, contactId, value }: Unsent, stored: () => Promise<unknown>): Promise<void> {
  try {
    await sendMessage(contactId, value);
  } catch {
    mark(id, 'failed');
    return;
  }
  await stored().catch(() => {});
  discard(id);
}

function post(message: Unsent, stored: () => Promise<unknown>): void {
  way = way.then(() => deliver(message, stored));
}
