import { createRemoteJWKSet, customFetch as joseFetch, errors as jose, jwtVerify, type JWTPayload } from 'jose';
import * as oidc from 'openid-client';
import { HostAllowance } from '../kernel/security/host-allowance.ts';
import { OutgoingError, OutgoingHttp } from '../kernel/security/outgoing-http.ts';

export interface IdentityProviderOptions {
  readonly issuer: URL;
  readonly clientId: string;
  /** Null for a public client. */
  readonly clientSecret: string | null;
  /** Our own callback, as registered with the provider. */
  readonly redirectUri: URL;
  readonly scopes?: readonly string[];
  /** Which hosts may be reached; left out: the issuer's, wherever it is, and public ones. */
  readonly hosts?: HostAllowance;
  /**
   * Actual destination of requests to the provider: the embedded one runs in this process, and its public address may
   * only be reachable from outside. Omitted: the public address.
   */
  readonly route?: (url: URL) => URL;
}

/** A started sign-in: where to redirect the browser, and the values that must come back. */
export interface StartedSignIn {
  readonly url: URL;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface VerifiedIdentity {
  readonly claims: Record<string, unknown> & { iss: string; sub: string };
  readonly idToken: string;
  /** Id of the provider's own session; null where the token has none. */
  readonly sid: string | null;
}

export interface LogoutNotice {
  readonly issuer: string;
  readonly sid: string | null;
  readonly subject: string | null;
  /** When the token was issued, in epoch seconds. */
  readonly issuedAt: number;
}

/** Why the provider returned no identity. `code` is for logs: never a token, an authorization code or a message. */
export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly kind: 'unavailable' | 'refused' | 'invalid';
  readonly code: string;
  constructor(kind: 'unavailable' | 'refused' | 'invalid', code: string) {
    super(`The identity provider's response was rejected (${kind}, ${code})`);
    this.kind = kind;
    this.code = code;
  }
}

/** Public-key signatures only: with 'none' or a shared secret, anyone who knows the client could forge a token. */
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
const SCOPES = ['openid', 'profile', 'email'];
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const TIMEOUT_SECONDS = 5;
const CACHE_MS = 60 * 60 * 1000;
/** How soon metadata are read again after a failure that they may have caused. */
const SUSPECT_MS = 30_000;
/** Of each answer; the largest are lists of keys with their certificates. */
const MAX_BYTES = 1_000_000;
const CLOCK_TOLERANCE_SECONDS = 10;

interface Discovered {
  readonly client: oidc.Configuration;
  readonly issuer: string;
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
  readonly at: number;
  /** When it is read again, in milliseconds. */
  until: number;
}

/**
 * An OpenID Connect client for one provider. It sends its first request at the first sign-in, so it never delays a
 * start.
 */
export class IdentityProvider {
  readonly #options: IdentityProviderOptions;
  /** Plain http is accepted: the provider runs on this machine. */
  readonly #plainHttp: boolean;
  readonly #http: OutgoingHttp;
  #cached: Discovered | null = null;
  #pending: Promise<Discovered> | null = null;

