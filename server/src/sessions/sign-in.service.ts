import type { Actor } from '../kernel/actor.ts';
import { SYSTEM } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';
import type { Database } from '../kernel/database.ts';
import { insertAttempt, takeAttempt } from './attempts.sql.ts';
import { ProviderFailure, type IdentityProvider } from './identity-provider.ts';
import { admit } from './provisioning.service.ts';
import { localReturn, readPerson, SECRET, type ClaimNames, type SignInFailure } from './sessions.rules.ts';
import { hashSecret, newSecret, type Sessions } from './sessions.service.ts';

export interface SignInOptions {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly provider: IdentityProvider;
  readonly claimNames: ClaimNames;
  readonly publicUrl: URL;
}

/** A sign-in that did not succeed, and the page which says what to do about it. */
export class SignInRefused extends Error {
  override name = 'SignInRefused';
  readonly reason: SignInFailure;
  /** A code for logs. */
  readonly code: string;
  constructor(reason: SignInFailure, code: string) {
    super(`Sign-in failed: ${reason} (${code})`);
    this.reason = reason;
    this.code = code;
  }
}

export type SignIn = ReturnType<typeof createSignIn>;

const REASON: Record<ProviderFailure['kind'], SignInFailure> = {
  unavailable: 'provider-unavailable',
  refused: 'refused',
  invalid: 'failed',
};
/** Where a browser is after signing out. */
const LANDING = '/landing';

/** The addresses that an identity provider must know of us. */
export function signInAddresses(publicUrl: URL): { callback: URL; afterSignOut: URL; backchannel: URL } {
  return {
    callback: new URL('/login/callback', publicUrl),
    afterSignOut: new URL(LANDING, publicUrl),
    backchannel: new URL('/login/backchannel', publicUrl),
  };
}

/** Steps of signing in and out. What they are given and answer is text: cookies and redirects belong to the pages. */
export function createSignIn(options: SignInOptions) {
  const { database, sessions, provider } = options;

  const refusal = (error: unknown): SignInRefused => {
    if (error instanceof SignInRefused) return error;
    if (error instanceof ProviderFailure) return new SignInRefused(REASON[error.kind], error.code);
    return new SignInRefused('failed', 'INTERNAL');
  };

  return {
    providerOrigin: provider.origin,

    /** Starts an attempt. `browser` is the browser's own secret: only that browser can finish what it began. */
    async start(wish: { browser: string; returnTo: unknown; language: string | null; again: boolean }): Promise<URL> {
      const state = newSecret();
      const started = await provider.begin(state, wish).catch((error: unknown) => {
        throw refusal(error);
      });
      const { nonce, codeVerifier } = started;
      await database.withGlobal(SYSTEM, (tx) =>
        insertAttempt(tx, attemptHash(state, wish.browser), {
          nonce,
          codeVerifier,
          returnTo: localReturn(wish.returnTo),
        }),
      );
      return started.url;
    },

    /** Finishes an attempt with the query that came back; answers the new session's cookies and where to go. */
    async finish(callback: {
      query: string;
      browser: string | null;
      cookie: string | undefined;
      userAgent: string | undefined;
      requestId: string;
    }): Promise<{ cookies: string[]; returnTo: string }> {
      const state = new URLSearchParams(callback.query).get('state') ?? '';
      const known = SECRET.test(state) && callback.browser !== null;
      const attempt = known
        ? await database.withGlobal(SYSTEM, (tx) => takeAttempt(tx, attemptHash(state, callback.browser!)))
        : null;
      if (!attempt) throw new SignInRefused('attempt-expired', 'NO_ATTEMPT');
      const identity = await provider.finish(callback.query, { state, ...attempt }).catch((error: unknown) => {
        throw refusal(error);
      });
      const person = readPerson(identity.claims, options.claimNames);
      const admission = await admit(database, person);
      if ('failure' in admission) throw new SignInRefused(admission.failure, 'NOT_ADMITTED');
      await sessions.end(callback.cookie);
      const session = await sessions.issue({
        ...admission,
        providerSession: identity.sid,
        idToken: identity.idToken,
        userAgent: callback.userAgent,
      });
      await audit(database, personally(admission), {
        action: 'session.sign-in',
        outcome: 'done',
        target: session.id,
        requestId: callback.requestId,
      });
      return { cookies: [session.cookie, session.appearance], returnTo: attempt.returnTo };
    },

    /** Why a sign-in failed, for its page. */
    why: refusal,

    /** Records a failed sign-in. */
    async recordFailure({ reason, code }: SignInRefused, requestId: string): Promise<void> {
      const outcome = reason === 'failed' || reason === 'provider-unavailable' ? 'failed' : 'denied';
      await audit(database, SYSTEM, { action: 'session.sign-in', outcome, requestId, details: { reason, code } });
    },

    /** Ends the session behind the cookie, here first; answers where the provider ends its own, or the landing page. */
    async leave(cookie: string | undefined, requestId: string): Promise<string> {
      const ended = await sessions.end(cookie);
      if (!ended) return LANDING;
      await audit(database, personally(ended), {
        action: 'session.sign-out',
        outcome: 'done',
        target: ended.id,
        requestId,
      });
      const url = await provider.signOutUrl(ended.idToken, signInAddresses(options.publicUrl).afterSignOut);
      return url?.href ?? LANDING;
    },

    /** Ends what a logout token of the provider names; answers how many sessions that was. */
    async leaveAtProvider(logoutToken: string, requestId: string): Promise<number> {
      const notice = await provider.readLogoutToken(logoutToken);
      // A token that is played back later ends nothing that began after it was written.
      const ended = await sessions.endAtProvider(notice.issuer, notice, notice.issuedAt + 1);
      for (const target of ended)
        await audit(database, SYSTEM, {
          action: 'session.sign-out',
          outcome: 'done',
          target,
          requestId,
          details: { by: 'provider' },
        });
      return ended.length;
    },
  };
}

/** An attempt is found by what the provider returns and what the browser keeps, together. */
function attemptHash(state: string, browser: string): Buffer {
  return hashSecret(`${state}.${browser}`);
}

/** The person as the author of an audit record. */
function personally({ accountId, tenantId }: { accountId: string; tenantId: string | null }): Actor {
  return { ...SYSTEM, kind: 'tenant', accountId, tenantId };
}
