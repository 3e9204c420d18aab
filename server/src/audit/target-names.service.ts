import { isUuid, type Language } from '@rise/contract';
import { inTenant, SYSTEM, systemIn, type Actor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import * as accounts from './audit.sql.ts';
import * as sql from './target-names.sql.ts';

/** What a record is about: its name, and of what may change the value that it has, by the names of the API. */
export interface Target {
  readonly name: string | null;
  readonly facts: Readonly<Record<string, unknown>>;
}

/**
 * What ids name that a record of a tenant's trail has; null: of the trail above the tenants. A denied attempt may name
 * anything, so what the tenant's administrators may not see stays an id.
 */
export async function findTargets(
  database: Database,
  tenantId: string | null,
  ids: readonly string[],
  language: Language,
): Promise<ReadonlyMap<string, Target>> {
  const uuids = [...new Set(ids.filter((id) => isUuid(id)))];
  if (uuids.length === 0) return new Map();
  const above = await database.withGlobal(
    SYSTEM,
    async (tx) => {
      const own = new Set(await accounts.listOwnPeople(tx, tenantId, uuids));
      const people = (await accounts.findAccounts(tx, uuids)).filter(({ id }) => own.has(id));
      const named = people.map(({ id, name, email }) => ({ id, name: name || email, facts: null }));
      return [...named, ...(await sql.findGlobalTargets(tx, uuids, { tenantId, language }))];
    },
    'reads',
  );
  const within =
    tenantId === null
      ? []
      : await database.withTenant(systemIn(tenantId), (tx) => sql.findTenantTargets(tx, uuids, language), 'reads');
  return new Map([...above, ...within].map(({ id, name, facts }) => [id, { name, facts: facts ?? {} }]));
}

/** The same for a request of someone, who may see no more than the trail in which it is recorded. */
export const findTargetsOf = (
  database: Database,
  actor: Actor,
  isGlobal: boolean,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Target>> =>
  findTargets(database, !isGlobal && inTenant(actor) ? actor.tenantId : null, ids, 'en');
