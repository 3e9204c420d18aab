import type { Filter, Language, Permission, Role, SignedFilters, TokenGrant } from '@rise/contract';
import { ROLE_PERMISSIONS } from '@rise/contract';
import type { Sql } from './database/sql.ts';
import { UserError } from './errors/user-error.ts';

/** Who acts: a signed-in person, an API token's bearer, the viewer of an embed, or the system itself. */
export interface Actor {
  readonly kind: 'tenant' | 'global' | 'embed' | 'system';
  /** Null for the system and for embeds. */
  readonly accountId: string | null;
  /** The tenant in whose data the actor works; null until one is chosen. */
  readonly tenantId: string | null;
  readonly roles: readonly Role[];
  readonly permissions: ReadonlySet<Permission>;
  /** Groups and attributes from the identity provider, for row rules and masks of a model. */
  readonly groups: readonly string[];
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** The language the person chose, else that of their tenant; null where neither is set. */
  readonly language: Language | null;
  /** Revision of what the tenant's figures are computed from, as of the request; null where it is unknown. */
  readonly figuresRevision: string | null;
  /** The browser session behind the request; null for tokens and the system. */
  readonly sessionId: string | null;
  /** The limits of the API token behind the request; null for a browser session, a provider's token and the system. */
  readonly token: TokenGrant | null;
  /** What an actor of the kind `embed` may see; omitted for all others. */
  readonly embed?: EmbedGrant;
  /** The audit record of the actor's request; omitted where its changes are not recorded as a whole. */
  readonly record?: PendingRecord | undefined;
}

/** The one report that a signed token or a public link opens, and which of its rows. */
export interface EmbedGrant {
  /** Of the key or link. */
  readonly id: string;
  readonly reportId: string;
  /** As they were signed: by field, not yet bound to datasets. */
  readonly filters: SignedFilters;
  /** The only page that is shown; null: all. */
  readonly page: string | null;
  readonly expiresAt: Date;
  /**
   * The filters as row rules of each dataset of the report. Null before the report is known: no query runs for an embed
   * without them.
   */
  readonly rows: readonly { readonly dataset: string; readonly filter: Filter }[] | null;
}

/** An audit record that is written with the first change: in its transaction, so that neither exists without the other. */
export interface PendingRecord {
  writeIn(tx: Sql, actor: Actor, isTenants: boolean): Promise<void>;
  /** Adds details, such as `before` and `after` of what changes, and what it is about where no path names it. */
  note(details: Readonly<Record<string, unknown>>, target?: string): void;
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

/** The account of a person, also behind a token; UNAUTHENTICATED for the system. */
export function accountOf({ accountId }: Actor): string {
  if (accountId === null) throw new UserError('UNAUTHENTICATED');
  return accountId;
}
