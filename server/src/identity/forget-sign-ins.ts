import { SYSTEM } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { deleteAllRecords } from './provider-records.sql.ts';

/** Forgets everyone whom the embedded provider remembers, so that they sign in by their password again. */
export function forgetSignIns(database: Database): Promise<void> {
  return database.withGlobal(SYSTEM, deleteAllRecords);
}
