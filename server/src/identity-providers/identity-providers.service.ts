import type { ClaimedRights, ClaimMapping, ProviderSettings, SignInChoice, TenantProvider } from '@rise/contract';
import { HOST_REFUSED } from '@rise/engine';
import { domainTitle } from '../domains/verified-domains.service.ts';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database, GlobalTx, TenantTx } from '../kernel/database/database.ts';
import { invalidField, notFound } from '../kernel/errors/user-error.ts';
import { publish } from '../kernel/events.ts';
import { seal } from '../kernel/security/keys.ts';
import { authorOf } from '../models/author.service.ts';
import { isLoopback } from '../sessions/identity-provider.ts';
import { providerAddresses } from '../sessions/provider-addresses.ts';
import { isCommonIssuer, rightsOf } from '../sessions/claimed-rights.service.ts';
import type { ProviderReach } from '../sessions/tenant-providers.service.ts';
import { isNewConnection, refusal, toTest, useProblem } from './identity-providers.rules.ts';
import * as sql from './identity-providers.sql.ts';

export interface IdentityProviderOptions {
  readonly database: Database;
  readonly providerReach: ProviderReach;
  readonly publicUrl: URL;
  /** Of the installation's provider. */
  readonly sharedIssuer: URL;
}

type Saved = ProviderSettings & { readonly clientSecret?: string | null | undefined };

/** The own identity provider of a tenant, as its administrators manage it. How people sign in by it: `sessions/`. */
export class IdentityProviderService {
  readonly #options: IdentityProviderOptions;
  readonly #database: Database;

  constructor(options: IdentityProviderOptions) {
    this.#options = options;
    this.#database = options.database;
  }

  async read(actor: TenantActor): Promise<TenantProvider> {
    const { tenantId } = actor;
    const counts = await this.#database.withGlobal(actor, (tx) => sql.countPeople(tx, tenantId), 'reads');
    const { row, signIn, domains } = await this.#database.withTenant(actor, (tx) => readAll(tx, tenantId), 'reads');
    const { callback, backchannel, signIn: address } = providerAddresses(this.#options.publicUrl, tenantId);
    return {
      signIn,
      provider: row && toProvider(row, { domains, people: counts.people }),
      addresses: {
        callback: callback.href,
        backchannel: backchannel.href,
        afterSignOut: new URL('/landing', this.#options.publicUrl).href,
        signIn: address.href,
      },
      domains: domains.map(domainTitle),
      sharedMembers: counts.sharedMembers,
    };
  }

  /**
   * VALIDATION_FAILED for an issuer that cannot be one organization's own. CONFLICT where people depend on it alone, and would lose
   * it by the change.
   */
  async save(actor: TenantActor, { clientSecret, ...saved }: Saved): Promise<TenantProvider> {
    const settings = { ...saved, issuer: await this.#requireIssuer(saved.issuer) };
    const { tenantId } = actor;
    const updatedBy = await authorOf(this.#database, actor);
    await this.#database.withTenant(actor, async (tx) => {
      await sql.lockSignIn(tx, tenantId);
      const { row, signIn, domains } = await readAll(tx, tenantId);
      const { key } = this.#options.providerReach;
      // The secret is of the issuer and client that it was entered for: no other one receives it.
      const isOther = row !== null && (row.issuer !== settings.issuer || row.clientId !== settings.clientId);
      if (isOther && clientSecret === undefined && row.secret !== null)
        throw invalidField('clientSecret', 'Enter the secret again: the issuer or the client has changed.');
      const secret =
        clientSecret === undefined
          ? (row?.secret ?? null)
          : clientSecret === null
            ? null
            : seal(key, tenantId, clientSecret);
      const isNew = isNewConnection(row, settings, clientSecret !== undefined);
      // Where it is the only way to sign in, nothing may make it one without a test.
      if (signIn === 'own' && isNew) throw refusal('required');
      await sql.saveProvider(tx, { ...settings, secret, updatedBy }, isNew);
      const after = (await sql.findProvider(tx, tenantId))!;
      const problem = signIn === 'own' ? useProblem(after, signIn, domains) : null;
      if (problem !== null) throw refusal(problem);
      const before = row && withoutSecret(row);
      actor.record?.note({
        before,
        after: withoutSecret(after),
        ...(clientSecret !== undefined && { secret: 'changed' }),
      });
    });
    return this.read(actor);
  }

  /** The rights that people would have; nothing is stored. */
  async tryMapping(
    actor: TenantActor,
    { issuer, mapping, people }: { issuer: string; mapping: ClaimMapping; people: readonly Record<string, unknown>[] },
  ): Promise<{ people: ClaimedRights[] }> {
    const domains = await this.#database.withTenant(actor, (tx) => sql.listDomains(tx, actor.tenantId), 'reads');
    return { people: people.map((claims) => rightsOf(claims, { issuer, mapping, domains })) };
  }

  /**
   * CONFLICT for a provider that has not passed a test as it is now, and for the only one where the test gave no administrator's
   * role. Sessions of those who are not let in any more end; so do their tokens, as long as it stays so.
   */
  async use(actor: TenantActor, signIn: SignInChoice): Promise<TenantProvider> {
    const { tenantId } = actor;
    await this.#database.withGlobal(actor, async (tx) => {
      await sql.lockSignIn(tx, tenantId);
      const { row, domains } = await readAll(tx, tenantId);
      const problem = useProblem(row, signIn, domains);
      if (problem !== null) throw refusal(problem);
      await this.#change(tx, actor, signIn);
    });
    return this.read(actor);
  }

