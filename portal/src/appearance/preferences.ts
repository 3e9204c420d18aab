import type { Preferences } from '@rise/contract';
import { client } from '../client/client.ts';
import { logWarning, observable } from '@rise/ui/kernel';
import { adoptSession, currentSession } from '../session/session.ts';

export type SaveState = { status: 'idle' | 'saving' | 'saved' } | { status: 'failed'; error: unknown };

/** How the latest change of one's own looks fared. */
export const preferencesSaved = observable<SaveState>({ status: 'idle' });

let last = Promise.resolve();

/**
 * Takes over a person's choices at once and keeps them with the account, in the order they were made. What can't be
 * saved still counts in this tab; `preferencesSaved` tells of it. Without anybody signed in there is nothing to keep.
 */
export function savePreferences(change: Partial<Preferences>): Promise<void> {
  const session = currentSession.get();
  if (!session) return Promise.resolve();
  currentSession.set({ ...session, preferences: { ...session.preferences, ...change } });
  preferencesSaved.set({ status: 'saving' });
  last = last.then(() => send(change));
  return last;
}

async function send(change: Partial<Preferences>): Promise<void> {
  try {
    const told = await client.call('PATCH /api/v1/account', { body: { preferences: change } });
    const now = currentSession.get();
    // A choice made while this one was under way is the newer one.
    if (now) adoptSession({ ...told, preferences: { ...told.preferences, ...newerThan(change, now.preferences) } });
    preferencesSaved.set({ status: 'saved' });
  } catch (error) {
    logWarning('The preferences could not be saved.', error);
    preferencesSaved.set({ status: 'failed', error });
  }
}

function newerThan(sent: Partial<Preferences>, now: Preferences): Partial<Preferences> {
  const names = Object.keys(sent) as (keyof Preferences)[];
  return Object.fromEntries(names.filter((name) => now[name] !== sent[name]).map((name) => [name, now[name]]));
}
