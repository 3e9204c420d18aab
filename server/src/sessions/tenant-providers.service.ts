import { isUuid } from '@rise/contract';
import { SYSTEM } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import type { HostAllowance } from '../kernel/security/host-allowance.ts';
import { unseal } from '../kernel/security/keys.ts';
import { emailDomain } from '../kernel/text/email-domain.ts';
import { IdentityProvider, ProviderError } from './identity-provider.ts';
import { providerAddresses } from './provider-addresses.ts';
import type { TenantTrust } from './tenant-provider.rules.ts';
import { findProvider, findProviderOf, isAnyUsed, providerOf, type TenantProviderRow } from './tenant-providers.sql.ts';

/** How the identity providers of tenants are reached, and the key under which their secrets are sealed. */
export interface ProviderReach {
  readonly key: Buffer;
  readonly hosts: HostAllowance;
}

export interface TenantProviderOptions {
  readonly database: Database;
  readonly providerReach: ProviderReach;
  readonly publicUrl: URL;
  /** The claim that supplies each user attribute, by the attribute's name: the same for every provider. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** A tenant's own provider as it is set up now. */
export interface FoundProvider {
  readonly row: TenantProviderRow;
  readonly trust: TenantTrust;
  readonly client: IdentityProvider;
}

/** Clients that remember their provider's metadata. */
const MAX_CLIENTS = 200;

/** Finds the identity providers of tenants for sign-ins. */
export class TenantProviders {
  readonly #options: TenantProviderOptions;
  readonly #clients = new Map<string, { connection: string; client: IdentityProvider }>();

  constructor(options: TenantProviderOptions) {
    this.#options = options;
  }

  /** Whether there is a choice of providers at all. */
  isAnyUsed(): Promise<boolean> {
    return this.#options.database.withGlobal(SYSTEM, isAnyUsed, 'reads');
  }

  /** Null where the tenant has none. Throws a `ProviderError` where its secret cannot be opened. */
  async find(tenantId: string): Promise<FoundProvider | null> {
    if (!isUuid(tenantId)) return null;
    const { database } = this.#options;
    return this.#toFound(await database.withGlobal(SYSTEM, (tx) => findProvider(tx, tenantId), 'reads'));
  }

  /**
   * Where someone with this address signs in: at the provider of the tenant that has proven its domain; null: at the
   * installation's. Looks at no account, so it says nothing about whether the address exists.
   */
  async findFor(email: string): Promise<FoundProvider | null> {
    const { database } = this.#options;
    const domain = emailDomain(email.trim()) ?? '';
    return this.#toFound(await database.withGlobal(SYSTEM, (tx) => findProviderOf(tx, domain), 'reads'));
  }

  /** The tenant whose own provider an account is of; null: the installation's. */
  tenantOf(accountId: string): Promise<string | null> {
    return this.#options.database.withGlobal(SYSTEM, (tx) => providerOf(tx, accountId), 'reads');
  }

  #toFound(row: TenantProviderRow | null): FoundProvider | null {
    if (!row) return null;
    const { tenantId, slug, issuer, domains, subjectClaim, rolesClaim, roleMap, defaultRole, groupsClaim } = row;
    const mapping = { subjectClaim, rolesClaim, roleMap, defaultRole, groupsClaim };
    const { attributes } = this.#options;
    return { row, trust: { tenantId, slug, issuer, mapping, attributes, domains }, client: this.#clientOf(row) };
  }

  #clientOf(row: TenantProviderRow): IdentityProvider {
    const { tenantId, connection } = row;
    const known = this.#clients.get(tenantId);
    if (known?.connection === connection) return known.client;
    const { providerReach, publicUrl } = this.#options;
    const clientSecret = row.secret && unseal(providerReach.key, tenantId, row.secret);
    if (row.secret && clientSecret === null) throw new ProviderError('unavailable', 'SECRET');
    const client = new IdentityProvider({
      issuer: new URL(row.issuer),
      clientId: row.clientId,
      clientSecret,
      redirectUri: providerAddresses(publicUrl, tenantId).callback,
      scopes: row.scopes,
      hosts: providerReach.hosts,
    });
    this.#clients.delete(tenantId);
    this.#clients.set(tenantId, { connection, client });
    if (this.#clients.size > MAX_CLIENTS) this.#clients.delete(this.#clients.keys().next().value!);
    return client;
  }
}
