import type { Actor } from '../kernel/actor.ts';
import { SYSTEM } from '../kernel/actor.ts';
import { audit, type AuditEntry } from '../kernel/audit.ts';
import type { Database } from '../kernel/database/database.ts';
import { currentOrigin } from '../kernel/origin.ts';
import { insertAttempt, takeAttempt, type Attempt } from './attempts.sql.ts';
import { findInvitation, type ShownInvitation } from './invitations.sql.ts';
import { ProviderError, type IdentityProvider } from './identity-provider.ts';
import { acceptInvitation } from './accept-invitation.service.ts';
import { isTesterOf, runProviderTest } from './provider-test.service.ts';
import { admit, joinProvisioned } from './provisioning.service.ts';
import { findAccount, memberships } from './provisioning.sql.ts';
import {
  isEmailVerified,
  localReturn,
  readPerson,
  SECRET,
  type ClaimNames,
  type SignInReason,
} from './sessions.rules.ts';
import { hashSecret, newSecret, type SessionService } from './sessions.service.ts';
import { readTenantPerson } from './tenant-provider.rules.ts';
import type { FoundProvider, TenantProviders } from './tenant-providers.service.ts';

export interface SignInOptions {
  readonly database: Database;
  readonly sessions: SessionService;
  readonly provider: IdentityProvider;
  /** Those of tenants. */
  readonly tenantProviders: TenantProviders;
  readonly claimNames: ClaimNames;
  readonly publicUrl: URL;
}

/** A failed sign-in; `reason` selects the text on its page. */
export class SignInError extends Error {
  override name = 'SignInError';
  readonly reason: SignInReason;
  /** A code for logs. */
  readonly code: string;
  /** Whose it was, once the provider has said so and they have an account. */
  readonly accountId: string | null;
  constructor(reason: SignInReason, code: string, accountId: string | null = null) {
    super(`Sign-in failed: ${reason} (${code})`);
    this.reason = reason;
    this.code = code;
    this.accountId = accountId;
  }
}

/** The provider's response, and the browser that brought it. */
export interface SignInCallback {
  readonly query: string;
  /** The tenant whose provider has this callback; null: the installation's provider. */
  readonly providerTenantId: string | null;
  readonly browser: string | null;
  readonly cookie: string | undefined;
  readonly userAgent: string | undefined;
  readonly address: string;
  readonly requestId: string;
}

const REASONS: Record<ProviderError['kind'], SignInReason> = {
  unavailable: 'provider-unavailable',
  refused: 'refused',
  invalid: 'failed',
};
const LONGEST_EMAIL = 320;
/** The page after signing out. */
const LANDING = '/landing';

/** Our addresses that must be registered with the identity provider. */
export function signInAddresses(publicUrl: URL): { callback: URL; afterSignOut: URL; backchannel: URL } {
  return {
    callback: new URL('/login/callback', publicUrl),
    afterSignOut: new URL(LANDING, publicUrl),
    backchannel: new URL('/login/backchannel', publicUrl),
  };
}

/** Steps of signing in and out. Inputs and results are plain values: cookies and redirects belong to the pages. */
export class SignInService {
  readonly #options: SignInOptions;

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  /** What an invitation's link leads to; null for one that never was, or that a newer mail replaced. */
  async findInvitation(token: string): Promise<ShownInvitation | null> {
    if (!SECRET.test(token)) return null;
    return this.#options.database.withGlobal(SYSTEM, (tx) => findInvitation(tx, hashSecret(token)), 'reads');
  }

  get providerOrigin(): string {
    return this.#options.provider.origin;
  }

  /** Whether people have to say where they sign in: a tenant uses a provider of its own. */
  hasChoice(): Promise<boolean> {
    return this.#options.tenantProviders.isAnyUsed();
  }

  /** The provider for an address; null: the installation's. */
  findProviderFor(email: string): Promise<FoundProvider | null> {
    return this.#findProvider((providers) => providers.findFor(email));
  }

  /** A tenant's own provider, where its people may use it. */
  async findProviderOf(tenantId: string): Promise<FoundProvider | null> {
    const found = await this.#findProvider((providers) => providers.find(tenantId));
    return found && found.row.signIn !== 'shared' ? found : null;
  }

  /** A tenant's own provider, whether it is used or not; null where it is not set up. */
  findProviderToTest(tenantId: string): Promise<FoundProvider | null> {
    return this.#findProvider((providers) => providers.find(tenantId));
  }

  /** The provider by which someone accepts an invitation; null: the installation's. */
  async findProviderForInvitation(token: string): Promise<FoundProvider | null> {
    const invitation = await this.findInvitation(token);
    if (!invitation || invitation.tenantId === null) return null;
    const found = await this.findProviderOf(invitation.tenantId);
    if (found?.row.signIn !== 'any') return found;
    const byAddress = await this.findProviderFor(invitation.email);
    return byAddress?.row.tenantId === invitation.tenantId ? byAddress : null;
  }

