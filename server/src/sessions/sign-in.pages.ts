import type { Language } from '@rise/contract';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { withOrigin } from '../kernel/origin.ts';
import { languageOf } from '../kernel/api/language.ts';
import { continuePage, emailPage, tenantSignInPage } from './home-realm-page.ts';
import { invitationPage } from './invitation-page.ts';
import { BRAND, plainPage } from './plain-page.ts';
import { ATTEMPT_MINUTES, localReturn, SECRET } from './sessions.rules.ts';
import { newSecret, type SessionService } from './sessions.service.ts';
import type { FoundProvider } from './tenant-providers.service.ts';
import { toSignInError, type SignInService } from './sign-in.service.ts';
import { isLoopback, ProviderError } from './identity-provider.ts';

const LONGEST_EMAIL = 320;
/** Where administrators set up their provider. */
const PROVIDER_SCREEN = '/identity-provider';

export interface SignInPagesOptions {
  readonly signIn: SignInService;
  readonly sessions: SessionService;
  readonly publicUrl: URL;
}

/** `/login`, `/login/callback`, `/logout` and the provider's back channel: redirects, and one confirmation page. */
export function signInPages(options: SignInPagesOptions): FastifyPluginAsync {
  const pages = new SignInPages(options);
  return async (app) => {
    // Form bodies are parsed here only: the API accepts JSON alone.
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 64 * 1024 },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    );
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    type Page = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
    const recorded = (page: Page) => (request: FastifyRequest, reply: FastifyReply) =>
      withOrigin({ via: 'anonymous', requestId: request.id, address: request.ip }, () => page(request, reply));
    const get = (path: string, page: Page) => app.get(path, { exposeHeadRoute: false }, recorded(page));
    const post = (path: string, page: Page) => app.post(path, recorded(page));
    get('/login', (request, reply) => pages.login(request, reply));
    post('/login', (request, reply) => pages.lead(request, reply));
    get('/login/callback', (request, reply) => pages.callback(request, reply));
    get('/login/callback/:tenant', (request, reply) => pages.callback(request, reply));
    get('/login/with/:tenant', (request, reply) => pages.tenantSignIn(request, reply));
    post('/login/with/:tenant', (request, reply) => pages.startWithTenant(request, reply));
    get('/login/test', (request, reply) => pages.test(request, reply));
    get('/login/invitation', (request, reply) => pages.invitation(request, reply));
    post('/login/invitation', (request, reply) => pages.accept(request, reply));
    get('/logout', (request, reply) => pages.confirmLogout(request, reply));
    post('/logout', (request, reply) => pages.logout(request, reply));
    post('/login/backchannel', (request, reply) => pages.backchannelLogout(request, reply));
    post('/login/backchannel/:tenant', (request, reply) => pages.backchannelLogout(request, reply));
  };
}

class SignInPages {
  readonly #signIn: SignInService;
  readonly #sessions: SessionService;
  readonly #publicUrl: URL;
  /** Contains the browser's own secret, so that a sign-in can only be finished in the browser that started it. */
  readonly #browserCookie: string;
  readonly #secure: boolean;

  constructor({ signIn, sessions, publicUrl }: SignInPagesOptions) {
    this.#signIn = signIn;
    this.#sessions = sessions;
    this.#publicUrl = publicUrl;
    this.#secure = publicUrl.protocol === 'https:';
    this.#browserCookie = this.#secure ? '__Host-rise-sign-in' : 'rise-sign-in';
  }

