import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWTPayload } from 'jose';
import { freePort } from './program.ts';
import { CLIENT } from './sign-in-site.ts';

/** What is forged in the next ID token; empty: nothing. */
export interface Forgery {
  claims?: JWTPayload & Record<string, unknown>;
  /** Claims to omit. */
  without?: readonly string[];
  sign?: 'honestly' | 'none' | 'hs256-public-key' | 'hs256-client-secret' | 'foreign-key';
  /** What the authorization endpoint returns in place of the received state. */
  state?: string;
  /** Redirects back with this error instead of a code. */
  error?: string;
  /** HTTP status of the token endpoint. */
  tokenStatus?: number;
  /** Replaced in the discovery document. */
  metadata?: Record<string, unknown>;
  /** The document at this path never ends. */
  endless?: string;
}

export interface RogueProvider {
  readonly issuer: URL;
  lie: Forgery;
  /** Signs any claims with the provider's real key. */
  sign(claims: JWTPayload & Record<string, unknown>, type?: string): Promise<string>;
  /** Takes a new key, under the id of the old one. */
  replaceKey(): Promise<void>;
  /** Bytes of an endless document that were taken from it. */
  readonly endlessBytes: number;
  /** Stops or resumes responding, at the same address. */
  up(): Promise<void>;
  down(): Promise<void>;
}

/** The ID token of a forgery; an empty one is valid. */
async function signIdToken(
  forgery: Forgery,
  claims: JWTPayload & Record<string, unknown>,
  keys: { own: CryptoKey; foreign: CryptoKey; publicJwk: object },
): Promise<string> {
  for (const claim of forgery.without ?? []) delete claims[claim];
  const signed = (key: CryptoKey | Uint8Array, alg: string) =>
    new SignJWT(claims).setProtectedHeader({ alg, kid: 'true' }).sign(key);
  switch (forgery.sign ?? 'honestly') {
    case 'none':
      return new UnsecuredJWT(claims).encode();
    case 'hs256-public-key':
      return signed(new TextEncoder().encode(JSON.stringify(keys.publicJwk)), 'HS256');
    case 'hs256-client-secret':
      return signed(new TextEncoder().encode(CLIENT.secret), 'HS256');
    case 'foreign-key':
      return signed(keys.foreign, 'RS256');
    case 'honestly':
      return signed(keys.own, 'RS256');
  }
}

/** A small OpenID provider that forges what a test requests, with real keys over real HTTP. */
export async function startRogueProvider(): Promise<RogueProvider> {
  const port = await freePort();
  const issuer = new URL(`http://127.0.0.1:${port}`);
  const name = issuer.href;
  const newKey = async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
    return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid: 'true', alg: 'RS256', use: 'sig' } };
  };
  let key = await newKey();
  let endlessBytes = 0;
  const { privateKey: foreign } = await generateKeyPair('RS256');
  const nonces = new Map<string, string>();

  const honest = (): JWTPayload => ({
    iss: name,
    aud: CLIENT.id,
    sub: 'person-1',
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(Date.now() / 1000) + 300,
  });
  const idToken = (nonce: string | undefined): Promise<string> => {
    const claims: JWTPayload & Record<string, unknown> = {
      ...honest(),
      ...(nonce !== undefined && { nonce }),
      email: 'person@alder.example',
      roles: ['tenant.user'],
      tenant: 'alder',
      ...provider.lie.claims,
    };
    return signIdToken(provider.lie, claims, { own: key.privateKey, foreign, publicJwk: key.jwk });
  };

  const createProvider = () =>
    createServer(async (request, response) => {
      const url = new URL(request.url ?? '', issuer);
      const json = (value: unknown, status = 200) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
      if (url.pathname === provider.lie.endless) {
        response.writeHead(200, { 'content-type': 'application/json' });
        const part = Buffer.alloc(65_536, ' ');
        const send = () => {
          while (!response.destroyed && endlessBytes < 50_000_000) {
            endlessBytes += part.byteLength;
            if (!response.write(part)) return;
          }
        };
        response.on('drain', send);
        send();
      } else if (url.pathname === '/.well-known/openid-configuration') {
        json({
          issuer: name,
          authorization_endpoint: new URL('/auth', issuer),
          token_endpoint: new URL('/token', issuer),
          jwks_uri: new URL('/jwks', issuer),
          response_types_supported: ['code'],
          // It claims to support everything: the client has to decide what it accepts.
          id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
          ...provider.lie.metadata,
        });
      } else if (url.pathname === '/jwks') {
        json({ keys: [key.jwk] });
      } else if (url.pathname === '/auth') {
        const back = new URL(url.searchParams.get('redirect_uri')!);
        const code = `code-${nonces.size}`;
        nonces.set(code, url.searchParams.get('nonce') ?? '');
        if (provider.lie.error) back.searchParams.set('error', provider.lie.error);
        else back.searchParams.set('code', code);
        back.searchParams.set('state', provider.lie.state ?? url.searchParams.get('state')!);
        response.writeHead(303, { location: back.href }).end();
      } else if (url.pathname === '/token') {
        const sent = await text(request).catch(() => null);
        // The client has left.
        if (sent === null) return;
        const form = new URLSearchParams(sent);
        if (provider.lie.tokenStatus) return void json({ error: 'server_error' }, provider.lie.tokenStatus);
        json({
          access_token: 'opaque',
          token_type: 'Bearer',
          id_token: await idToken(nonces.get(form.get('code') ?? '')),
        });
      } else {
        response.writeHead(404).end();
      }
    });

  let server = createProvider();
  const provider: RogueProvider = {
    issuer,
    lie: {},
    sign: (claims, type) =>
      new SignJWT({ ...honest(), ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'true', ...(type && { typ: type }) })
        .sign(key.privateKey),
    async replaceKey() {
      key = await newKey();
    },
    get endlessBytes() {
      return endlessBytes;
    },
    up: () =>
      new Promise((resolve) => {
        server = createProvider();
        server.listen(port, '127.0.0.1', resolve);
      }),
    down: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return provider;
}