  /** CONFLICT while it is the only way to sign in. NOT_FOUND where there is none. */
  async remove(actor: TenantActor): Promise<TenantProvider> {
    const { tenantId } = actor;
    // Off first: should it stop here, nobody is signed in by a provider that is gone.
    await this.#database.withGlobal(actor, async (tx) => {
      await sql.lockSignIn(tx, tenantId);
      const { row, signIn } = await readAll(tx, tenantId);
      if (!row) throw notFound();
      if (signIn === 'own') throw refusal('required');
      actor.record?.note({ before: withoutSecret(row) });
      await this.#change(tx, actor, 'shared');
    });
    await this.#database.withTenant(actor, (tx) => sql.deleteProvider(tx));
    return this.read(actor);
  }

  async #change(tx: GlobalTx, actor: TenantActor, signIn: SignInChoice): Promise<void> {
    const before = await sql.saveSignIn(tx, actor.tenantId, signIn);
    const ended = await sql.endSessionsNotAdmitted(tx, actor.tenantId);
    for (const id of ended) await publish(tx, { kind: 'session', to: { session: id } });
    actor.record?.note({ signIn: { before, after: signIn }, endedSessions: ended.length });
  }

  /** The issuer as its tokens name it. */
  async #requireIssuer(text: string): Promise<string> {
    if (!URL.canParse(text)) throw invalidField('issuer', 'Enter an address such as https://login.example.com/realm.');
    const url = new URL(text);
    if (!['https:', 'http:'].includes(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '')
      throw invalidField('issuer', 'Enter an https address without a query, such as https://login.example.com/realm.');
    if (url.protocol === 'http:' && !isLoopback(url))
      throw invalidField('issuer', 'Enter an https address: others could read along otherwise.');
    if (isCommonIssuer(url)) throw refusal('issuer-common', 'VALIDATION_FAILED');
    if (plain(url) === plain(this.#options.sharedIssuer)) throw refusal('issuer-shared', 'VALIDATION_FAILED');
    const { hosts } = this.#options.providerReach;
    // Without its brackets, as connections have it.
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const code = await new Promise<string | undefined>((resolve) => {
      hosts.lookup(host, { all: true }, (error) => resolve((error as NodeJS.ErrnoException | null)?.code));
    });
    if (code === HOST_REFUSED) throw refusal('issuer-host', 'VALIDATION_FAILED');
    return text;
  }
}

const plain = (url: URL) => url.href.replace(/\/+$/, '').toLowerCase();

async function readAll(tx: TenantTx | GlobalTx, tenantId: string) {
  return {
    row: await sql.findProvider(tx, tenantId),
    signIn: await sql.readSignIn(tx, tenantId),
    domains: await sql.listDomains(tx, tenantId),
  };
}

function settingsOf(row: sql.ProviderRow): ProviderSettings {
  const { label, issuer, clientId, scopes, subjectClaim, rolesClaim, roleMap, defaultRole, groupsClaim } = row;
  return { label, issuer, clientId, scopes, subjectClaim, rolesClaim, roleMap, defaultRole, groupsClaim };
}

/** For the audit trail. */
const withoutSecret = (row: sql.ProviderRow) => ({ ...settingsOf(row), hasSecret: row.secret !== null });

function toProvider(
  row: sql.ProviderRow,
  { domains, people }: { domains: readonly string[]; people: number },
): TenantProvider['provider'] {
  const { updatedAt, updatedBy } = row;
  const test = toTest(row, domains);
  return { ...withoutSecret(row), test, people, updatedAt: updatedAt.toISOString(), updatedBy };
}
