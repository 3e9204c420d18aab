import { createRemoteJWKSet, customFetch as joseFetch, errors as jose, jwtVerify, type JWTPayload } from 'jose';
import * as oidc from 'openid-client';

export interface IdentityProviderOptions {
  readonly issuer: URL;
  readonly clientId: string;
  /** Null for a public client. */
  readonly clientSecret: string | null;
  /** Our own callback, as registered with the provider. */
  readonly redirectUri: URL;
  /**
   * Where a request to the provider really goes: the embedded one lives in this process, and its public address may
   * be reachable from outside only. Missing: where the address says.
   */
  readonly route?: (url: URL) => URL;
}

/** A started sign-in: where to send the browser, and what must come back with it. */
export interface StartedSignIn {
  readonly url: URL;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface VerifiedIdentity {
  readonly claims: Record<string, unknown> & { iss: string; sub: string };
  readonly idToken: string;
  /** The provider's own session, where it tells. */
  readonly sid: string | null;
}

export interface LogoutNotice {
  readonly issuer: string;
  readonly sid: string | null;
  readonly subject: string | null;
  /** When the provider wrote it, in epoch seconds. */
  readonly issuedAt: number;
}

/** Why the provider did not answer with an identity. `cause` is a code for logs: never a token, a code or a message. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure';
  readonly kind: 'unavailable' | 'refused' | 'invalid';
  readonly code: string;
  constructor(kind: 'unavailable' | 'refused' | 'invalid', code: string) {
    super(`The identity provider's answer was not taken (${kind}, ${code})`);
    this.kind = kind;
    this.code = code;
  }
}

export type IdentityProvider = ReturnType<typeof createIdentityProvider>;

/** Public-key signatures only: with 'none' or a shared secret, anybody who knows the client could write a token. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const TIMEOUT_SECONDS = 5;
const KEEP_MS = 60 * 60 * 1000;
const CLOCK_TOLERANCE_SECONDS = 10;

interface Discovered {
  readonly client: oidc.Configuration;
  readonly issuer: string;
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
  readonly at: number;
}

/** Talks to one OpenID Connect provider. Nothing is asked of it before the first sign-in, so it never holds up a start. */
export function createIdentityProvider(options: IdentityProviderOptions) {
  const { issuer, clientId, clientSecret } = options;
  const routed = (url: URL) => options.route?.(url) ?? url;
  const plain = issuer.protocol === 'http:' && isLoopback(routed(issuer));
  const send = (url: string | URL, init?: RequestInit) => {
    const named = new URL(url);
    const target = routed(named);
    if (named.protocol !== 'https:' && !(plain && isLoopback(target)))
      throw new ProviderFailure('invalid', 'PLAIN_HTTP');
    return fetch(target, { ...init, redirect: 'manual' });
  };

  const discover = async (): Promise<Discovered> => {
    const client = await oidc.discovery(
      issuer,
      clientId,
      { redirect_uris: [options.redirectUri.href], [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      clientSecret === null ? oidc.None() : oidc.ClientSecretBasic(clientSecret),
      {
        timeout: TIMEOUT_SECONDS,
        [oidc.customFetch]: (url, init) => send(url, init as RequestInit),
        ...(plain ? { execute: [oidc.allowInsecureRequests] } : {}),
      },
    );
    const metadata = client.serverMetadata();
    if (!metadata.jwks_uri) throw new ProviderFailure('invalid', 'NO_JWKS');
    const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), {
      timeoutDuration: TIMEOUT_SECONDS * 1000,
      [joseFetch]: (url, init) => send(url, init as RequestInit),
    });
    return { client, keys, issuer: metadata.issuer, at: Date.now() };
  };

  let kept: Discovered | null = null;
  let underway: Promise<Discovered> | null = null;
  const provider = async (): Promise<Discovered> => {
    if (kept && Date.now() - kept.at < KEEP_MS) return kept;
    underway ??= discover().finally(() => {
      underway = null;
    });
    try {
      kept = await underway;
    } catch (error) {
      if (!kept) throw asFailure(error, 'unavailable');
    }
    return kept;
  };

  const verify = async (token: string): Promise<{ payload: JWTPayload; type: string | undefined }> => {
    const { keys, issuer: name } = await provider();
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer: name,
      audience: clientId,
      algorithms: ALGORITHMS,
      requiredClaims: ['iat', 'exp'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    });
    return { payload, type: protectedHeader.typ?.toLowerCase() };
  };

