import { SYSTEM } from '../kernel/actor.ts';
import type { Database } from '../kernel/database.ts';
import { publish } from '../kernel/events.ts';
import {
  insertTenant,
  listTenants,
  setChatEnabled,
  setSqlAccess,
  tenantById,
  tenantBySlug,
  type SqlAccess,
  type TenantRow,
} from './tenants.sql.ts';

export type Tenant = TenantRow;

export interface NewTenant {
  /** Lower-case letters, digits and hyphens; the name the identity provider's claim uses. */
  slug: string;
  name: string;
  /** Three-letter code of the currency that money is shown in. */
  currency?: string;
  /** The member whose figures reports open with. */
  homeMember?: string | null;
}

/** Creates a tenant, or answers the one that already has the slug. */
export async function ensureTenant(
  database: Database,
  tenant: NewTenant,
): Promise<{ tenant: Tenant; created: boolean }> {
  return database.withGlobal(SYSTEM, async (tx) => {
    const inserted = await insertTenant(tx, { currency: 'USD', homeMember: null, ...tenant });
    if (inserted) return { tenant: inserted, created: true };
    const existing = await tenantBySlug(tx, tenant.slug);
    return { tenant: existing!, created: false };
  });
}

/** Every tenant that is not suspended, by name. */
export function activeTenants(database: Database): Promise<Tenant[]> {
  return database.withGlobal(SYSTEM, (tx) => listTenants(tx));
}

/** Lets the people of a tenant write to each other, or not; null leaves it to the installation. Answers whether there is a tenant with this slug. */
export function switchChat(database: Database, slug: string, enabled: boolean | null): Promise<boolean> {
  return database.withGlobal(SYSTEM, async (tx) => {
    const id = await setChatEnabled(tx, slug, enabled);
    if (id !== null) await publish(tx, { kind: 'session', to: { tenants: [id] } });
    return id !== null;
  });
}

/** Says who of a tenant may write SQL by hand; null leaves it to the roles. Answers whether there is a tenant with this slug. */
export function switchSql(database: Database, slug: string, access: SqlAccess | null): Promise<boolean> {
  return database.withGlobal(SYSTEM, async (tx) => {
    const id = await setSqlAccess(tx, slug, access);
    if (id !== null) await publish(tx, { kind: 'session', to: { tenants: [id] } });
    return id !== null;
  });
}

export { SQL_ACCESS } from './tenants.sql.ts';
/** The tenant of a transaction, or null once it is gone. */
export { tenantById as ownTenant };
