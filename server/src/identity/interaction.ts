import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { InteractionResults, Provider } from 'oidc-provider';
import { languageOf } from '../kernel/api/language.ts';
import type { SharedLimit } from '../limits/shared-limit.service.ts';
import { DEMO_PASSWORD, type Identity } from './identities.ts';
import { PasswordChecks } from './password-checks.ts';
import { brokenPage, signInPage, type Page, type SignInForm, type SignInTrouble } from './sign-in-page.ts';

export interface InteractionOptions {
  readonly provider: Provider;
  readonly identities: readonly Identity[];
  readonly portal: URL;
  readonly formTargets: readonly string[];
  /** Of passwords entered for one address. */
  readonly attempts: SharedLimit;
  /** A wrong password was entered for this address; `subject` is null for an unknown one. */
  readonly onWrongPassword?: ((attempt: WrongPassword) => Promise<void>) | undefined;
}

export interface WrongPassword {
  readonly email: string;
  readonly subject: string | null;
}

const FORM_LIMIT = 16 * 1024;

/** The sign-in form: shows it, and handles its submission. */
export class SignInInteraction {
  readonly #options: InteractionOptions;
  readonly #checks = new PasswordChecks();

  constructor(options: InteractionOptions) {
    this.#options = options;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { provider, portal } = this.#options;
    const path = (request.url ?? '').split('?')[0]!;
    const details = await provider.interactionDetails(request, response).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'SessionNotFound') return null;
      throw error;
    });
    if (!details || !path.endsWith(`/${details.uid}`) || details.prompt.name !== 'login') {
      const language = languageOf(undefined, request.headers['accept-language']);
      send(response, 400, brokenPage(language, portal, 'session_not_found'));
      return;
    }
    const wish = details.params.ui_locales;
    const language = languageOf(typeof wish === 'string' ? wish : undefined, request.headers['accept-language']);
    const show = (status: number, email: string, error: SignInTrouble | null) =>
      send(response, status, this.#page({ language, action: path, email, trouble: error }));
    if (request.method === 'GET' || request.method === 'HEAD') show(200, '', null);
    else await this.#submit(request, response, show);
  }

  async #submit(
    request: IncomingMessage,
    response: ServerResponse,
    show: (status: number, email: string, error: SignInTrouble) => void,
  ): Promise<void> {
    const form = request.method === 'POST' ? await readForm(request) : null;
    if (!form) {
      const status = request.method === 'POST' ? 413 : 405;
      response.writeHead(status, { allow: 'GET, HEAD, POST', connection: 'close' }).end();
      return;
    }
    const finish = (result: InteractionResults) =>
      this.#options.provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    if (form.has('cancel')) {
      await finish({ error: 'access_denied', error_description: 'The person chose not to sign in' });
      return;
    }
    const chosen = form.get('identity');
    const email = chosen ?? form.get('email') ?? '';
    const match = await this.#check(email, chosen === null ? (form.get('password') ?? '') : DEMO_PASSWORD);
    if ('kind' in match) show(match.kind === 'wait' ? 429 : 401, email, match);
    else await finish({ login: { accountId: match.subject, remember: true } });
  }

  /** The identity for an email address and password, or the error. */
  async #check(email: string, password: string): Promise<Identity | SignInTrouble> {
    const name = email.trim().toLowerCase();
    if (this.#checks.isFull) return { kind: 'wait', seconds: 1 };
    const wait = await this.#options.attempts.use(name);
    if (wait !== null) return { kind: 'wait', seconds: wait };
    // Others may have come while the attempt was counted.
    if (this.#checks.isFull) return { kind: 'wait', seconds: 1 };
    const identity = this.#options.identities.find((candidate) => candidate.email === name);
    if (await this.#checks.verify(password, identity?.passwordHash ?? null)) {
      await this.#options.attempts.forget(name);
      return identity!;
    }
    await this.#options.onWrongPassword?.({ email: name, subject: identity?.subject ?? null });
    return { kind: 'wrong' };
  }

  #page(form: Omit<SignInForm, 'identities' | 'formTargets'>): Page {
    const { identities, formTargets } = this.#options;
    return signInPage({ ...form, identities, formTargets });
  }
}

function send(response: ServerResponse, status: number, page: Page): void {
  response.writeHead(status, page.headers).end(page.html);
}

/** The form's fields; null for a body that none of our forms sends. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  if (!(length <= FORM_LIMIT)) return null;
  return new URLSearchParams(await text(request));
}
