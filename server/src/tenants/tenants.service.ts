import type { SqlAccess, SupportAccess } from '@rise/contract';
import { inTenant, SYSTEM, type Actor, type TenantActor } from '../kernel/actor.ts';
import type { Database, GlobalTx, Mode, TenantTx } from '../kernel/database/database.ts';
import { notFound } from '../kernel/errors/user-error.ts';
import { publish } from '../kernel/events.ts';
import {
  insertTenant,
  listEnterable,
  listTenantIds,
  listTenants,
  setChatEnabled,
  setChatbotEnabled,
  setInsightsEnabled,
  setSqlAccess,
  tenantById,
  tenantBySlug,
  type TenantName,
  type TenantRow,
} from './tenants.sql.ts';

export type Tenant = TenantRow;

export interface NewTenant {
  /** Lower-case letters, digits and hyphens; also the value in the identity provider's claim. */
  slug: string;
  name: string;
  /** The member whose figures reports open with. */
  homeMember?: string | null;
  /** Who decides about visits for support; 'consent' if omitted. */
  supportAccess?: SupportAccess;
}

/** Creates a tenant, or returns the one that has the slug. */
export async function ensureTenant(
  database: Database,
  tenant: NewTenant,
): Promise<{ tenant: Tenant; created: boolean }> {
  return database.withGlobal(SYSTEM, async (tx) => {
    const inserted = await insertTenant(tx, { homeMember: null, supportAccess: 'consent', ...tenant });
    if (inserted) return { tenant: inserted, created: true };
    const existing = await tenantBySlug(tx, tenant.slug);
    return { tenant: existing!, created: false };
  });
}

/** All tenants that are not suspended, by name. */
export function activeTenants(database: Database): Promise<Tenant[]> {
  return database.withGlobal(SYSTEM, (tx) => listTenants(tx));
}

/** Also one that is suspended. */
export function findTenantBySlug(tx: GlobalTx, slug: string): Promise<Tenant | null> {
  return tenantBySlug(tx, slug);
}

/** Ids of all tenants, suspended ones included. */
export async function allTenantIds(database: Database): Promise<string[]> {
  return (await database.withGlobal(SYSTEM, listTenantIds)).map(({ id }) => id);
}

/** Tenants that an actor outside any tenant may enter; above the tenants, those they may ask to. */
export async function tenantsToEnter(database: Database, actor: Actor): Promise<TenantName[]> {
  if (inTenant(actor)) return [];
  return database.withGlobal(actor, (tx) => listEnterable(tx, actor.accountId, actor.kind === 'global'), 'reads');
}

/** Sets whether people of a tenant can chat; null follows the installation. False for an unknown slug. */
export function setTenantChat(database: Database, slug: string, enabled: boolean | null): Promise<boolean> {
  return changeTenant(database, (tx) => setChatEnabled(tx, slug, enabled));
}

/** Sets whether people of a tenant have the assistant; null follows the installation. False for an unknown slug. */
export function setTenantChatbot(database: Database, slug: string, enabled: boolean | null): Promise<boolean> {
  return changeTenant(database, (tx) => setChatbotEnabled(tx, slug, enabled));
}

/** Whether a transaction's tenant has the assistant: by its own setting, else by the installation's. */
export async function hasChatbot(tx: TenantTx, byDefault: boolean): Promise<boolean> {
  return (await tenantById(tx))?.chatbotEnabled ?? byDefault;
}

/** A transaction of a tenant that has the assistant; NOT_FOUND where it has none. `enabled` is the installation's setting. */
export function inChatbot<T>(
  { database, enabled }: { readonly database: Database; readonly enabled: boolean },
  actor: TenantActor,
  work: (tx: TenantTx) => Promise<T>,
  mode: Mode,
): Promise<T> {
  return database.withTenant(
    actor,
    async (tx) => {
      if (!(await hasChatbot(tx, enabled))) throw notFound();
      return work(tx);
    },
    mode,
  );
}

/** The same of a tenant that has insights. */
export function inInsights<T>(
  { database, enabled }: { readonly database: Database; readonly enabled: boolean },
  actor: TenantActor,
  work: (tx: TenantTx) => Promise<T>,
  mode: Mode,
): Promise<T> {
  return database.withTenant(
    actor,
    async (tx) => {
      if (!((await tenantById(tx))?.insightsEnabled ?? enabled)) throw notFound();
      return work(tx);
    },
    mode,
  );
}

/** Which of the installation's features an actor has, as the tenant that they are in is set. */
export async function featuresOf<F extends { readonly chatbot: boolean; readonly insights: boolean }>(
  database: Database,
  actor: Actor,
  features: F,
): Promise<F> {
  if (!inTenant(actor)) return features;
  return database.withTenant(
    actor,
    async (tx) => {
      const tenant = await tenantById(tx);
      return {
        ...features,
        chatbot: tenant?.chatbotEnabled ?? features.chatbot,
        insights: tenant?.insightsEnabled ?? features.insights,
      };
    },
    'reads',
  );
}

/** Sets whether a tenant has insights; null follows the installation. False for an unknown slug. */
export function setTenantInsights(database: Database, slug: string, enabled: boolean | null): Promise<boolean> {
  return changeTenant(database, (tx) => setInsightsEnabled(tx, slug, enabled));
}

/** Sets who may run ad-hoc SQL in a tenant; null follows the roles. False for an unknown slug. */
export function setTenantSqlAccess(database: Database, slug: string, access: SqlAccess | null): Promise<boolean> {
  return changeTenant(database, (tx) => setSqlAccess(tx, slug, access));
}

/** Changes a tenant and has its people's open pages reload their session. */
function changeTenant(database: Database, change: (tx: GlobalTx) => Promise<string | null>): Promise<boolean> {
  return database.withGlobal(SYSTEM, async (tx) => {
    const id = await change(tx);
    if (id !== null) await publish(tx, { kind: 'session', to: { tenants: [id] } });
    return id !== null;
  });
}

/** The tenant of a transaction, or null once it is deleted. */
export { tenantById as ownTenant };

export { HAS_ADMINISTRATOR } from './tenants.sql.ts';