  return {
    origin: issuer.origin,

    /** Begins a sign-in. `again` asks the provider to ask for credentials even where it knows the browser. */
    async begin(state: string, wish: { language: string | null; again: boolean }): Promise<StartedSignIn> {
      const { client } = await provider();
      const codeVerifier = oidc.randomPKCECodeVerifier();
      const nonce = oidc.randomNonce();
      const url = oidc.buildAuthorizationUrl(client, {
        redirect_uri: options.redirectUri.href,
        scope: 'openid profile email',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(wish.language ? { ui_locales: wish.language } : {}),
        ...(wish.again ? { prompt: 'login' } : {}),
      });
      return { url, nonce, codeVerifier };
    },

    /** Redeems the code that came back and verifies the ID token. `query` is the callback's, with its question mark. */
    async finish(
      query: string,
      expected: { state: string; nonce: string; codeVerifier: string },
    ): Promise<VerifiedIdentity> {
      const { client } = await provider();
      const callback = new URL(options.redirectUri);
      callback.search = query;
      try {
        const answer = await oidc.authorizationCodeGrant(client, callback, {
          expectedState: expected.state,
          expectedNonce: expected.nonce,
          pkceCodeVerifier: expected.codeVerifier,
          idTokenExpected: true,
        });
        const idToken = answer.id_token!;
        const { payload } = await verify(idToken);
        const claims = { ...payload, iss: payload.iss!, sub: payload.sub! };
        const told = await describe(client, answer.access_token, claims);
        return { claims: { ...told, ...claims }, idToken, sid: typeof payload.sid === 'string' ? payload.sid : null };
      } catch (error) {
        throw asFailure(error, 'invalid');
      }
    },

    /** Where to send the browser to sign out at the provider; null where it has no such place or can't be reached. */
    async signOutUrl(idToken: string | null, backTo: URL): Promise<URL | null> {
      const found = await provider().catch(() => null);
      if (!found?.client.serverMetadata().end_session_endpoint) return null;
      return oidc.buildEndSessionUrl(found.client, {
        post_logout_redirect_uri: backTo.href,
        ...(idToken ? { id_token_hint: idToken } : {}),
      });
    },

    /**
     * The identity of an access token that the provider issued for us, or null. ID tokens are no keys to the API:
     * one passes through the browser's address bar at sign-out.
     */
    async verifyBearer(token: string): Promise<{ issuer: string; subject: string } | null> {
      if (token.split('.').length !== 3) return null;
      const found = await verify(token).catch(() => null);
      if (!found || (found.type !== undefined && found.type !== 'jwt' && found.type !== 'at+jwt')) return null;
      const { iss, sub, nonce, events } = found.payload;
      const usable = iss !== undefined && sub !== undefined && nonce === undefined && events === undefined;
      return usable ? { issuer: iss, subject: sub } : null;
    },

    /** Reads a back-channel logout token; throws a `ProviderFailure` for anything else. */
    async readLogoutToken(token: string): Promise<LogoutNotice> {
      const { payload, type } = await verify(token).catch((error: unknown) => {
        throw asFailure(error, 'invalid');
      });
      const events = payload.events as Record<string, unknown> | null | undefined;
      const sid = typeof payload.sid === 'string' ? payload.sid : null;
      const subject = payload.sub ?? null;
      if (type !== undefined && type !== 'jwt' && type !== 'logout+jwt') throw new ProviderFailure('invalid', 'TYPE');
      if (typeof events !== 'object' || events === null || typeof events[LOGOUT_EVENT] !== 'object')
        throw new ProviderFailure('invalid', 'EVENT');
      if (payload.nonce !== undefined) throw new ProviderFailure('invalid', 'NONCE');
      if (sid === null && subject === null) throw new ProviderFailure('invalid', 'NOBODY');
      return { issuer: payload.iss!, sid, subject, issuedAt: payload.iat! };
    },
  };
}

/** Name and address from the provider's userinfo, where the ID token is silent. Roles and tenants come from the ID token alone. */
async function describe(
  client: oidc.Configuration,
  accessToken: string,
  claims: { sub: string } & Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (typeof claims.email === 'string' || !client.serverMetadata().userinfo_endpoint) return {};
  const told = await oidc.fetchUserInfo(client, accessToken, claims.sub).catch(() => null);
  if (!told) return {};
  const { email, preferred_username, given_name, family_name, name, picture } = told;
  const said = { email, preferred_username, given_name, family_name, name, picture };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

const REFUSALS = new Set(['access_denied', 'login_required', 'consent_required', 'interaction_required']);
const OUTAGES = new Set(['temporarily_unavailable', 'server_error']);

function asFailure(error: unknown, otherwise: ProviderFailure['kind']): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError) {
    const kind = REFUSALS.has(error.error) ? 'refused' : OUTAGES.has(error.error) ? 'unavailable' : 'invalid';
    return new ProviderFailure(kind, printable(error.error));
  }
  const cause = (error as { cause?: unknown }).cause;
  const code = (error as { code?: unknown }).code ?? (cause as { code?: unknown } | undefined)?.code;
  const status = cause instanceof Response ? cause.status : null;
  const unreachable =
    error instanceof TypeError ||
    cause instanceof TypeError ||
    error instanceof jose.JWKSTimeout ||
    (status ?? 0) >= 500;
  const silent = code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT' || code === 'ERR_JOSE_GENERIC';
  return new ProviderFailure(unreachable || silent ? 'unavailable' : otherwise, printable(code));
}

/** Codes are the provider's text: cut to what can stand in a log line and an audit record. */
function printable(code: unknown): string {
  return typeof code === 'string' ? code.replace(/[^\w.-]/g, '').slice(0, 60) : 'UNKNOWN';
}

/** Whether an address is on this machine. */
export function isLoopback({ hostname: name }: Pick<URL, 'hostname'>): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d+){3}$/.test(name);
}
