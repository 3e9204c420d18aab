import { SYSTEM } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { countValid } from './api-tokens.sql.ts';
import { revokeAll } from './invitations.sql.ts';
import { endAll } from './sessions.sql.ts';

/**
 * Ends all sessions, and invitations that were not accepted, as after a restore: the backup may hold some that were
 * ended since. Tokens of programs stay; returns how many are valid, so that someone looks at them.
 */
export function endAllSessions(database: Database): Promise<{ sessions: number; invitations: number; tokens: number }> {
  return database.withGlobal(SYSTEM, async (tx) => ({
    sessions: await endAll(tx),
    invitations: await revokeAll(tx),
    tokens: await countValid(tx),
  }));
}