  constructor(options: IdentityProviderOptions) {
    this.#options = options;
    this.#plainHttp = options.issuer.protocol === 'http:' && isLoopback(this.#route(options.issuer));
    this.#http = new OutgoingHttp({
      hosts: options.hosts ?? HostAllowance.publicAnd(options.issuer, this.#route(options.issuer)),
      maxBytes: MAX_BYTES,
      deadlineMs: TIMEOUT_SECONDS * 1000,
    });
  }

  get origin(): string {
    return this.#options.issuer.origin;
  }

  /**
   * Starts a sign-in. `again` makes the provider ask for credentials even if the browser has a session there; `email` is what
   * the person has typed already.
   */
  async begin(
    state: string,
    { language, again, email = null }: { language: string | null; again: boolean; email?: string | null },
  ): Promise<StartedSignIn> {
    const { client } = await this.#provider();
    const codeVerifier = oidc.randomPKCECodeVerifier();
    const nonce = oidc.randomNonce();
    const url = oidc.buildAuthorizationUrl(client, {
      redirect_uri: this.#options.redirectUri.href,
      scope: (this.#options.scopes ?? SCOPES).join(' '),
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...(language ? { ui_locales: language } : {}),
      ...(again ? { prompt: 'login' } : {}),
      ...(email ? { login_hint: email } : {}),
    });
    return { url, nonce, codeVerifier };
  }

  /**
   * Redeems the returned authorization code and verifies the ID token. `query` is the callback's, with its question
   * mark.
   */
  async finish(
    query: string,
    expected: { state: string; nonce: string; codeVerifier: string },
  ): Promise<VerifiedIdentity> {
    const { client } = await this.#provider();
    const callback = new URL(this.#options.redirectUri);
    callback.search = query;
    try {
      const tokens = await oidc.authorizationCodeGrant(client, callback, {
        expectedState: expected.state,
        expectedNonce: expected.nonce,
        pkceCodeVerifier: expected.codeVerifier,
        idTokenExpected: true,
      });
      const idToken = tokens.id_token!;
      const { payload } = await this.#verify(idToken);
      // The token was made for another client, which should not have passed it on.
      if (payload['azp'] !== undefined && payload['azp'] !== this.#options.clientId)
        throw new ProviderError('invalid', 'AZP');
      const claims = { ...payload, iss: payload.iss!, sub: payload.sub! };
      const userInfo = await fetchUserInfo(client, tokens.access_token, claims);
      return { claims: { ...userInfo, ...claims }, idToken, sid: typeof payload.sid === 'string' ? payload.sid : null };
    } catch (error) {
      const failure = toProviderError(error, 'invalid');
      if (failure.kind !== 'refused') this.#suspect();
      throw failure;
    }
  }

  /**
   * Where to redirect the browser to sign out at the provider; null where it has no such address or can't be reached.
   */
  async signOutUrl(idToken: string | null, backTo: URL): Promise<URL | null> {
    const provider = await this.#provider().catch(() => null);
    if (!provider?.client.serverMetadata().end_session_endpoint) return null;
    return oidc.buildEndSessionUrl(provider.client, {
      post_logout_redirect_uri: backTo.href,
      ...(idToken ? { id_token_hint: idToken } : {}),
    });
  }

  /**
   * The identity of an access token that the provider issued for us, or null. ID tokens are not accepted: at sign-out
   * one passes through the browser's address bar.
   */
  async verifyBearer(token: string): Promise<{ issuer: string; subject: string } | null> {
    if (token.split('.').length !== 3) return null;
    const verified = await this.#verify(token).catch(() => null);
    if (!verified || (verified.type !== undefined && verified.type !== 'jwt' && verified.type !== 'at+jwt'))
      return null;
    const { iss, sub, nonce, events } = verified.payload;
    const usable = iss !== undefined && sub !== undefined && nonce === undefined && events === undefined;
    return usable ? { issuer: iss, subject: sub } : null;
  }

  /** Verifies a back-channel logout token; throws a `ProviderError` for anything else. */
  async readLogoutToken(token: string): Promise<LogoutNotice> {
    const { payload, type } = await this.#verify(token).catch((error: unknown) => {
      throw toProviderError(error, 'invalid');
    });
    const events = payload.events as Record<string, unknown> | null | undefined;
    const sid = typeof payload.sid === 'string' ? payload.sid : null;
    const subject = payload.sub ?? null;
    if (type !== undefined && type !== 'jwt' && type !== 'logout+jwt') throw new ProviderError('invalid', 'TYPE');
    if (typeof events !== 'object' || events === null || typeof events[LOGOUT_EVENT] !== 'object')
      throw new ProviderError('invalid', 'EVENT');
    if (payload.nonce !== undefined) throw new ProviderError('invalid', 'NONCE');
    if (sid === null && subject === null) throw new ProviderError('invalid', 'NOBODY');
    // Clocks differ a little; a notice never ends a session that starts after it arrived.
    return { issuer: payload.iss!, sid, subject, issuedAt: Math.min(payload.iat!, Date.now() / 1000) };
  }

  /** The provider's metadata and keys, at most an hour old; older ones while it cannot be reached. */
  async #provider(): Promise<Discovered> {
    if (this.#cached && Date.now() < this.#cached.until) return this.#cached;
    this.#pending ??= this.#discover().finally(() => {
      this.#pending = null;
    });
    try {
      this.#cached = await this.#pending;
    } catch (error) {
      if (!this.#cached) throw toProviderError(error, 'unavailable');
    }
    return this.#cached;
  }

  /** What is cached may be wrong and mended since: it is read again, but not at each failure. */
  #suspect(): void {
    if (this.#cached) this.#cached.until = Math.min(this.#cached.until, this.#cached.at + SUSPECT_MS);
  }

  async #discover(): Promise<Discovered> {
    const { issuer, clientId, clientSecret, redirectUri } = this.#options;
    const client = await oidc.discovery(
      issuer,
      clientId,
      { redirect_uris: [redirectUri.href], [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      clientSecret === null ? oidc.None() : oidc.ClientSecretBasic(clientSecret),
      {
        timeout: TIMEOUT_SECONDS,
        [oidc.customFetch]: (url, init) => this.#fetch(url, init as RequestInit),
        ...(this.#plainHttp ? { execute: [oidc.allowInsecureRequests] } : {}),
      },
    );
    const metadata = client.serverMetadata();
    if (!metadata.jwks_uri) throw new ProviderError('invalid', 'NO_JWKS');
    if (!metadata.authorization_endpoint || !metadata.token_endpoint)
      throw new ProviderError('invalid', 'NO_ENDPOINTS');
    this.#requireSecure(new URL(metadata.authorization_endpoint));
    const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), {
      timeoutDuration: TIMEOUT_SECONDS * 1000,
      [joseFetch]: (url, init) => this.#fetch(url, init as RequestInit),
    });
    return { client, keys, issuer: metadata.issuer, at: Date.now(), until: Date.now() + CACHE_MS };
  }

  async #verify(token: string): Promise<{ payload: JWTPayload; type: string | undefined }> {
    const { keys, issuer } = await this.#provider();
    const verify = () =>
      jwtVerify(token, keys, {
        issuer,
        audience: this.#options.clientId,
        algorithms: ALGORITHMS,
        requiredClaims: ['iat', 'exp'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      });
    const { payload, protectedHeader } = await verify().catch(async (error: unknown) => {
      // A new key may have an old one's id. Keys are read again twice a minute at most.
      if (!(error instanceof jose.JWSSignatureVerificationFailed) || keys.coolingDown) throw error;
      await keys.reload();
      return verify();
    });
    refuseOddClaims(payload);
    return { payload, type: protectedHeader.typ?.toLowerCase() };
  }

  #route(url: URL): URL {
    return this.#options.route?.(url) ?? url;
  }

  /** Throws for a plain http address in the provider's metadata, other than on this machine. Returns where it leads. */
  #requireSecure(named: URL): URL {
    const target = this.#route(named);
    if (named.protocol !== 'https:' && !(this.#plainHttp && named.protocol === 'http:' && isLoopback(target)))
      throw new ProviderError('invalid', 'PLAIN_HTTP');
    return target;
  }

  /** Follows no redirect. */
  async #fetch(url: string | URL, init?: RequestInit): Promise<Response> {
    const named = new URL(url);
    const target = this.#requireSecure(named);
    const { method, headers, body, signal } = init ?? {};
    return this.#http.fetch(target, { method, headers, body: body as string | URLSearchParams | null, signal });
  }
}