  #findProvider(find: (providers: TenantProviders) => Promise<FoundProvider | null>): Promise<FoundProvider | null> {
    return find(this.#options.tenantProviders).catch((error: unknown) => {
      throw toSignInError(error);
    });
  }

  /**
   * Starts an attempt. `browser` is the browser's own secret: only that browser can finish the attempt. `invitation` is the
   * secret of the invitation that it accepts; `own` a tenant's provider, left out for the installation's; `testerId` the administrator who
   * tests that provider by the attempt.
   */
  async start(request: {
    browser: string;
    returnTo: unknown;
    language: string | null;
    again: boolean;
    email?: string | null;
    invitation?: string;
    own?: FoundProvider | null;
    testerId?: string;
  }): Promise<URL> {
    const { database } = this.#options;
    const state = newSecret();
    const client = request.own?.client ?? this.#options.provider;
    const attempt = await client.begin(state, request).catch((error: unknown) => {
      throw toSignInError(error);
    });
    const { nonce, codeVerifier } = attempt;
    const returnTo = localReturn(request.returnTo);
    const invitationHash = request.invitation === undefined ? null : hashSecret(request.invitation);
    const row = request.own?.row;
    const provider = row === undefined ? null : { tenantId: row.tenantId, connection: row.connection };
    const stored = { nonce, codeVerifier, returnTo, invitationHash, provider, testerId: request.testerId ?? null };
    await database.withGlobal(SYSTEM, (tx) => insertAttempt(tx, attemptHash(state, request.browser), stored));
    return attempt.url;
  }

  /** Finishes an attempt with the returned query; returns the new session's cookies and where to go. */
  async finish(callback: SignInCallback): Promise<{ cookies: string[]; returnTo: string }> {
    const { database, sessions } = this.#options;
    const { attempt, state } = await this.#takeAttempt(callback);
    if (attempt.testerId !== null) return this.#finishTest(callback, attempt, state);
    const { identity, person } = await this.#identify(callback, attempt, state).catch((error: unknown) => {
      throw toSignInError(error);
    });
    const isFull = await joinProvisioned(database, person, callback.requestId);
    const verified = { isEmailVerified: isEmailVerified(identity.claims), requestId: callback.requestId };
    const admission =
      attempt.invitationHash === null
        ? await admit(database, person, { ...verified, isFull })
        : await acceptInvitation(database, person, { tokenHash: attempt.invitationHash, ...verified });
    if ('reason' in admission) throw new SignInError(admission.reason, 'NOT_ADMITTED', admission.accountId);
    await sessions.end(callback.cookie);
    recognizeSession();
    const session = await sessions.issue(
      {
        ...admission,
        providerSession: identity.sid,
        idToken: identity.idToken,
        userAgent: callback.userAgent,
        address: callback.address,
      },
      { action: 'session.sign-in', outcome: 'done', requestId: callback.requestId },
    );
    return { cookies: [session.cookie, session.appearance], returnTo: attempt.returnTo };
  }

  /** Who has come back from the provider that the attempt was started for. */
  async #identify({ query }: SignInCallback, attempt: Attempt, state: string) {
    const { provider, claimNames } = this.#options;
    if (attempt.provider === null) {
      const identity = await provider.finish(query, { state, ...attempt });
      return { identity, person: readPerson(identity.claims, claimNames) };
    }
    const own = await this.#options.tenantProviders.find(attempt.provider.tenantId);
    // Set up otherwise meanwhile: what it returns is not this provider's.
    if (own?.row.connection !== attempt.provider.connection) throw new SignInError('attempt-expired', 'CONNECTION');
    if (own.row.signIn === 'shared') throw new SignInError('provider-off', 'PROVIDER_OFF');
    const identity = await own.client.finish(query, { state, ...attempt });
    const read = readTenantPerson(identity.claims, own.trust);
    if ('problem' in read) throw new SignInError('refused', read.problem);
    return { identity, person: read.person };
  }

  /** Finishes a test of a tenant's provider: nobody is signed in by it, and what was found is stored. */
  async #finishTest(callback: SignInCallback, attempt: Attempt, state: string) {
    const { sessions } = this.#options;
    const tester = await sessions.identify({ cookie: callback.cookie });
    if (!isTesterOf(tester, attempt)) throw new SignInError('attempt-expired', 'TESTER');
    recognizeSession();
    await runProviderTest(this.#options, tester, { query: callback.query, state, attempt });
    return { cookies: [], returnTo: attempt.returnTo };
  }

  /** Records a failed sign-in. */
  async recordError({ reason, code, accountId }: SignInError, requestId: string): Promise<void> {
    const outcome = reason === 'failed' || reason === 'provider-unavailable' ? 'failed' : 'denied';
    const entry = { action: 'session.sign-in', outcome, requestId, details: { reason, code } } as const;
    await recordWithTenants(this.#options.database, accountId, entry);
  }

  /** Ends the session of the cookie, first here; returns where the provider ends its own, or the landing page. */
  async signOut(cookie: string | undefined, requestId: string): Promise<string> {
    const { database, sessions } = this.#options;
    const session = await sessions.end(cookie);
    if (!session) return LANDING;
    recognizeSession();
    await audit(database, personActor(session), {
      action: 'session.sign-out',
      outcome: 'done',
      target: session.id,
      requestId,
    });
    const client = await this.#clientOf(session.accountId);
    const url = await client?.signOutUrl(session.idToken, signInAddresses(this.#options.publicUrl).afterSignOut);
    return url?.href ?? LANDING;
  }

  /** Origin of the provider at which the session of a cookie would be ended as well. */
  async signOutOrigin(cookie: string | undefined): Promise<string> {
    const actor = await this.#options.sessions.identify({ cookie }, { passive: true });
    const client = actor?.accountId ? await this.#clientOf(actor.accountId) : null;
    return client?.origin ?? this.providerOrigin;
  }

  /** The provider of an account; null where it is one of a tenant that has removed it. */
  async #clientOf(accountId: string): Promise<IdentityProvider | null> {
    const { provider, tenantProviders } = this.#options;
    const tenantId = await tenantProviders.tenantOf(accountId);
    if (tenantId === null) return provider;
    return (await tenantProviders.find(tenantId).catch(() => null))?.client ?? null;
  }

  /**
   * Ends the sessions that a logout token of the provider names, of the installation's or of a tenant's; returns how many.
   * Throws a `ProviderError`.
   */
  async signOutFromProvider(logoutToken: string, tenantId: string | null, requestId: string): Promise<number> {
    const { database, sessions, provider, tenantProviders } = this.#options;
    const client = tenantId === null ? provider : (await tenantProviders.find(tenantId))?.client;
    if (!client) throw new ProviderError('invalid', 'NO_PROVIDER');
    const notice = await client.readLogoutToken(logoutToken);
    const match = { sid: notice.sid, subject: notice.subject, providerTenantId: tenantId };
    // A replayed token ends no session that started after it was issued.
    const ids = await sessions.endAtProvider(notice.issuer, match, notice.issuedAt + 1);
    for (const target of ids) {
      const details = { by: 'provider' };
      await audit(database, SYSTEM, { action: 'session.sign-out', outcome: 'done', target, requestId, details });
    }
    return ids.length;
  }

  /**
   * Takes the attempt that belongs to the returned state and this browser; each can be taken once, and by the callback of the
   * provider that it was started for.
   */
  async #takeAttempt({
    query,
    browser,
    providerTenantId,
  }: SignInCallback): Promise<{ attempt: Attempt; state: string }> {
    const state = new URLSearchParams(query).get('state') ?? '';
    const attempt =
      SECRET.test(state) && browser !== null
        ? await this.#options.database.withGlobal(SYSTEM, (tx) => takeAttempt(tx, attemptHash(state, browser)))
        : null;
    if (!attempt) throw new SignInError('attempt-expired', 'NO_ATTEMPT');
    if ((attempt.provider?.tenantId ?? null) !== providerTenantId) throw new SignInError('failed', 'CALLBACK');
    return { attempt, state };
  }
}