  /** What an invitation's link leads to. */
  async invitation(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (isSameMachineByAnotherName(request, this.#publicUrl))
      return reply.redirect(`${this.#publicUrl.origin}${request.url}`, 303);
    const { token, lang } = request.query as Record<string, unknown>;
    const text = typeof token === 'string' ? token : '';
    const invitation = await this.#signIn.findInvitation(text);
    const wish = typeof lang === 'string' ? lang : invitation?.language;
    const { html, headers, status } = invitationPage(invitation, {
      token: text,
      language: languageOf(wish, request.headers['accept-language']),
      formTargets: [this.#publicUrl.origin, this.#signIn.providerOrigin],
    });
    return reply.status(status).headers(headers).send(html);
  }

  /** Starts the sign-in that accepts an invitation; another site cannot have someone do so. */
  async accept(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = formOf(request);
    const token = form.get('token') ?? '';
    const query = new URLSearchParams({ token });
    if (!isSameSite(request) || !SECRET.test(token))
      return reply.redirect(`/login/invitation?${query.toString()}`, 303);
    const language = form.get('lang') === 'tr' ? 'tr' : 'en';
    const again = form.get('again') === '1';
    try {
      const own = await this.#signIn.findProviderForInvitation(token);
      return await this.#start(request, reply, { returnTo: '/', language, again, invitation: token, own });
    } catch (error) {
      return this.#explain(error, request, reply);
    }
  }

  async login(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { returnTo, lang, again } = request.query as Record<string, unknown>;
    if (isSameMachineByAnotherName(request, this.#publicUrl))
      return reply.redirect(`${this.#publicUrl.origin}${request.url}`, 303);
    let hasChoice: boolean;
    try {
      if (await this.#sessions.identify({ cookie: request.headers.cookie }))
        return reply.redirect(localReturn(returnTo), 303);
      hasChoice = await this.#signIn.hasChoice();
    } catch (error) {
      return this.#explain(error, request, reply);
    }
    const language = lang === 'en' || lang === 'tr' ? lang : null;
    if (!hasChoice) return this.#start(request, reply, { returnTo, language, again: again === '1' });
    const fields = { returnTo: localReturn(returnTo), lang: language ?? '', again: again === '1' ? '1' : '' };
    const { html, headers } = emailPage(shownLanguage(request, language), fields);
    return reply.headers(headers).send(html);
  }

  /** Leads someone to the provider for the address that they have typed. Nothing says whether it is anybody's. */
  lead(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const email = formOf(request).get('email')?.slice(0, LONGEST_EMAIL) ?? '';
    return this.#lead(request, reply, { find: () => this.#signIn.findProviderFor(email), email });
  }

  /** The address of a tenant's own sign-in. One that has none, or does not use it, looks like any other address. */
  async tenantSignIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (isSameMachineByAnotherName(request, this.#publicUrl))
      return reply.redirect(`${this.#publicUrl.origin}${request.url}`, 303);
    try {
      if (await this.#sessions.identify({ cookie: request.headers.cookie })) return await reply.redirect('/', 303);
      const found = await this.#signIn.findProviderOf(tenantIn(request) ?? '');
      if (!found) return await reply.redirect('/login', 303);
      const { label, tenantName, tenantId } = found.row;
      const { lang } = request.query as Record<string, unknown>;
      const language = lang === 'en' || lang === 'tr' ? lang : null;
      const place = { action: `/login/with/${tenantId}`, label, tenantName };
      const { html, headers } = tenantSignInPage(shownLanguage(request, language), place, { lang: language ?? '' });
      return await reply.headers(headers).send(html);
    } catch (error) {
      return this.#explain(error, request, reply);
    }
  }

  startWithTenant(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const tenantId = tenantIn(request) ?? '';
    return this.#lead(request, reply, { find: () => this.#signIn.findProviderOf(tenantId), email: null });
  }

  /** Starts a test of the provider of an administrator's tenant. */
  async test(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    try {
      const actor = isSameSite(request) ? await this.#sessions.identify({ cookie: request.headers.cookie }) : null;
      const { tenantId = null, accountId = null } = actor ?? {};
      if (tenantId === null || accountId === null || !actor?.permissions.has('tenant.administer'))
        return await reply.redirect(PROVIDER_SCREEN, 303);
      const own = await this.#signIn.findProviderToTest(tenantId);
      if (!own) return await reply.redirect(PROVIDER_SCREEN, 303);
      // With credentials: a test shows what people will go through.
      const test = { returnTo: PROVIDER_SCREEN, language: actor.language, again: true, own, testerId: accountId };
      const url = await this.#begin(request, reply, test);
      return await reply.redirect(url.href, 303);
    } catch (error) {
      if (!(toSignInError(error).reason === 'provider-unavailable')) return this.#explain(error, request, reply);
      return reply.redirect(`${PROVIDER_SCREEN}?test=unavailable`, 303);
    }
  }

  /** Another site cannot have someone do so. */
  async #lead(
    request: FastifyRequest,
    reply: FastifyReply,
    { find, email }: { find: () => Promise<FoundProvider | null>; email: string | null },
  ): Promise<FastifyReply> {
    if (!isSameSite(request)) return reply.redirect('/login', 303);
    try {
      const form = formOf(request);
      const lang = form.get('lang');
      const language = lang === 'en' || lang === 'tr' ? lang : null;
      const own = await find();
      const again = form.get('again') === '1';
      const url = await this.#begin(request, reply, { returnTo: form.get('returnTo'), language, again, email, own });
      const { html, headers } = continuePage(shownLanguage(request, language), url, own?.row.label ?? null);
      return await reply.headers(headers).send(html);
    } catch (error) {
      return this.#explain(error, request, reply);
    }
  }

  /** Redirects to the provider, or leads there from a form to a tenant's own. */
  async #start(
    request: FastifyRequest,
    reply: FastifyReply,
    attempt: Omit<Parameters<SignInService['start']>[0], 'browser'>,
  ): Promise<FastifyReply> {
    try {
      const url = await this.#begin(request, reply, attempt);
      if (!attempt.own) return await reply.redirect(url.href, 303);
      const { html, headers } = continuePage(shownLanguage(request, attempt.language), url, attempt.own.row.label);
      return await reply.headers(headers).send(html);
    } catch (error) {
      return this.#explain(error, request, reply);
    }
  }

  /** Starts an attempt in this browser; returns where it leads. */
  async #begin(
    request: FastifyRequest,
    reply: FastifyReply,
    attempt: Omit<Parameters<SignInService['start']>[0], 'browser'>,
  ): Promise<URL> {
    const browser = this.#browserSecret(request) ?? newSecret();
    const url = await this.#signIn.start({ browser, ...attempt });
    const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure: this.#secure } as const;
    const maxAge = ATTEMPT_MINUTES * 60;
    reply.header('set-cookie', stringifySetCookie(this.#browserCookie, browser, { ...cookie, maxAge }));
    return url;
  }

  async callback(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    try {
      const { cookie, 'user-agent': userAgent } = request.headers;
      const index = request.url.indexOf('?');
      const { cookies, returnTo } = await this.#signIn.finish({
        query: index < 0 ? '' : request.url.slice(index),
        providerTenantId: tenantIn(request),
        browser: this.#browserSecret(request),
        cookie,
        userAgent,
        address: request.ip,
        requestId: request.id,
      });
      if (cookies.length > 0) reply.header('set-cookie', cookies);
      return await reply.redirect(returnTo, 303);
    } catch (error) {
      return this.#explain(error, request, reply);
    }
  }

  /** Signs out at once when requested from our own pages; asks for confirmation when another site linked here. */
  async confirmLogout(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    // A browser that prefetches a link must not sign anyone out.
    if (/prefetch|prerender/.test(String(request.headers['sec-purpose'] ?? ''))) return reply.status(503).send('');
    if (isSameSite(request)) return this.#signOut(request, reply);
    const { html, headers } = confirmPage(request, [
      this.#publicUrl.origin,
      await this.#signIn.signOutOrigin(request.headers.cookie),
    ]);
    return reply.headers(headers).send(html);
  }

  async logout(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { origin } = request.headers;
    if (!isSameSite(request) || (origin !== undefined && origin !== this.#publicUrl.origin))
      return reply.redirect('/logout', 303);
    return this.#signOut(request, reply);
  }

  /** OpenID Connect back-channel logout: the provider itself calls, without a browser. */
  async backchannelLogout(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    try {
      const token = request.body instanceof URLSearchParams ? request.body.get('logout_token') : null;
      await this.#signIn.signOutFromProvider(token ?? '', tenantIn(request), request.id);
      return await reply.status(200).send('');
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      request.log.warn({ code: error.code }, 'back-channel logout rejected');
      return reply.status(error.kind === 'unavailable' ? 503 : 400).send({ error: 'invalid_request' });
    }
  }

  async #signOut(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const address = await this.#signIn.signOut(request.headers.cookie, request.id);
    return reply.header('set-cookie', this.#sessions.expiredCookies()).redirect(address, 303);
  }

  async #explain(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const signInError = toSignInError(error);
    request.log.warn({ reason: signInError.reason, code: signInError.code }, 'sign-in failed');
    if (signInError.code === 'INTERNAL') request.log.error({ err: error }, 'unexpected error during sign-in');
    // The page is shown even without the database: nobody can sign in then, and people should know why.
    try {
      await this.#signIn.recordError(signInError, request.id);
    } catch (err) {
      request.log.error({ err }, 'the failed sign-in could not be recorded');
    }
    const query = new URLSearchParams({ reason: signInError.reason, request: request.id });
    return reply.redirect(`/login-failed?${query.toString()}`, 303);
  }

  #browserSecret(request: FastifyRequest): string | null {
    const value = parseCookie(request.headers.cookie ?? '')[this.#browserCookie];
    return value !== undefined && SECRET.test(value) ? value : null;
  }
}

const formOf = ({ body }: FastifyRequest) => (body instanceof URLSearchParams ? body : new URLSearchParams());

/** Of the path; null where it has none. */
const tenantIn = ({ params }: FastifyRequest): string | null => (params as { tenant?: string }).tenant ?? null;

const shownLanguage = ({ headers }: FastifyRequest, chosen: string | null): Language =>
  languageOf(chosen ?? undefined, headers['accept-language']);

/** From our own pages or the address bar; browsers too old to send `Sec-Fetch-Site` are trusted. */
function isSameSite(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}

/**
 * localhost instead of 127.0.0.1 or the reverse: the callback would not see cookies that were set under the other name.
 */
function isSameMachineByAnotherName({ hostname, port }: FastifyRequest, publicUrl: URL): boolean {
  const same = hostname === publicUrl.hostname || String(port ?? '') !== publicUrl.port;
  return !same && isLoopback(publicUrl) && isLoopback({ hostname });
}

const CONFIRM = {
  en: {
    title: 'Sign out?',
    text: 'Another site brought you here. Nothing has happened yet.',
    yes: 'Sign out of Rise',
    no: 'Stay signed in',
  },
  tr: {
    title: 'Oturum kapatılsın mı?',
    text: 'Buraya başka bir siteden geldiniz. Henüz hiçbir şey olmadı.',
    yes: 'Rise oturumunu kapat',
    no: 'Oturum açık kalsın',
  },
};

function confirmPage(request: FastifyRequest, formTargets: readonly string[]) {
  const language = languageOf(undefined, request.headers['accept-language']);
  const text = CONFIRM[language];
  return plainPage({
    language,
    title: text.title,
    formTargets,
    body: `<main>${BRAND}<h1>${text.title}</h1><p>${text.text}</p>
<form method="post" action="/logout"><button class="primary" type="submit">${text.yes}</button></form>
<p class="centre"><a href="/">${text.no}</a></p></main>`,
  });
}
