import type { Preferences } from '@rise/contract';
import { client } from '../client/client.ts';
import { logWarning } from '@rise/ui/log';
import { observable } from '@rise/ui/observable';
import { adoptSession, currentSession } from '../session/session.ts';

export type SaveState = { status: 'idle' | 'saving' | 'saved' } | { status: 'failed'; error: unknown };

/** Status of the latest change of appearance preferences. */
export const preferencesSaved = observable<SaveState>({ status: 'idle' });

let last = Promise.resolve();

/** Resolves once all choices so far are saved or have failed to be. */
export const preferencesSettled = (): Promise<void> => last;

/**
 * Applies choices at once and saves them with the account, in order. A choice that can't be saved still applies in this
 * tab; `preferencesSaved` has the error. Nothing is saved when signed out.
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
    const response = await client.call('PATCH /api/v1/account', { body: { preferences: change } });
    const now = currentSession.get();
    // A choice made while this request was pending is newer.
    if (now)
      adoptSession({ ...response, preferences: { ...response.preferences, ...newerThan(change, now.preferences) } });
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
