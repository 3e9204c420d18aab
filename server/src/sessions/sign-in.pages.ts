import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '../kernel/language.ts';
import { BRAND, plainPage } from './plain-page.ts';
import { ATTEMPT_MINUTES, localReturn, SECRET } from './sessions.rules.ts';
import { newSecret, type Sessions } from './sessions.service.ts';
import type { SignIn } from './sign-in.service.ts';
import { isLoopback, ProviderFailure } from './identity-provider.ts';

export interface SignInPagesOptions {
  readonly signIn: SignIn;
  readonly sessions: Sessions;
  readonly publicUrl: URL;
}

/** `/login`, `/login/callback`, `/logout` and the provider's back channel: redirects, but for one page that asks. */
export function signInPages(options: SignInPagesOptions): FastifyPluginAsync {
  const { signIn, sessions } = options;
  const secure = options.publicUrl.protocol === 'https:';
  const browserCookie = secure ? '__Host-rise-sign-in' : 'rise-sign-in';
  const cookieOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;

  const browserOf = (request: FastifyRequest): string | null => {
    const value = parseCookie(request.headers.cookie ?? '')[browserCookie];
    return value !== undefined && SECRET.test(value) ? value : null;
  };
  const explain = async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refused = signIn.why(error);
    request.log.warn({ reason: refused.reason, code: refused.code }, 'sign-in failed');
    if (refused.code === 'INTERNAL') request.log.error({ err: error }, 'sign-in broke');
    // The page comes even where the trail can't be written: without the database nobody signs in, and should know why.
    try {
      await signIn.recordFailure(refused, request.id);
    } catch (err) {
      request.log.error({ err }, 'the failed sign-in could not be recorded');
    }
    const query = new URLSearchParams({ reason: refused.reason, request: request.id });
    return reply.redirect(`/login-failed?${query.toString()}`, 303);
  };
  const leave = async (request: FastifyRequest, reply: FastifyReply) => {
    const address = await signIn.leave(request.headers.cookie, request.id);
    return reply.header('set-cookie', sessions.forget()).redirect(address, 303);
  };

  return async (app) => {
    // Forms, here only: the API takes JSON alone.
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 64 * 1024 },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    );
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });

    app.get('/login', { exposeHeadRoute: false }, async (request, reply) => {
      const { returnTo, lang, again } = request.query as Record<string, unknown>;
      if (isSameMachineByAnotherName(request, options.publicUrl))
        return reply.redirect(new URL(request.url, options.publicUrl).href, 303);
      try {
        if (await sessions.identify({ cookie: request.headers.cookie }))
          return reply.redirect(localReturn(returnTo), 303);
        const browser = browserOf(request) ?? newSecret();
        const language = lang === 'en' || lang === 'tr' ? lang : null;
        const url = await signIn.start({ browser, returnTo, language, again: again === '1' });
        const maxAge = ATTEMPT_MINUTES * 60;
        reply.header('set-cookie', stringifySetCookie(browserCookie, browser, { ...cookieOptions, maxAge }));
        return await reply.redirect(url.href, 303);
      } catch (error) {
        return explain(error, request, reply);
      }
    });

    app.get('/login/callback', { exposeHeadRoute: false }, async (request, reply) => {
      try {
        const { cookie, 'user-agent': userAgent } = request.headers;
        const at = request.url.indexOf('?');
        const done = await signIn.finish({
          query: at < 0 ? '' : request.url.slice(at),
          browser: browserOf(request),
          cookie,
          userAgent,
          requestId: request.id,
        });
        reply.header('set-cookie', done.cookies);
        return await reply.redirect(done.returnTo, 303);
      } catch (error) {
        return explain(error, request, reply);
      }
    });

    app.get('/logout', { exposeHeadRoute: false }, async (request, reply) => {
      // Fetching ahead of a click that may never come must not sign anybody out.
      if (/prefetch|prerender/.test(String(request.headers['sec-purpose'] ?? ''))) return reply.status(503).send('');
      if (isOurs(request)) return leave(request, reply);
      const { html, headers } = confirmPage(request, [options.publicUrl.origin, signIn.providerOrigin]);
      return reply.headers(headers).send(html);
    });

    app.post('/logout', async (request, reply) => {
      const { origin } = request.headers;
      if (!isOurs(request) || (origin !== undefined && origin !== options.publicUrl.origin))
        return reply.redirect('/logout', 303);
      return leave(request, reply);
    });

    app.post('/login/backchannel', async (request, reply) => {
      try {
        const token = request.body instanceof URLSearchParams ? request.body.get('logout_token') : null;
        await signIn.leaveAtProvider(token ?? '', request.id);
        return await reply.status(200).send('');
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error;
        request.log.warn({ code: error.code }, 'back-channel sign-out refused');
        return reply.status(error.kind === 'unavailable' ? 503 : 400).send({ error: 'invalid_request' });
      }
    });
  };
}

/** From our own pages, or typed in; browsers too old to say are taken at their word. */
function isOurs(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}

/** localhost where 127.0.0.1 is meant: cookies set under one name are not seen under the other, where the callback arrives. */
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
