import type { Language } from '@rise/contract';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '../kernel/api/language.ts';
import { escapeHtml } from '../kernel/text/html.ts';
import type { LimitService } from '../limits/limits.service.ts';
import { BRAND, plainPage } from '../sessions/plain-page.ts';
import type { Subscriber, UnsubscribeService } from './outside-mail.service.ts';

/** Longer ones are none of ours. */
const MAX_TOKEN = 1000;

interface UnsubscribePagesOptions {
  readonly subscribers: UnsubscribeService;
  readonly limits: LimitService;
}

type Request = FastifyRequest<{ Params: { token: string } }>;

/**
 * The page to which mail for people without an account leads. Opening it changes nothing, since programs that check mail
 * open its links; its button, and those of mail programs (RFC 8058), send a POST.
 */
export function unsubscribePages({ subscribers, limits }: UnsubscribePagesOptions): FastifyPluginAsync {
  return async (app) => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4096 },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    );
    // As some mail programs send their form.
    app.addContentTypeParser('multipart/form-data', { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, done) =>
      done(null, new URLSearchParams()),
    );
    const find = (token: string) => (token.length > MAX_TOKEN ? null : subscribers.find(token));
    app.get('/unsubscribe/:token', async (request: Request, reply) =>
      answer(request, reply, await find(request.params.token)),
    );
    app.post('/unsubscribe/:token', async (request: Request, reply) => {
      const wait = await limits.use('unsubscribe', request.ip);
      if (wait !== null) return sendPage(reply.status(429).header('retry-after', wait), languageIn(request), 'tooMany');
      const subscriber = await find(request.params.token);
      if (!subscriber) return answer(request, reply, null);
      const again = request.body instanceof URLSearchParams && request.body.get('again') === '1';
      await subscribers.put(subscriber, !again, request.id);
      return answer(request, reply, { ...subscriber, isUnsubscribed: !again });
    });
  };
}

const languageIn = ({ headers }: FastifyRequest) => languageOf(undefined, headers['accept-language']);

function answer(request: FastifyRequest, reply: FastifyReply, subscriber: Subscriber | null): FastifyReply {
  if (!subscriber) return sendPage(reply.status(404), languageIn(request), 'unknown');
  const { language, isUnsubscribed } = subscriber;
  return sendPage(reply, language, isUnsubscribed ? 'done' : 'ask', subscriber);
}

type Content = 'ask' | 'done' | 'unknown' | 'tooMany';

const TEXTS = {
  en: {
    ask: {
      title: 'Unsubscribe?',
      text: (address: string, tenant: string) =>
        `${address} gets reports of ${tenant} by mail. After unsubscribing it gets none any more.`,
      button: 'Unsubscribe',
    },
    done: {
      title: 'Unsubscribed',
      text: (address: string, tenant: string) => `${address} gets no reports of ${tenant} by mail any more.`,
      button: 'Get these reports again',
    },
    unknown: {
      title: 'This link isn’t valid',
      text: () => 'Open the link of the latest mail, or ask those who send you the reports to remove your address.',
      button: null,
    },
    tooMany: {
      title: 'Too many requests',
      text: () => 'Nothing was changed. Try again in an hour.',
      button: null,
    },
  },
  tr: {
    ask: {
      title: 'Abonelikten çıkılsın mı?',
      text: (address: string, tenant: string) =>
        `${address} adresine ${tenant} raporları e-postayla gönderiliyor. Abonelikten çıkınca artık gönderilmez.`,
      button: 'Abonelikten çık',
    },
    done: {
      title: 'Abonelikten çıkıldı',
      text: (address: string, tenant: string) => `${address} adresine artık ${tenant} raporları gönderilmeyecek.`,
      button: 'Bu raporları yeniden al',
    },
    unknown: {
      title: 'Bu bağlantı geçerli değil',
      text: () => 'Son e-postadaki bağlantıyı açın veya raporları gönderen kişiden adresinizi kaldırmasını isteyin.',
      button: null,
    },
    tooMany: {
      title: 'Çok fazla istek',
      text: () => 'Hiçbir şey değişmedi. Bir saat sonra yeniden deneyin.',
      button: null,
    },
  },
} as const satisfies Record<
  Language,
  Record<Content, { title: string; text: (address: string, tenant: string) => string; button: string | null }>
>;

function sendPage(reply: FastifyReply, language: Language, content: Content, subscriber?: Subscriber): FastifyReply {
  const { title, text, button } = TEXTS[language][content];
  const message = escapeHtml(text(subscriber?.address ?? '', subscriber?.tenant ?? ''));
  const again = content === 'done' ? '<input type="hidden" name="again" value="1">' : '';
  const form = button === null ? '' : `<form method="post">${again}<button class="${content === 'ask' ? 'primary' : 'quiet'}" type="submit">${button}</button></form>`; // prettier-ignore
  const page = plainPage({ language, title, body: `<main>${BRAND}<h1>${title}</h1><p>${message}</p>${form}</main>` });
  return reply.headers({ ...page.headers, 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' }).send(page.html); // prettier-ignore
}
