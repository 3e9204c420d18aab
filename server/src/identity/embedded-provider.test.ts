import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IdentityProvider } from '../sessions/identity-provider.ts';
import { signInAddresses } from '../sessions/sign-in.service.ts';
import { createBrowser, type Browser } from '../testing/browser.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { freePort } from '../testing/program.ts';
import { CLIENT, startSignInSite, type SignInSite } from '../testing/sign-in-site.ts';
import { createEmbeddedProvider } from './embedded-provider.ts';
import { DEMO_IDENTITIES, DEMO_PASSWORD } from './identities.ts';

let site: SignInSite;
beforeAll(async () => {
  site = await startSignInSite();
});
afterAll(() => site.close());

const at = (path: string) => new URL(path, site.url);
const open = (browser: Browser, path = '/login') => browser.go(at(path));
const visible = (markup: string) =>
  markup
    .replace(/<style>[\s\S]*?<\/style>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

describe('the sign-in page', () => {
  test('is a plain form that works without scripts, under a strict content security policy', async () => {
    const page = await open(createBrowser());
    expect(page.status).toBe(200);
    expect(page.text.match(/<input [^>]*name="email"/g)).toHaveLength(1);
    expect(page.text.match(/<input [^>]*name="password"/g)).toHaveLength(1);
    expect(page.text).not.toMatch(/<script|onclick|javascript:|https?:\/\/(?!127\.0\.0\.1)/i);
    const policy = page.headers.get('content-security-policy')!;
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self' /);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(page.headers.get('cache-control')).toBe('no-store');
  });

  test('explains its purpose, and offers each demo identity in one click', async () => {
    const browser = createBrowser();
    const page = await open(browser);
    const text = visible(page.text);
    expect(text).toContain('For development only.');
    expect(text).toContain(DEMO_PASSWORD);
    for (const { email, firstName, lastName } of DEMO_IDENTITIES) {
      expect(text).toContain(email);
      expect(text).toContain(`${firstName} ${lastName}`);
    }
    const arrived = await browser.submit(page, { identity: 'analyst@birch.example' });
    expect(arrived.url.pathname).toBe('/');
    expect(await (await browser.request(at('/api/v1/session'))).json()).toMatchObject({ tenant: { slug: 'birch' } });
  });

  test.each([
    ['tr-TR,tr;q=0.9,en;q=0.8', '', 'tr', 'Yalnızca geliştirme içindir.'],
    ['de-DE,de;q=0.9', '', 'en', 'For development only.'],
    ['en-GB', '?lang=tr', 'tr', 'Oturum aç'],
    ['tr', '?lang=en', 'en', 'Sign in'],
  ])('uses the requested language: %s %s', async (accepted, wish, language, sentence) => {
    const page = await open(createBrowser({ 'accept-language': accepted }), `/login${wish}`);
    expect(page.text).toContain(`<html lang="${language}">`);
    expect(visible(page.text)).toContain(sentence);
  });

  test('preserves the typed address, but not the password, after an error, with the same message for every name', async () => {
    const browser = createBrowser();
    const page = await open(browser);
    const typed = 'nobody+"><script>@alder.example';
    const unknown = await browser.submit(page, { email: typed, password: 'secret-of-mine' });
    expect(unknown.status).toBe(401);
    expect(unknown.text).toContain('value="nobody+&quot;&gt;&lt;script&gt;@alder.example"');
    expect(unknown.text).not.toContain('secret-of-mine');
    const wrong = await browser.submit(unknown, { email: 'admin@alder.example', password: 'rise-demo ' });
    const alert = (markup: string) => markup.match(/role="alert"[^>]*>([^<]*)</)?.[1];
    expect(alert(wrong.text)).toContain('Incorrect email or password');
    expect(alert(wrong.text)).toBe(alert(unknown.text));
    expect((await browser.request(at('/api/v1/session'))).status).toBe(401);
    const right = await browser.submit(wrong, { email: ' ADMIN@alder.example', password: DEMO_PASSWORD });
    expect(right.url.pathname).toBe('/');
  });

  test('limits guessing, temporarily and per address', async () => {
    const browser = createBrowser();
    let page = await open(browser);
    for (let tries = 0; tries < 10; tries += 1)
      page = await browser.submit(page, { email: 'global.support@rise.example', password: `guess-${tries}` });
    const stopped = await browser.submit(page, { email: 'global.support@rise.example', password: DEMO_PASSWORD });
    expect(stopped.status).toBe(429);
    expect(visible(stopped.text)).toContain('Too many attempts');
    const other = await browser.submit(stopped, { email: 'global.admin@rise.example', password: DEMO_PASSWORD });
    expect(other.url.pathname).toBe('/');
  });

  test('limits guessing at once as well: every guess counts before its password is checked', async () => {
    const browser = createBrowser();
    const page = await open(browser);
    const guess = (password: string) => browser.submit(page, { email: 'analyst@birch.example', password });
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => guess(`guess-${index}`)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(50);
    expect((await guess(DEMO_PASSWORD)).status).toBe(429);
  });

  test('belongs to the browser that opened it', async () => {
    const page = await open(createBrowser());
    const stranger = createBrowser();
    const taken = await stranger.submit(page, { email: 'admin@alder.example', password: DEMO_PASSWORD });
    expect(taken.status).toBe(400);
    expect(visible(taken.text)).toContain('This sign-in cannot go on');
    expect((await stranger.go(page.url)).status).toBe(400);
  });

  test('rejects oversized forms and other methods', async () => {
    const browser = createBrowser();
    const page = await open(browser);
    const send = (method: string, body?: string) => browser.request(page.url, { method, ...(body && { body }) });
    expect((await send('POST', 'x'.repeat(20_000))).status).toBe(413);
    expect((await send('PUT', 'x')).status).toBe(405);
  });

  test('is skipped for a browser that has just signed in, unless the client requests it', async () => {
    const browser = createBrowser();
    await browser.submit(await open(browser), { identity: 'analyst@alder.example' });
    await site.sql(`UPDATE session SET ended_at = now()`);
    expect((await open(browser)).url.pathname).toBe('/');
    await site.sql(`UPDATE session SET ended_at = now()`);
    expect((await open(browser, '/login?again=1')).text).toContain('name="password"');
  });
});

describe('the provider', () => {
  test('shows no consent page, and requires PKCE and registered addresses', async () => {
    const base = {
      client_id: CLIENT.id,
      response_type: 'code',
      scope: 'openid',
      redirect_uri: at('/login/callback').href,
    };
    const authorize = (parameters: Record<string, string>) =>
      createBrowser().request(at(`/idp/auth?${new URLSearchParams(parameters).toString()}`));
    const bare = await authorize({ ...base, state: 's' });
    expect(bare.headers.get('location')).toContain('error=invalid_request');
    const foreign = await authorize({ ...base, redirect_uri: 'https://evil.example/callback' });
    expect(foreign.status).toBe(400);
    expect(foreign.headers.get('location')).toBeNull();
    expect(await foreign.text()).toContain('invalid_redirect_uri');
    expect((await authorize({ ...base, client_id: 'another' })).status).toBe(400);
  });

  /** Signs a browser in up to the code, with a verifier of the test's own. */
  async function codeFor(identity: string): Promise<{ code: string; verifier: string }> {
    const verifier = randomBytes(32).toString('base64url');
    const parameters = {
      client_id: CLIENT.id,
      response_type: 'code',
      scope: 'openid',
      redirect_uri: at('/login/callback').href,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state: 's',
    };
    const browser = createBrowser();
    const page = await open(browser, `/idp/auth?${new URLSearchParams(parameters).toString()}`);
    const arrived = await browser.submit(page, { identity });
    const code = arrived.path.map((url) => new URL(url).searchParams.get('code')).find((value) => value !== null);
    return { code: code!, verifier };
  }

  async function redeem(code: string, verifier: string, secret = CLIENT.secret): Promise<number> {
    const { status } = await fetch(at('/idp/token'), {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${CLIENT.id}:${encodeURIComponent(secret)}`).toString('base64')}`,
      },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        redirect_uri: at('/login/callback').href,
        code,
        code_verifier: verifier,
      }),
    });
    return status;
  }

  test.each<[string, (code: string, verifier: string) => Promise<number>]>([
    ['with a wrong verifier', (code) => redeem(code, 'A'.repeat(43))],
    ['without a verifier', (code) => redeem(code, '')],
    ['with a wrong client secret', (code, verifier) => redeem(code, verifier, 'a wrong client secret, long enough')],
  ])('a code is worth nothing after one failed redemption %s', async (_name, fail) => {
    const { code, verifier } = await codeFor('admin@birch.example');
    expect(await fail(code, verifier)).toBeGreaterThanOrEqual(400);
    expect(await redeem(code, verifier)).toBe(400);
    const other = await codeFor('admin@birch.example');
    expect(await redeem(other.code, other.verifier)).toBe(200);
  });

  test('a code that is redeemed many times at once yields one set of tokens', async () => {
    const { code, verifier } = await codeFor('admin@birch.example');
    const statuses = await Promise.all(Array.from({ length: 8 }, () => redeem(code, verifier)));
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
    expect(statuses.filter((status) => status === 400).length).toBeGreaterThanOrEqual(7);
  });

  test('counts in the rate limit of an address like every other page', async () => {
    const limited = await startSignInSite({ requestsPerMinute: 20 });
    try {
      const statuses: number[] = [];
      for (let times = 0; times < 25; times += 1)
        statuses.push((await fetch(new URL('/idp/jwks', limited.url))).status);
      expect(statuses).toEqual([...Array<number>(20).fill(200), ...Array<number>(5).fill(429)]);
      expect((await fetch(new URL('/idp/interaction/x', limited.url), { method: 'POST', body: 'a=b' })).status).toBe(
        429,
      );
    } finally {
      await limited.close();
    }
  });

  test('redirects only to us after a sign-out', async () => {
    const answer = await createBrowser().request(
      at(`/idp/session/end?client_id=${CLIENT.id}&post_logout_redirect_uri=https://evil.example/`),
    );
    expect(answer.status).toBe(400);
  });

  test('keeps its state across a restart: keys, sessions and grants', async () => {
    const browser = createBrowser();
    await browser.submit(await open(browser), { identity: 'analyst@alder.example' });
    const keys = await (await fetch(at('/idp/jwks'))).json();
    const again = await createEmbeddedProvider({
      issuer: at('/idp'),
      database: site.database,
      secret: 'a provider secret for tests, 32 characters and more',
      client: {
        ...CLIENT,
        redirectUris: [at('/login/callback')],
        postLogoutRedirectUris: [at('/landing')],
        backchannelLogoutUri: at('/x'),
      },
    });
    const server = createServer((request, response) => again.handle(request, response));
    await listen(server);
    const { port } = server.address() as { port: number };
    const there = (path: string) => new URL(path, `http://127.0.0.1:${port}`);
    expect(await (await fetch(there('/idp/jwks'))).json()).toEqual(keys);
    const query = new URLSearchParams({
      client_id: CLIENT.id,
      response_type: 'code',
      scope: 'openid',
      redirect_uri: at('/login/callback').href,
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      state: 's',
    });
    const answer = await fetch(there(`/idp/auth?${query.toString()}`), {
      headers: { cookie: browser.cookies(at('/idp/auth')) },
      redirect: 'manual',
    });
    expect(answer.headers.get('location')).toMatch(/\/login\/callback\?code=/);
    server.close();
  });
});

