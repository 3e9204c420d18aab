import type { Database } from '../kernel/database/database.ts';
import { SharedLimit } from '../limits/shared-limit.service.ts';

const ALLOWED = 10;
const WINDOW_SECONDS = 5 * 60;

/**
 * Allows ten wrong passwords in five minutes per name, known or not, over all servers: `use` an attempt, and `forget`
 * them after a right password. An attempt counts as wrong from its start, before the password is checked, so that
 * guesses at once are limited as well.
 */
export function attemptLimit(database: Database, key: Buffer): SharedLimit {
  return new SharedLimit({ database, key, what: 'sign-in', most: ALLOWED, seconds: WINDOW_SECONDS });
}
