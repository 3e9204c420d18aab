import type { Actor } from '../kernel/actor.ts';
import { SYSTEM } from '../kernel/actor.ts';
import { audit, type AuditEntry } from '../kernel/audit.ts';
import type { Database } from '../kernel/database/database.ts';
import { currentOrigin } from '../kernel/origin.ts';
import { insertAttempt, takeAttempt } from './attempts.sql.ts';
import { findInvitation, type ShownInvitation } from './invitations.sql.ts';
import { ProviderError, type IdentityProvider } from './identity-provider.ts';
import { acceptInvitation } from './accept-invitation.service.ts';
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

export interface SignInOptions {
  readonly database: Database;
  readonly sessions: SessionService;
  readonly provider: IdentityProvider;
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
  readonly browser: string | null;
  readonly cookie: string | undefined;
  readonly userAgent: string | undefined;
  readonly address: string;
  readonly requestId: string;
}

type Attempt = NonNullable<Awaited<ReturnType<typeof takeAttempt>>>;

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

  /**
   * Starts an attempt. `browser` is the browser's own secret: only that browser can finish the attempt. `invitation` is the
   * secret of the invitation that it accepts.
   */
  async start(request: {
    browser: string;
    returnTo: unknown;
    language: string | null;
    again: boolean;
    invitation?: string;
  }): Promise<URL> {
    const { database, provider } = this.#options;
    const state = newSecret();
    const attempt = await provider.begin(state, request).catch((error: unknown) => {
      throw toSignInError(error);
    });
    const { nonce, codeVerifier } = attempt;
    const returnTo = localReturn(request.returnTo);
    const invitationHash = request.invitation === undefined ? null : hashSecret(request.invitation);
    await database.withGlobal(SYSTEM, (tx) =>
      insertAttempt(tx, attemptHash(state, request.browser), { nonce, codeVerifier, returnTo, invitationHash }),
    );
    return attempt.url;
  }

  /** Finishes an attempt with the returned query; returns the new session's cookies and where to go. */
  async finish(callback: SignInCallback): Promise<{ cookies: string[]; returnTo: string }> {
    const { database, sessions, provider, claimNames } = this.#options;
    const { attempt, state } = await this.#takeAttempt(callback);
    const identity = await provider.finish(callback.query, { state, ...attempt }).catch((error: unknown) => {
      throw toSignInError(error);
    });
    const person = readPerson(identity.claims, claimNames);
    await joinProvisioned(database, person, callback.requestId);
    const verified = { isEmailVerified: isEmailVerified(identity.claims), requestId: callback.requestId };
    const admission =
      attempt.invitationHash === null
        ? await admit(database, person, verified)
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

  /** Records a failed sign-in. */
  async recordError({ reason, code, accountId }: SignInError, requestId: string): Promise<void> {
    const outcome = reason === 'failed' || reason === 'provider-unavailable' ? 'failed' : 'denied';
    const entry = { action: 'session.sign-in', outcome, requestId, details: { reason, code } } as const;
    await recordWithTenants(this.#options.database, accountId, entry);
  }

  /** Ends the session of the cookie, first here; returns where the provider ends its own, or the landing page. */
  async signOut(cookie: string | undefined, requestId: string): Promise<string> {
    const { database, sessions, provider, publicUrl } = this.#options;
    const session = await sessions.end(cookie);
    if (!session) return LANDING;
    recognizeSession();
    await audit(database, personActor(session), {
      action: 'session.sign-out',
      outcome: 'done',
      target: session.id,
      requestId,
    });
    const url = await provider.signOutUrl(session.idToken, signInAddresses(publicUrl).afterSignOut);
    return url?.href ?? LANDING;
  }

  /** Ends the sessions that a logout token of the provider names; returns how many. */
  async signOutFromProvider(logoutToken: string, requestId: string): Promise<number> {
    const { database, sessions, provider } = this.#options;
    const notice = await provider.readLogoutToken(logoutToken);
    // A replayed token ends no session that started after it was issued.
    const ids = await sessions.endAtProvider(notice.issuer, notice, notice.issuedAt + 1);
    for (const target of ids) {
      const details = { by: 'provider' };
      await audit(database, SYSTEM, { action: 'session.sign-out', outcome: 'done', target, requestId, details });
    }
    return ids.length;
  }

  /** Takes the attempt that belongs to the returned state and this browser; each can be taken once. */
  async #takeAttempt({ query, browser }: SignInCallback): Promise<{ attempt: Attempt; state: string }> {
    const state = new URLSearchParams(query).get('state') ?? '';
    const attempt =
      SECRET.test(state) && browser !== null
        ? await this.#options.database.withGlobal(SYSTEM, (tx) => takeAttempt(tx, attemptHash(state, browser)))
        : null;
    if (!attempt) throw new SignInError('attempt-expired', 'NO_ATTEMPT');
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