describe('behind a TLS-terminating proxy', () => {
  let behind: TestDatabase;
  let server: Server;
  let port: number;
  const publicUrl = new URL('https://rise.example');
  beforeAll(async () => {
    behind = await createTestDatabase();
    port = await freePort();
    const addresses = signInAddresses(publicUrl);
    const provider = await createEmbeddedProvider({
      issuer: new URL('/idp', publicUrl),
      database: behind.database,
      secret: 'another secret for tests, 32 characters and more',
      client: {
        ...CLIENT,
        redirectUris: [addresses.callback],
        postLogoutRedirectUris: [addresses.afterSignOut],
        backchannelLogoutUri: addresses.backchannel,
      },
    });
    server = createServer((request, response) => provider.handle(request, response));
    await listen(server, port);
  });
  afterAll(async () => {
    server.close();
    await behind.close();
  });

  test('every address in its documents is the public one, regardless of the request’s host', async () => {
    const metadata = (await (
      await fetch(`http://127.0.0.1:${port}/idp/.well-known/openid-configuration`, {
        headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
      })
    ).json()) as Record<string, unknown>;
    expect(metadata.issuer).toBe('https://rise.example/idp');
    const addresses = Object.entries(metadata).filter(([name]) => /_(endpoint|uri)$/.test(name));
    expect(addresses.length).toBeGreaterThan(4);
    for (const [, address] of addresses) expect(address).toMatch(/^https:\/\/rise\.example\/idp\//);
  });

  test('its cookies require https, and the server reaches it internally', async () => {
    const inside = (url: URL) =>
      url.origin === publicUrl.origin ? new URL(url.pathname + url.search, `http://127.0.0.1:${port}`) : url;
    const client = new IdentityProvider({
      issuer: new URL('/idp', publicUrl),
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      redirectUri: signInAddresses(publicUrl).callback,
      route: inside,
    });
    const started = await client.begin('state', { language: null, again: false });
    expect(started.url.origin).toBe(publicUrl.origin);

    // Plays the proxy: https outside, http inside.
    const jar = new Map<string, string>();
    const lines: string[] = [];
    const visit = async (url: URL, body?: URLSearchParams) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(inside(url), {
        headers: { cookie },
        redirect: 'manual',
        ...(body && { method: 'POST', body }),
      });
      for (const line of response.headers.getSetCookie()) {
        lines.push(line);
        const [name, value] = line.split(';', 1)[0]!.split('=') as [string, string];
        jar.set(name, value);
      }
      return new URL(response.headers.get('location')!, url);
    };
    const form = await visit(started.url);
    const resume = await visit(form, new URLSearchParams({ email: 'admin@alder.example', password: DEMO_PASSWORD }));
    const callback = await visit(resume);
    const stored = lines.filter((line) => !line.includes('1970'));
    expect(stored.length).toBeGreaterThan(3);
    for (const line of stored) expect(line.toLowerCase()).toMatch(/; secure; httponly|; httponly; secure|; secure;/);
    const identity = await client.finish(callback.search, { ...started, state: 'state' });
    expect(identity.claims).toMatchObject({
      iss: 'https://rise.example/idp',
      roles: ['tenant.user', 'tenant.admin'],
      tenant: ['alder'],
    });
    expect(decodeProtectedHeader(identity.idToken).alg).toBe('ES256');
    expect(decodeJwt(identity.idToken)).toMatchObject({ aud: CLIENT.id, email: 'admin@alder.example' });
  });
});

function listen(server: Server, port = 0): Promise<void> {
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
}