/** Records that someone entered a wrong password at the embedded provider. `subject`: null for an unknown address. */
export async function recordWrongPassword(
  database: Database,
  { issuer, subject, email }: { issuer: string; subject: string | null; email: string },
): Promise<void> {
  const accountId =
    subject === null ? null : await database.withGlobal(SYSTEM, (tx) => findAccount(tx, issuer, subject), 'reads');
  const details = { reason: 'wrong-password', email: email.slice(0, LONGEST_EMAIL) };
  await recordWithTenants(database, accountId, { action: 'session.sign-in', outcome: 'denied', details });
}

/** In the trail of each tenant that the person is in, whose administrators are to know; above the tenants otherwise. */
async function recordWithTenants(database: Database, accountId: string | null, entry: AuditEntry): Promise<void> {
  const found =
    accountId === null ? [] : await database.withGlobal(SYSTEM, (tx) => memberships(tx, accountId), 'reads');
  const tenants = found.length > 0 ? found.map(({ tenantId }) => tenantId) : [null];
  for (const tenantId of tenants) await audit(database, { ...SYSTEM, accountId, tenantId }, entry);
}

/** From here on the request is the person's. */
function recognizeSession(): void {
  const origin = currentOrigin();
  if (origin) origin.via = 'session';
}

/** Converts any error of a sign-in to one that its page explains. */
export function toSignInError(error: unknown): SignInError {
  if (error instanceof SignInError) return error;
  if (error instanceof ProviderError) return new SignInError(REASONS[error.kind], error.code);
  return new SignInError('failed', 'INTERNAL');
}

/** An attempt is looked up by the provider's state and the browser's cookie together. */
function attemptHash(state: string, browser: string): Buffer {
  return hashSecret(`${state}.${browser}`);
}

/** The person as the author of an audit record. */
function personActor({ accountId, tenantId }: { accountId: string; tenantId: string | null }): Actor {
  return { ...SYSTEM, kind: 'tenant', accountId, tenantId };
}
