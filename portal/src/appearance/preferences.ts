import type { Preferences } from '@rise/contract';
import { client } from '../client/client.ts';
import { logWarning } from '@rise/ui/log';
import { observable } from '@rise/ui/observable';
import { adoptSession, currentSession } from '../session/session.ts';

export type SaveState = { status: 'idle' | 'saving' | 'saved' } | { status: 'failed'; error: unknown };

/** Status of the latest change of appearance preferences. */
export const preferencesSaved = observable<SaveState>({ status: 'idle' });

let last = Promise.resolve();
/** Choices that the server has not answered yet, oldest first. */
const unanswered: Partial<Preferences>[] = [];

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
  unanswered.push(change);
  last = last.then(() => send(change));
  return last;
}

async function send(change: Partial<Preferences>): Promise<void> {
  try {
    const response = await client
      .call('PATCH /api/v1/account', { body: { preferences: change } })
      .finally(() => unanswered.shift());
    // Choices made since are newer than the answer.
    const preferences = unanswered.reduce<Preferences>((all, one) => ({ ...all, ...one }), response.preferences);
    if (currentSession.get()) adoptSession({ ...response, preferences });
    preferencesSaved.set({ status: 'saved' });
  } catch (error) {
    logWarning('The preferences could not be saved.', error);
    preferencesSaved.set({ status: 'failed', error });
  }
}
