import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Provider } from 'oidc-provider';
import { languageOf } from '../kernel/api/language.ts';
import { limitAttempts } from './attempts.ts';
import { DEMO_PASSWORD, type Identity } from './identities.ts';
import { verifyPassword } from './password.ts';
import { brokenPage, signInPage, type SignInTrouble } from './sign-in-page.ts';

export interface InteractionOptions {
  readonly provider: Provider;
  readonly identities: readonly Identity[];
  readonly portal: URL;
  readonly formTargets: readonly string[];
}

const FORM_LIMIT = 16 * 1024;

/** Shows the sign-in form and handles its submission. */
export function signInInteraction(options: InteractionOptions) {
  const { provider, identities } = options;
  const attempts = limitAttempts();

  /** The identity for an email address and password, or the error. */
  const check = async (email: string, password: string): Promise<Identity | SignInTrouble> => {
    const name = email.trim().toLowerCase();
    const wait = attempts.wait(name);
    if (wait > 0) return { kind: 'wait', seconds: Math.ceil(wait / 1000) };
    const identity = identities.find((candidate) => candidate.email === name);
    if (await verifyPassword(password, identity?.passwordHash ?? null)) {
      attempts.succeeded(name);
      return identity!;
    }
    attempts.failed(name);
    return { kind: 'wrong' };
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = (status: number, page: { html: string; headers: Record<string, string> }) =>
      response.writeHead(status, page.headers).end(page.html);
    const path = (request.url ?? '').split('?')[0]!;
    const accepted = request.headers['accept-language'];
    const details = await provider.interactionDetails(request, response).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'SessionNotFound') return null;
      throw error;
    });
    if (!details || !path.endsWith(`/${details.uid}`) || details.prompt.name !== 'login') {
      send(400, brokenPage(languageOf(undefined, accepted), options.portal, 'session_not_found'));
      return;
    }
    const wish = details.params.ui_locales;
    const show = (status: number, email: string, error: SignInTrouble | null) =>
      send(
        status,
        signInPage({
          language: languageOf(typeof wish === 'string' ? wish : undefined, accepted),
          action: path,
          email,
          trouble: error,
          identities,
          formTargets: options.formTargets,
        }),
      );
    if (request.method === 'GET' || request.method === 'HEAD') {
      show(200, '', null);
      return;
    }
    const form = request.method === 'POST' ? await readForm(request) : null;
    if (!form) {
      response
        .writeHead(request.method === 'POST' ? 413 : 405, { allow: 'GET, HEAD, POST', connection: 'close' })
        .end();
      return;
    }
    if (form.has('cancel')) {
      const result = { error: 'access_denied', error_description: 'The person chose not to sign in' };
      await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
      return;
    }
    const chosen = form.get('identity');
    const email = chosen ?? form.get('email') ?? '';
    const match = await check(email, chosen === null ? (form.get('password') ?? '') : DEMO_PASSWORD);
    if ('kind' in match) {
      show(match.kind === 'wait' ? 429 : 401, email, match);
      return;
    }
    const result = { login: { accountId: match.subject, remember: true } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  };
}

/** The form's fields; null for a body that none of our forms sends. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  if (!(length <= FORM_LIMIT)) return null;
  return new URLSearchParams(await text(request));
}
