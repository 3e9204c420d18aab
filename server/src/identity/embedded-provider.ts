import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientMetadata, Configuration, KoaContextWithOIDC } from 'oidc-provider';
import type { Database } from '../kernel/database/database.ts';
import { languageOf } from '../kernel/api/language.ts';
import { attemptLimit } from './attempts.ts';
import { deriveSecret, deriveSigningKey } from './derived-secrets.ts';
import { DEMO_IDENTITIES, type Identity } from './identities.ts';
import { SignInInteraction, type WrongPassword } from './interaction.ts';
import { providerAdapter } from './provider-adapter.ts';
import { brokenPage, signedOutPage, signOutPage } from './sign-in-page.ts';

export interface EmbeddedProviderOptions {
  /** The portal's public address plus a path: 'http://127.0.0.1:8080/idp'. */
  readonly issuer: URL;
  readonly database: Database;
  /** Stored by the installation; the signing key and cookie key are derived from it. */
  readonly secret: string;
  readonly client: {
    readonly id: string;
    readonly secret: string;
    readonly redirectUris: readonly URL[];
    readonly postLogoutRedirectUris: readonly URL[];
    readonly backchannelLogoutUri: URL;
  };
  readonly identities?: readonly Identity[];
  /** Actual destination of requests to the portal, where its public address is only reachable from outside. */
  readonly route?: (url: URL) => URL;
  readonly onError?: (error: Error) => void;
  readonly onWrongPassword?: (attempt: WrongPassword) => Promise<void>;
}

export interface EmbeddedProvider {
  /** Path under which `handle` is to be mounted. */
  readonly path: string;
  readonly identities: readonly Identity[];
  /** Handles a raw request whose address starts with `path`. */
  handle(request: IncomingMessage, response: ServerResponse): void;
}

const HOUR = 60 * 60;
const WEEK = 7 * 24 * HOUR;

/** A complete OpenID provider inside this process, for development and evaluation: never in production. */
export async function createEmbeddedProvider(options: EmbeddedProviderOptions): Promise<EmbeddedProvider> {
  const { Provider, errors } = await loadLibrary();
  const { issuer } = options;
  const identities = options.identities ?? DEMO_IDENTITIES;
  const path = issuer.pathname.replace(/\/$/, '');
  const portal = new URL('/', issuer);
  const provider = new Provider(issuer.href.replace(/\/$/, ''), {
    adapter: providerAdapter(options.database, () => new errors.InvalidGrant('it was redeemed before')),
    ...configuration(options, identities, path, portal),
  });
  provider.proxy = true;
  const report = (error: Error) => options.onError?.(error);
  // Koa's own event; without a listener, Koa would write it to the console.
  (provider as EventEmitter).on('error', report);
  provider.on('server_error', (_ctx, error) => report(error));
  provider.on('backchannel.error', (_ctx, error) => report(error));
  provider.use(skipEmptySignOut);
  provider.use(deleteFailedCode);
  const respond = provider.callback();
  const interaction = new SignInInteraction({
    provider,
    identities,
    portal,
    attempts: attemptLimit(options.database, Buffer.from(deriveSecret(options.secret, 'attempts'))),
    onWrongPassword: options.onWrongPassword,
    formTargets: [...new Set([issuer.origin, ...options.client.redirectUris.map((uri) => uri.origin)])],
  });

  return {
    path,
    identities,
    handle(request, response) {
      // Every address it writes starts with the issuer, regardless of the request's host or proxy.
      request.headers.host = issuer.host;
      request.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1);
      delete request.headers['x-forwarded-host'];
      const url = request.url ?? '';
      if (url.startsWith(`${path}/interaction/`)) {
        interaction.handle(request, response).catch((error: Error) => {
          options.onError?.(error);
          if (!response.headersSent) response.writeHead(500);
          response.end();
        });
      } else {
        Object.assign(request, { originalUrl: url, url: url.slice(path.length) || '/' });
        void respond(request, response);
      }
    },
  };
}

