import { ROLES } from '@rise/contract';
import { permissionsOf, systemIn, type TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { findPerson, listAdministrators } from './person-now.sql.ts';
import { kindOf, withSqlAccess } from './sessions.rules.ts';

/**
 * A person as an actor in a tenant with the rights that they have now, for work that goes on without them; null for those
 * who may not enter it.
 */
export async function personNow(database: Database, tenantId: string, accountId: string): Promise<TenantActor | null> {
  const system = systemIn(tenantId);
  const row = await database.withGlobal(system, (tx) => findPerson(tx, tenantId, accountId), 'reads');
  if (!row) return null;
  const { groups, attributes, sqlAccess, isMember, admitsSupport } = row;
  const roles = ROLES.filter((role) => row.roles.includes(role));
  const kind = kindOf(roles);
  if (!isMember && !(kind === 'global' && admitsSupport)) return null;
  const permissions = withSqlAccess(permissionsOf(roles), sqlAccess);
  return { ...system, kind, accountId, roles, permissions, groups, attributes };
}

/** Everyone who may administer a tenant now, with the rights that they have there. */
export async function administratorsNow(database: Database, tenantId: string): Promise<TenantActor[]> {
  const found = await database.withGlobal(systemIn(tenantId), (tx) => listAdministrators(tx, tenantId), 'reads');
  const people = await Promise.all(found.map(({ accountId }) => personNow(database, tenantId, accountId)));
  return people.filter((person) => person !== null);
}