/**
 * Name and address from the provider's userinfo, where the ID token has none. Roles and tenants come from the ID token
 * only.
 */
async function fetchUserInfo(
  client: oidc.Configuration,
  accessToken: string,
  claims: { sub: string } & Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (typeof claims.email === 'string' || !client.serverMetadata().userinfo_endpoint) return {};
  const userInfo = await oidc.fetchUserInfo(client, accessToken, claims.sub).catch(() => null);
  if (!userInfo) return {};
  const { email, preferred_username, given_name, family_name, name } = userInfo;
  const profile = { email, preferred_username, given_name, family_name, name };
  return Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined));
}

/** What identifies a person or a session: visible characters, as the specification has them. */
const IDENTIFIER = /^[\u0021-\u007E\u00A1-\uD7FF\uE000-\uFFFD][\u0020-\u007E\u00A1-\uD7FF\uE000-\uFFFD]{0,254}$/;

export const isIdentifier = (text: string): boolean => IDENTIFIER.test(text);

/** Throws for claims that are signed, but that no honest provider sends. */
function refuseOddClaims({ sub, sid, iat }: JWTPayload): void {
  if (sub !== undefined && !IDENTIFIER.test(sub)) throw new ProviderError('invalid', 'SUB');
  if (typeof sid === 'string' && !IDENTIFIER.test(sid)) throw new ProviderError('invalid', 'SID');
  if (iat! > Date.now() / 1000 + CLOCK_TOLERANCE_SECONDS) throw new ProviderError('invalid', 'IAT');
}

const REJECTIONS = new Set(['access_denied', 'login_required', 'consent_required', 'interaction_required']);
const OUTAGES = new Set(['temporarily_unavailable', 'server_error']);

function toProviderError(error: unknown, otherwise: ProviderError['kind']): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError) {
    const kind = REJECTIONS.has(error.error) ? 'refused' : OUTAGES.has(error.error) ? 'unavailable' : 'invalid';
    return new ProviderError(kind, printable(error.error));
  }
  const outgoing = [error, (error as { cause?: unknown }).cause].find((item) => item instanceof OutgoingError);
  if (outgoing) return new ProviderError('unavailable', printable(outgoing.code));
  const cause = (error as { cause?: unknown }).cause;
  const code = (error as { code?: unknown }).code ?? (cause as { code?: unknown } | undefined)?.code;
  const status = cause instanceof Response ? cause.status : null;
  const unreachable =
    error instanceof TypeError ||
    cause instanceof TypeError ||
    error instanceof jose.JWKSTimeout ||
    (status ?? 0) >= 500;
  const silent = code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT' || code === 'ERR_JOSE_GENERIC';
  return new ProviderError(unreachable || silent ? 'unavailable' : otherwise, printable(code));
}

/** Error codes come from the provider: reduced to what is safe in a log line and an audit record. */
function printable(code: unknown): string {
  return typeof code === 'string' ? code.replace(/[^\w.-]/g, '').slice(0, 60) : 'UNKNOWN';
}

/** Whether an address is on this machine. */
export function isLoopback({ hostname: name }: Pick<URL, 'hostname'>): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d+){3}$/.test(name);
}