function configuration(
  options: EmbeddedProviderOptions,
  identities: readonly Identity[],
  path: string,
  portal: URL,
): Configuration {
  const { client } = options;
  const formTargets = [...new Set(client.postLogoutRedirectUris.map((uri) => uri.origin))];
  return {
    jwks: { keys: [deriveSigningKey(options.secret)] },
    cookies: {
      keys: [deriveSecret(options.secret, 'cookies')],
      names: { session: 'rise_idp', interaction: 'rise_idp_form', resume: 'rise_idp_resume' },
      long: { httpOnly: true, sameSite: 'lax', path },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    clients: [clientMetadata(client)],
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    scopes: ['openid', 'profile', 'email'],
    claims: {
      openid: ['sub', 'roles', 'tenant', 'groups', 'branch'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    // The portal reads roles and tenants from the ID token.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    responseTypes: ['code'],
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => signOut(ctx, form, formTargets),
        postLogoutSuccessSource: (ctx) => show(ctx, signedOutPage(languageIn(ctx), portal)),
      },
    },
    interactions: { url: (_ctx, interaction) => `${path}/interaction/${interaction.uid}` },
    findAccount: (_ctx, subject) => account(identities.find((identity) => identity.subject === subject)),
    loadExistingGrant: grantEverything,
    renderError: (ctx, out) => show(ctx, brokenPage(languageIn(ctx), portal, out.error)),
    // It only calls the portal's back channel, whose address the library's own check would reject.
    fetch: (url, init) => fetch(options.route?.(new URL(String(url))) ?? url, { ...init, dispatcher: undefined }),
    ttl: {
      AccessToken: () => HOUR,
      AuthorizationCode: () => 60,
      Grant: () => WEEK,
      IdToken: () => HOUR,
      Interaction: () => HOUR / 2,
      Session: () => WEEK,
    },
  };
}

function clientMetadata(client: EmbeddedProviderOptions['client']): ClientMetadata {
  return {
    client_id: client.id,
    client_secret: client.secret,
    client_name: 'Rise',
    redirect_uris: client.redirectUris.map((uri) => uri.href),
    post_logout_redirect_uris: client.postLogoutRedirectUris.map((uri) => uri.href),
    backchannel_logout_uri: client.backchannelLogoutUri.href,
    backchannel_logout_session_required: true,
    id_token_signed_response_alg: 'ES256',
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_basic',
  };
}

function account(identity: Identity | undefined) {
  if (!identity) return undefined;
  const { subject, email, firstName, lastName, roles, tenants, groups = [], branches = [] } = identity;
  return {
    accountId: subject,
    claims: async () => ({
      sub: subject,
      email,
      email_verified: true,
      name: `${firstName} ${lastName}`,
      given_name: firstName,
      family_name: lastName,
      roles: [...roles],
      tenant: [...tenants],
      groups: [...groups],
      branch: [...branches],
    }),
  };
}

/** The portal is the provider's own client: no consent page. */
async function grantEverything(ctx: KoaContextWithOIDC) {
  const { client, session, provider, params } = ctx.oidc;
  const known = session!.grantIdFor(client!.clientId);
  const grant =
    (known && (await provider.Grant.find(known))) ||
    new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! });
  grant.addOIDCScope(String(params?.scope ?? 'openid'));
  await grant.save();
  return grant;
}

/** A sign-out with this person's own ID token comes from the portal: no further confirmation. */
async function signOut(ctx: KoaContextWithOIDC, form: string, formTargets: readonly string[]): Promise<void> {
  const { session, entities, params, provider } = ctx.oidc;
  const hint = entities.IdTokenHint as unknown as { payload: { sub?: string } } | undefined;
  if (hint?.payload.sub === undefined || hint.payload.sub !== session!.accountId) {
    return show(ctx, signOutPage(languageIn(ctx), form, formTargets));
  }
  await session!.destroy();
  ctx.cookies.set(provider.cookieName('session'), null, { path: new URL(provider.issuer).pathname });
  redirectAfterSignOut(ctx, params);
}

/** No session is left, so there is nothing to confirm. */
async function skipEmptySignOut(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  const { oidc } = ctx as Partial<KoaContextWithOIDC>;
  if (oidc?.route === 'end_session' && ctx.status === 200 && oidc.session && !oidc.session.accountId)
    redirectAfterSignOut(ctx, oidc.params);
}

/** A code is redeemed once, successfully or not: anyone guessing its verifier has one guess. */
async function deleteFailedCode(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  const { oidc } = ctx as Partial<KoaContextWithOIDC>;
  const code = (oidc?.body ?? oidc?.params)?.code;
  if (oidc?.route !== 'token' || ctx.status < 400 || typeof code !== 'string') return;
  await (await oidc.provider.AuthorizationCode.find(code))?.destroy();
}

function redirectAfterSignOut(ctx: KoaContextWithOIDC, params: KoaContextWithOIDC['oidc']['params']): void {
  const back = params?.post_logout_redirect_uri;
  const target = new URL(typeof back === 'string' ? back : ctx.oidc.urlFor('end_session_success'));
  if (typeof params?.state === 'string') target.searchParams.set('state', params.state);
  ctx.status = 303;
  ctx.redirect(target.href);
}

function languageIn(ctx: KoaContextWithOIDC) {
  const wish = ctx.oidc.params?.ui_locales;
  return languageOf(typeof wish === 'string' ? wish : undefined, ctx.get('accept-language'));
}

function show(ctx: KoaContextWithOIDC, page: { html: string; headers: Record<string, string> }): void {
  ctx.set(page.headers);
  ctx.body = page.html;
}

/** Loaded only when needed. It works on Node 20, where we test it too, but prints a warning there. */
async function loadLibrary() {
  /* oxlint-disable no-console */
  const { warn } = console;
  console.warn = (...text: unknown[]) => {
    if (!String(text[0]).includes('oidc-provider WARNING: Unsupported runtime')) warn(...text);
  };
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
  /* oxlint-enable no-console */
}
