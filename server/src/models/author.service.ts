import { SYSTEM, type Actor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { emailOf } from './models.sql.ts';

/** The email address stored as a version's author; null for the server itself. */
export async function authorOf(database: Database, { accountId }: Actor): Promise<string | null> {
  return accountId === null ? null : database.withGlobal(SYSTEM, (tx) => emailOf(tx, accountId), 'reads');
}
