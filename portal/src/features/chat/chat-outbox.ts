import type { SignedIn } from '../../session/session.ts';
import { type Observable, observable } from '@rise/ui/kernel';

/** A message that the list from the server does not hold yet. */
export interface Unsent {
  /** Made here: sent again with the same one, it is written once. */
  readonly id: string;
  readonly contactId: string;
  readonly value: string;
  /** ISO 8601; by the server's clock once it is sent. */
  readonly createdAt: string;
  readonly state: 'sending' | 'sent' | 'failed';
}

/** What one typed: drafts by contact, and messages on their way. Outlives a reload of the tab. */
export interface Outbox {
  readonly unsent: Observable<readonly Unsent[]>;
  draftOf(contactId: string): string;
  keepDraft(contactId: string, text: string): void;
  add(message: Unsent): void;
  change(id: string, change: Partial<Pick<Unsent, 'state' | 'createdAt'>>): void;
  remove(id: string): void;
}

const PREFIX = 'rise.chat.';

interface Kept {
  drafts: Record<string, string>;
  unsent: Unsent[];
}

/** The outbox of a person in a tenant. What others typed in this tab before is gone for good. */
export function openOutbox({ account, tenant }: SignedIn, storage: Storage = sessionStorage): Outbox {
  const own = `${PREFIX}${account.id}.`;
  const key = `${own}${tenant?.id ?? ''}`;
  forgetOthers(storage, own);
  const { drafts, unsent: kept } = read(storage, key);
  // Whether it arrived before the reload is not known; sending again does no harm.
  const unsent = observable<readonly Unsent[]>(
    kept.map((message) => (message.state === 'sending' ? { ...message, state: 'failed' } : message)),
  );
  const write = () => {
    const current: Kept = { drafts, unsent: [...unsent.get()] };
    const empty = current.unsent.length === 0 && Object.keys(drafts).length === 0;
    try {
      if (empty) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify(current));
    } catch {
      // Storage may be full or closed to us; then it lasts as long as the page.
    }
  };
  const set = (messages: readonly Unsent[]) => {
    unsent.set(messages);
    write();
  };
  return {
    unsent,
    draftOf: (contactId) => drafts[contactId] ?? '',
    keepDraft(contactId, text) {
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

function forgetOthers(storage: Storage, own: string): void {
  for (const key of Object.keys(storage)) if (key.startsWith(PREFIX) && !key.startsWith(own)) storage.removeItem(key);
}

function read(storage: Storage, key: string): Kept {
  try {
    const kept = JSON.parse(storage.getItem(key) ?? '{}') as Partial<Kept>;
    return { drafts: { ...kept.drafts }, unsent: Array.isArray(kept.unsent) ? kept.unsent : [] };
  } catch {
    return { drafts: {}, unsent: [] };
  }
}
