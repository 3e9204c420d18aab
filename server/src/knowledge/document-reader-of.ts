import type { TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { authorOf } from '../models/author.service.ts';
import type { DocumentReader } from './knowledge.sql.ts';

/** As whom an actor reads documents now: by permissions, and as sources know people, by address and groups. */
export async function documentReaderOf(database: Database, actor: TenantActor): Promise<DocumentReader> {
  const email = await authorOf(database, actor);
  return {
    permissions: [...actor.permissions],
    email: email?.toLowerCase() ?? null,
    groups: actor.groups.map((group) => group.toLowerCase()),
  };
}
