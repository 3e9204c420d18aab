import type { Language, Permission, Role, TokenGrant } from '@rise/contract';
import { ROLE_PERMISSIONS } from '@rise/contract';
import type { Sql } from './database/sql.ts';

/** Who acts: a signed-in person, an API token's bearer, or the system itself. */
export interface Actor {
  readonly kind: 'tenant' | 'global' | 'system';
  /** Null for the system. */
  readonly accountId: string | null;
  /** The tenant in whose data the actor works; null until one is chosen. */
  readonly tenantId: string | null;
  readonly roles: readonly Role[];
  readonly permissions: ReadonlySet<Permission>;
  /** Groups and attributes from the identity provider, for row rules and masks of a model. */
  readonly groups: readonly string[];
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** The language the person chose; null where they chose none. */
  readonly language: Language | null;
  /** Revision of what the tenant's figures are computed from, as of the request; null where it is unknown. */
  readonly figuresRevision: string | null;
  /** The browser session behind the request; null for tokens and the system. */
  readonly sessionId: string | null;
  /** The limits of the API token behind the request; null for a browser session, a provider's token and the system. */
  readonly token: TokenGrant | null;
  /** The audit record of the actor's request; omitted where its changes are not recorded as a whole. */
  readonly record?: PendingRecord;
}

/** An audit record that is written with the first change: in its transaction, so that neither exists without the other. */
export interface PendingRecord {
  writeIn(tx: Sql, actor: Actor): Promise<void>;
  /** The transaction was rolled back, and the record with it. */
  onRollback(): void;
}

/** An actor inside one tenant. */
export type TenantActor = Actor & { readonly tenantId: string };

export function permissionsOf(roles: readonly Role[]): ReadonlySet<Permission> {
  return new Set(roles.flatMap((role) => ROLE_PERMISSIONS[role]));
}

/** The server acting for itself, above the tenants. */
export const SYSTEM: Actor = {
  kind: 'system',
  accountId: null,
  tenantId: null,
  roles: [],
  permissions: new Set(),
  groups: [],
  attributes: {},
  language: null,
  figuresRevision: null,
  sessionId: null,
  token: null,
};

/** The server acting for itself inside one tenant, for loads and provisioning. */
export function systemIn(tenantId: string): TenantActor {
  return { ...SYSTEM, tenantId };
}

export function inTenant(actor: Actor): actor is TenantActor {
  return actor.tenantId !== null;
}
