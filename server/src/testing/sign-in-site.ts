import { randomBytes } from 'node:crypto';
import { sessionRoutes, type Role } from '@rise/contract';
import { pino, type DestinationStream } from 'pino';
import { Client } from 'pg';
import { createHttpServer } from '../host/http/http-server.ts';
import { Metrics } from '../host/http/metrics.ts';
import { createEmbeddedProvider, type EmbeddedProvider } from '../identity/embedded-provider.ts';
import type { Identity } from '../identity/identities.ts';
import { bindRoutes } from '../kernel/api/api.ts';
import { HostAllowance } from '../kernel/security/host-allowance.ts';
import type { Database } from '../kernel/database/database.ts';
import { LimitService } from '../limits/limits.service.ts';
import { sessionHandlers } from '../sessions/sessions.routes.ts';
import type { SessionService } from '../sessions/sessions.service.ts';
import { createSessionSlice } from '../sessions/sessions.slice.ts';
import type { ProviderReach } from '../sessions/tenant-providers.service.ts';
import { recordWrongPassword, signInAddresses } from '../sessions/sign-in.service.ts';
import { ensureTenant } from '../tenants/tenants.service.ts';
import { createTestDatabase } from './database.ts';
import { freePort } from './program.ts';

export interface SignInSite {
  readonly url: URL;
  readonly database: Database;
  readonly provider: EmbeddedProvider | null;
  readonly sessions: SessionService;
  readonly providerReach: ProviderReach;
  readonly tenants: { readonly alder: string; readonly birch: string };
  /** The entire log output. */
  readonly log: () => string;
  /** Runs SQL as a role that sees every row. */
  sql<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export interface SignInSiteOptions {
  readonly identities?: readonly Identity[];
  /** An external provider instead of the embedded one. */
  readonly issuer?: URL;
  readonly rolesClaim?: string;
  /** Key of the session tokens' hashes. */
  readonly key?: Buffer;
  readonly roleMap?: Readonly<Record<string, Role>>;
  readonly requestsPerMinute?: number;
  /** Hosts at which tenants may have identity providers; this machine by default. */
  readonly providerHosts?: readonly string[];
}

export const OUR_ROLES: Readonly<Record<string, Role>> = {
  'tenant.user': 'tenant.user',
  'tenant.admin': 'tenant.admin',
  'global.support': 'global.support',
  'global.admin': 'global.admin',
};
export const CLIENT = { id: 'rise-portal', secret: 'a client secret for tests, 32 characters and more' };

/** The real HTTP server with the session slice over its own database, by default with the embedded provider. */
export async function startSignInSite(options: SignInSiteOptions = {}): Promise<SignInSite> {
  const { database, superuserUrl, close } = await createTestDatabase();
  const superuser = new Client({ connectionString: superuserUrl });
  await superuser.connect();
  const url = new URL(`http://127.0.0.1:${await freePort()}`);
  const alder = await ensureTenant(database, { slug: 'alder', name: 'Alder Credit Union' });
  const birch = await ensureTenant(database, { slug: 'birch', name: 'Birch Credit Union' });
  const addresses = signInAddresses(url);
  const lines: string[] = [];
  const provider = options.issuer
    ? null
    : await createEmbeddedProvider({
        issuer: new URL('/idp', url),
        database,
        onError: (error) => void lines.push(`provider: ${error.stack}\n`),
        onWrongPassword: (attempt) => recordWrongPassword(database, { issuer: new URL('/idp', url).href, ...attempt }),
        secret: 'a provider secret for tests, 32 characters and more',
        client: {
          ...CLIENT,
          redirectUris: [addresses.callback],
          postLogoutRedirectUris: [addresses.afterSignOut],
          backchannelLogoutUri: addresses.backchannel,
        },
        ...(options.identities && { identities: options.identities }),
      });
  const providerReach = { key: randomBytes(32), hosts: new HostAllowance(options.providerHosts ?? ['127.0.0.1']) };
  const slice = createSessionSlice({
    database,
    key: options.key ?? randomBytes(32),
    publicUrl: url,
    providerReach,
    features: { chatbot: false, insights: false, chat: true },
    oidc: {
      issuer: options.issuer ?? new URL('/idp', url),
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      rolesClaim: options.rolesClaim ?? 'roles',
      tenantsClaim: 'tenant',
      groupsClaim: 'groups',
      attributeClaims: { branch: 'branch' },
      roleMap: options.roleMap ?? OUR_ROLES,
    },
  });
  const destination: DestinationStream = { write: (line) => void lines.push(line) };
  const app = await createHttpServer({
    publicUrl: url,
    hosts: [url.hostname],
    trustProxy: false,
    requestsPerMinute: options.requestsPerMinute ?? 6000,
    limits: new LimitService({
      database,
      perHour: { contact: 5, unsubscribe: 5, 'export-link': 100 },
      key: randomBytes(32),
    }),
    bindings: bindRoutes(sessionRoutes, [sessionHandlers(slice.sessions)]),
    database,
    identify: (headers, options) => slice.sessions.identify(headers, options),
    frameAncestors: async () => [],
    pages: [slice.pages],
    provider,
    portalDirectory: null,
    demoDirectory: null,
    ready: async () => true,
    version: '0.0.0',
    log: pino({ level: 'trace' }, destination),
    metrics: new Metrics(),
  });
  await app.listen({ host: '127.0.0.1', port: Number(url.port) });
  return {
    url,
    database,
    provider,
    sessions: slice.sessions,
    providerReach,
    tenants: { alder: alder.tenant.id, birch: birch.tenant.id },
    log: () => lines.join(''),
    sql: async <Row>(text: string, values: unknown[] = []) => (await superuser.query(text, values)).rows as Row[],
    async close() {
      await app.close();
      await superuser.end();
      await close();
    },
  };
}
