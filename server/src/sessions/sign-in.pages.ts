import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { withOrigin } from '../kernel/origin.ts';
import { languageOf } from '../kernel/api/language.ts';
import { invitationPage } from './invitation-page.ts';
import { BRAND, plainPage } from './plain-page.ts';
import { ATTEMPT_MINUTES, localReturn, SECRET } from './sessions.rules.ts';
import { newSecret, type SessionService } from './sessions.service.ts';
import { toSignInError, type SignInService } from './sign-in.service.ts';
import { isLoopback, ProviderError } from './identity-provider.ts';

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
    get('/login/callback', (request, reply) => pages.callback(request, reply));
    get('/login/invitation', (request, reply) => pages.invitation(request, reply));
    post('/login/invitation', (request, reply) => pages.accept(request, reply));
    get('/logout', (request, reply) => pages.confirmLogout(request, reply));
    post('/logout', (request, reply) => pages.logout(request, reply));
    post('/login/backchannel', (request, reply) => pages.backchannelLogout(request, reply));
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
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const token = form.get('token') ?? '';
    const query = new URLSearchParams({ token });
    if (!isSameSite(request) || !SECRET.test(token))
      return reply.redirect(`/login/invitation?${query.toString()}`, 303);
    const language = form.get('lang') === 'tr' ? 'tr' : 'en';
    const again = form.get('again') === '1';
    return this.#start(request, reply, { returnTo: '/', language, again, invitation: token });
  }

  async login(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { returnTo, lang, again } = request.query as Record<string, unknown>;
    if (isSameMachineByAnotherName(request, this.#publicUrl))
      return reply.redirect(`${this.#publicUrl.origin}${request.url}`, 303);
    try {
      if (await this.#sessions.identify({ cookie: request.headers.cookie }))
        return reply.redirect(localReturn(returnTo), 303);
    } catch (error) {
      return this.#explain(error, request, reply);
    }
    const language = lang === 'en' || lang === 'tr' ? lang : null;
    return this.#start(request, reply, { returnTo, language, again: again === '1' });
  }

  /** Redirects to the provider. */
  async #start(
    request: FastifyRequest,
    reply: FastifyReply,
    attempt: Omit<Parameters<SignInService['start']>[0], 'browser'>,
  ): Promise<FastifyReply> {
    try {
      const browser = this.#browserSecret(request) ?? newSecret();
      const url = await this.#signIn.start({ browser, ...attempt });
      const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure: this.#secure } as const;
      const maxAge = ATTEMPT_MINUTES * 60;
      reply.header('set-cookie', stringifySetCookie(this.#browserCookie, browser, { ...cookie, maxAge }));
      return await reply.redirect(url.href, 303);
    } catch (error) {
      return this.#explain(error, request, reply);
    }
  }

  async callback(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    try {
      const { cookie, 'user-agent': userAgent } = request.headers;
      const index = request.url.indexOf('?');
      const { cookies, returnTo } = await this.#signIn.finish({
        query: index < 0 ? '' : request.url.slice(index),
        browser: this.#browserSecret(request),
        cookie,
        userAgent,
        address: request.ip,
        requestId: request.id,
      });
      reply.header('set-cookie', cookies);
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
    const { html, headers } = confirmPage(request, [this.#publicUrl.origin, this.#signIn.providerOrigin]);
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
      await this.#signIn.signOutFromProvider(token ?? '', request.id);
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
