import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWTPayload } from 'jose';
import { CLIENT, freePort } from './sign-in-site.ts';

/** How the next ID token lies; nothing set is an honest one. */
export interface Lie {
  claims?: JWTPayload & Record<string, unknown>;
  /** Claims that are left out. */
  without?: readonly string[];
  sign?: 'honestly' | 'none' | 'hs256-public-key' | 'hs256-client-secret' | 'foreign-key';
  /** What the authorization endpoint returns in place of the state it was given. */
  state?: string;
  /** Answers the browser with this error instead of a code. */
  error?: string;
  /** HTTP status of the token endpoint. */
  tokenStatus?: number;
}

export interface HostileProvider {
  readonly issuer: URL;
  lie: Lie;
  /** Signs any claims with the provider's true key. */
  sign(claims: JWTPayload & Record<string, unknown>, type?: string): Promise<string>;
  /** Starts or stops answering, at the same address. */
  up(): Promise<void>;
  down(): Promise<void>;
}

/** A small OpenID provider that does whatever a test tells it, with real keys over real HTTP. */
export async function startHostileProvider(): Promise<HostileProvider> {
  const port = await freePort();
  const issuer = new URL(`http://127.0.0.1:${port}`);
  const name = issuer.href;
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const { privateKey: foreign } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'true', alg: 'RS256', use: 'sig' };
  const nonces = new Map<string, string>();

  const honest = (): JWTPayload => ({
    iss: name,
    aud: CLIENT.id,
    sub: 'person-1',
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(Date.now() / 1000) + 300,
  });
  const idToken = async (nonce: string | undefined): Promise<string> => {
    const claims: JWTPayload & Record<string, unknown> = {
      ...honest(),
      ...(nonce !== undefined && { nonce }),
      email: 'person@alder.example',
      roles: ['tenant.user'],
      tenant: 'alder',
      ...provider.lie.claims,
    };
    for (const claim of provider.lie.without ?? []) delete claims[claim];
    const signed = (key: CryptoKey | Uint8Array, alg: string) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid: 'true' }).sign(key);
    switch (provider.lie.sign ?? 'honestly') {
      case 'none':
        return new UnsecuredJWT(claims).encode();
      case 'hs256-public-key':
        return signed(new TextEncoder().encode(JSON.stringify(jwk)), 'HS256');
      case 'hs256-client-secret':
        return signed(new TextEncoder().encode(CLIENT.secret), 'HS256');
      case 'foreign-key':
        return signed(foreign, 'RS256');
      case 'honestly':
        return signed(privateKey, 'RS256');
    }
  };

  const make = () =>
    createServer(async (request, response) => {
      const url = new URL(request.url ?? '', issuer);
      const json = (value: unknown, status = 200) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
      if (url.pathname === '/.well-known/openid-configuration') {
        json({
          issuer: name,
          authorization_endpoint: new URL('/auth', issuer),
          token_endpoint: new URL('/token', issuer),
          jwks_uri: new URL('/jwks', issuer),
          response_types_supported: ['code'],
          // It claims to support anything: what is accepted is for the client to say.
          id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        });
      } else if (url.pathname === '/jwks') {
        json({ keys: [jwk] });
      } else if (url.pathname === '/auth') {
        const back = new URL(url.searchParams.get('redirect_uri')!);
        const code = `code-${nonces.size}`;
        nonces.set(code, url.searchParams.get('nonce') ?? '');
        if (provider.lie.error) back.searchParams.set('error', provider.lie.error);
        else back.searchParams.set('code', code);
        back.searchParams.set('state', provider.lie.state ?? url.searchParams.get('state')!);
        response.writeHead(303, { location: back.href }).end();
      } else if (url.pathname === '/token') {
        const form = new URLSearchParams(await text(request));
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

  let server = make();
  const provider: HostileProvider = {
    issuer,
    lie: {},
    sign: (claims, type) =>
      new SignJWT({ ...honest(), ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'true', ...(type && { typ: type }) })
        .sign(privateKey),
    up: () =>
      new Promise((resolve) => {
        server = make();
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
