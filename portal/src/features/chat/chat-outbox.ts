import type { SignedIn } from '../../session/session.ts';
import { type Observable, observable } from '@rise/ui/observable';

/** A message that is not in the server's list yet. */
export interface Unsent {
  /** Client-generated UUID, so that a resent message is stored once. */
  readonly id: string;
  readonly contactId: string;
  readonly value: string;
  /** ISO 8601; the server's time once it is sent. */
  readonly createdAt: string;
  readonly state: 'sending' | 'sent' | 'failed';
}

/** Drafts by contact and unsent messages. Survives a reload of the tab. */
export interface Outbox {
  readonly unsent: Observable<readonly Unsent[]>;
  draftOf(contactId: string): string;
  saveDraft(contactId: string, text: string): void;
  add(message: Unsent): void;
  change(id: string, change: Partial<Pick<Unsent, 'state' | 'createdAt'>>): void;
  remove(id: string): void;
}

const PREFIX = 'rise.chat.';

interface StoredOutbox {
  drafts: Record<string, string>;
  unsent: Unsent[];
}

/** Opens the outbox of an account in a tenant. Deletes those of other accounts in this tab. */
export function openOutbox({ account, tenant }: SignedIn, storage: Storage = sessionStorage): Outbox {
  const accountPrefix = `${PREFIX}${account.id}.`;
  const key = `${accountPrefix}${tenant?.id ?? ''}`;
  removeOtherAccounts(storage, accountPrefix);
  const { drafts, unsent: storedMessages } = read(storage, key);
  // It may have arrived before the reload; resending is idempotent.
  const unsent = observable<readonly Unsent[]>(
    storedMessages.map((message) => (message.state === 'sending' ? { ...message, state: 'failed' } : message)),
  );
  const write = () => {
    const current: StoredOutbox = { drafts, unsent: [...unsent.get()] };
    const empty = current.unsent.length === 0 && Object.keys(drafts).length === 0;
    try {
      if (empty) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify(current));
    } catch {
      // Storage may be full or unavailable; then it lasts as long as the page.
    }
  };
  const set = (messages: readonly Unsent[]) => {
    unsent.set(messages);
    write();
  };
  return {
    unsent,
    draftOf: (contactId) => drafts[contactId] ?? '',
    saveDraft(contactId, text) {
      if (text === '') delete drafts[contactId];
      else drafts[contactId] = text;
      write();
    },
    add: (message) => set([...unsent.get(), message]),
    change: (id, change) =>
      set(unsent.get().map((message) => (message.id === id ? { ...message, ...change } : message))),
    remove: (id) => set(unsent.get().filter((message) => message.id !== id)),
  };
}

function removeOtherAccounts(storage: Storage, accountPrefix: string): void {
  for (const key of Object.keys(storage))
    if (key.startsWith(PREFIX) && !key.startsWith(accountPrefix)) storage.removeItem(key);
}

function read(storage: Storage, key: string): StoredOutbox {
  try {
    const stored = JSON.parse(storage.getItem(key) ?? '{}') as Partial<StoredOutbox>;
    return { drafts: { ...stored.drafts }, unsent: Array.isArray(stored.unsent) ? stored.unsent : [] };
  } catch {
    return { drafts: {}, unsent: [] };
  }
}
