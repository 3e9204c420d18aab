import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role, RouteKey } from '@rise/contract';
import { Engine, type EngineOptions } from '@rise/engine';
import { pino } from 'pino';
import { assemble } from '../host/assembly/assemble.ts';
import type { AssemblyOptions } from '../host/assembly/assembly-options.ts';
import { Metrics } from '../host/http/metrics.ts';
import { DOCS, SAMPLES } from '../host/config/paths.ts';
import { Database, type DatabaseOptions } from '../kernel/database/database.ts';
import { SYSTEM } from '../kernel/actor.ts';
import { HostAllowance } from '../kernel/security/host-allowance.ts';
import { ensureSampleTenants, fillSampleTenants } from '../samples/samples.service.ts';
import { readDocumentation } from '../search/documentation.ts';
import { reindexTenants } from '../search/search-index.service.ts';
import { provisionAccounts } from '../sessions/provisioning.service.ts';
import { hashSecret, newSecret, SessionService } from '../sessions/sessions.service.ts';
import type { PortalChoices } from '../settings/settings.routes.ts';
import type { TenantDeletionJob } from '../tenants/tenant-deletion-job.service.ts';
import type { VersionHistoryService } from '../warehouse/version-history.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import { createSampleDatabase, type TestDatabase } from './database.ts';
import { plantSiteKey, type SiteKey } from './embed-token.ts';
import { plantVisit } from './plant-visit.ts';
import { startDatabaseProxy, type SocketProxy } from './socket-proxy.ts';

const CHOICES: PortalChoices = {
  layout: 'classic',
  scheme: 'light',
  theme: 'default',
  settingsDrawer: false,
  demoSuite: false,
  demoUrl: null,
  chat: true,
  analyticsKey: null,
  helpUrl: null,
};

interface Request {
  id?: string;
  /** Of an import. */
  table?: string;
  /** Of a workspace. */
  member?: string;
  /** Of a report. */
  view?: string;
  /** Of a report: an open page. */
  visit?: string;
  /** Of a report. */
  subscription?: string;
  /** Of a report. */
  freeze?: string;
  /** Of comments on a report, and one of them. */
  thread?: string;
  comment?: string;
  /** Of a report. */
  link?: string;
  /** Of a reader of a report. */
  account?: string;
  /** The id if omitted. */
  token?: string;
  /** Of insights; the id if omitted. */
  finding?: string;
  /** Of a picture. */
  hash?: string;
  /** Of a version of a report. */
  number?: number;
  body?: unknown;
  cookie?: string;
  /** Null removes a header. */
  headers?: Record<string, string | null>;
  search?: string;
}

interface TestPerson {
  email: string;
  firstName?: string;
  lastName?: string;
  roles: Role[];
  tenants?: string[];
  groups?: string[];
  attributes?: Record<string, string[]>;
  enter?: string;
}

export interface SignedIn {
  cookie: string;
  sessionId: string;
  accountId: string;
}

export interface TestPortal {
  /** Changes after a restart. */
  readonly url: string;
  readonly database: Database;
  /** Between the server and its database, if the options ask for one. */
  readonly proxy: SocketProxy | null;
  /** Bypasses row-level security, for tests that inspect the tables. */
  readonly superuserUrl: string;
  /** The role that owns the tables, as commands use it. */
  readonly ownerUrl: string;
  /** The running server's instances. */
  readonly warehouses: WarehouseService;
  readonly versions: VersionHistoryService;
  readonly deletions: TenantDeletionJob;
  /** Of warehouse files, uploads, and rejected rows with the watched folder. */
  readonly folders: readonly string[];
  readonly engine: Engine;
  /** Ids of the sample tenants. */
  readonly tenants: { readonly alder: string; readonly birch: string };
  /** Creates a person with these roles, in these tenants, and a session for them. */
  signIn(person: TestPerson): Promise<SignedIn>;
  /** Issues a session of an account in a tenant. */
  sessionOf(accountId: string, tenantId: string): Promise<SignedIn>;
  /** Creates an API token of a person; with its scopes as they would be stored. */
  tokenFor(token: { email: string; tenantId: string | null; scopes: readonly string[] }): Promise<string>;
  /** Plants a key that a site signs tokens with, in a tenant that then allows embedding. */
  siteKey(tenantId: string): Promise<SiteKey>;
  /** Signs links to prepared exports. */
  readonly exportLinkKey: Buffer;
  /** Requests a route as the portal's own pages do. */
  fetch(key: RouteKey, request?: Request): Promise<Response>;
  /** Starts another server over the same database and files. */
  startAnother(options?: {
    isShared: boolean;
  }): Promise<Pick<TestPortal, 'fetch' | 'warehouses'> & { stop(): Promise<void> }>;
  /** Stops the server and starts it again over the same database and files. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface TestPortalOptions {
  /** Interval of heartbeats on event streams. */
  readonly heartbeatMs?: number;
  readonly contactPerHour?: number;
  readonly requestsPerMinute?: number;
  readonly log?: AssemblyOptions['log'];
  /** Limits of responses that wait for their readers. */
  readonly outgoing?: AssemblyOptions['outgoing'];
  /** Reaches the database through a proxy that can be stalled, with these time limits. */
  readonly database?: DatabaseOptions['timeouts'];
  /** How often the rights of a stream's reader are checked. */
  readonly rightsMs?: number;
  readonly engine?: EngineOptions;
  /** Bytes that one tenant's uploads may take up. */
  readonly uploadStorageBytes?: number;
  /** How often copies are looked at that may be due. */
  readonly copyScanMs?: number;
  /** Authority that signs the certificates of servers with files to copy. */
  readonly fileAuthority?: string;
  /** Hosts that webhooks may be sent to, the authority of their certificates, and the waits between attempts. */
  readonly webhooks?: {
    readonly hosts: readonly string[];
    readonly authority: string;
    readonly waitsMs?: readonly number[];
  };
  /** How Confluence sites are reached; without it none is. */
  readonly confluence?: {
    readonly hosts: readonly string[];
    readonly authority: string;
    readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  };
  /** Folders of Markdown files that the assistant answers from. */
  readonly knowledgeFolders?: AssemblyOptions['knowledgeFolders'];
  /** Hosts at which tenants may have identity providers. */
  readonly providerHosts?: readonly string[];
  /** Servers that are asked for the records of domains. */
  readonly dnsServers?: readonly string[];
  /** How soon parameters that could not be written to a warehouse are tried again. */
  readonly parameterRetryMs?: number;
  /** Clock and intervals of subscriptions and alerts. */
  readonly subscriptionTimes?: NonNullable<AssemblyOptions['subscriptionTimes']>;
  /** Folder of a built portal. */
  readonly portalDirectory?: string;
  /** Hosts that warehouses may be connected at. */
  readonly warehouseHosts?: readonly string[];
  /** Whether the assistant is enabled; true by default. */
  readonly assistant?: boolean;
  /** Whether insights are enabled, and computed; false by default. */
  readonly insights?: boolean;
  readonly languageModel?: AssemblyOptions['languageModel'];
  readonly questionsPerMinute?: number;
  /** Starts mail delivery; without it no mail is sent. */
  readonly mail?: (database: Database) => AssemblyOptions['mail'];
}

/** The complete server over its own database and both sample tenants, listening on a free port. */
export async function startTestPortal(options: TestPortalOptions = {}): Promise<TestPortal> {
  const directory = await mkdtemp(join(tmpdir(), 'rise-portal-'));
  const uploads = await mkdtemp(join(tmpdir(), 'rise-uploads-'));
  const rejects = await mkdtemp(join(tmpdir(), 'rise-rejects-'));
  const sample = await createSampleDatabase(directory);
  const { superuserUrl, ownerUrl } = sample;
  const { database, proxy, close } = options.database
    ? await throughProxy(sample, options.database)
    : { ...sample, proxy: null };
  const publicUrl = new URL('http://127.0.0.1');
  const features = { chatbot: options.assistant ?? true, insights: options.insights ?? false };
  const sessions = new SessionService({
    database,
    key: randomBytes(32),
    publicUrl,
    features: { ...features, chat: CHOICES.chat },
  });
  const sampleTenants = await ensureSampleTenants(database);
  const addressKey = randomBytes(32);
  const hosts = new HostAllowance(options.warehouseHosts ?? []);
  const start = async (isShared = false) => {
    const engine = new Engine({ ...options.engine, lookup: hosts.lookup });
    const { app, warehouses, versions, reports, deletions } = await assemble({
      database,
      engine,
      sessions,
      publicUrl,
      hosts: [],
      trustProxy: false,
      requestsPerMinute: options.requestsPerMinute ?? 12_000,
      contactPerHour: options.contactPerHour ?? 5,
      addressKey,
      embedKey: addressKey,
      unsubscribeKey: addressKey,
      exportLinkKey: addressKey,
      mail: options.mail?.(database) ?? null,
      pages: [],
      provider: null,
      portalDirectory: options.portalDirectory ?? null,
      demoDirectory: null,
      warehouseDirectory: directory,
      isShared,
      uploadDirectory: uploads,
      rejectDirectory: rejects,
      audit: { directory: join(rejects, 'audit'), retentionDays: 2557 },
      inboxDirectory: join(rejects, 'inbox'),
      deletionDays: 30,
      uploadStorageBytes: options.uploadStorageBytes ?? 1024 ** 3,
      warehouseReach: { key: addressKey, hosts },
      dnsServers: options.dnsServers ?? [],
      providerReach: { key: addressKey, hosts: new HostAllowance(options.providerHosts ?? []) },
      sharedIssuer: new URL('https://issuer.example'),
      webhookReach: { ...options.webhooks, key: addressKey, hosts: new HostAllowance(options.webhooks?.hosts ?? []) },
      confluenceReach: {
        ...options.confluence,
        key: addressKey,
        hosts: new HostAllowance(options.confluence?.hosts ?? []),
      },
      knowledgeFolders: options.knowledgeFolders ?? [],
      features,
      languageModel: options.languageModel ?? null,
      tokenPrices: { input: 1, output: 2 },
      questionsPerMinute: options.questionsPerMinute ?? 1000,
      portal: CHOICES,
      documentation: await readDocumentation(DOCS),
      ready: () => database.withGlobal(SYSTEM, async (tx) => (await tx.first`SELECT 1`) !== null, 'reads'),
      version: '0.0.0',
      log: options.log ?? pino({ level: 'silent' }),
      metrics: new Metrics(),
      ...(options.heartbeatMs !== undefined && { heartbeatMs: options.heartbeatMs }),
      ...(options.parameterRetryMs !== undefined && { parameterRetryMs: options.parameterRetryMs }),
      ...(options.copyScanMs !== undefined && { copyScanMs: options.copyScanMs }),
      ...(options.subscriptionTimes && { subscriptionTimes: options.subscriptionTimes }),
      ...(options.fileAuthority !== undefined && { fileAuthority: options.fileAuthority }),
      ...(options.outgoing && { outgoing: options.outgoing }),
      ...(options.rightsMs !== undefined && { rightsMs: options.rightsMs }),
    });
    await fillSampleTenants(
      { database, warehouses, reports, directory: SAMPLES, onProgress: () => undefined },
      sampleTenants,
    );
    await reindexTenants(database, [warehouses, reports]);
    await app.listen({ host: '127.0.0.1', port: 0 });
    return {
      engine,
      warehouses,
      versions,
      deletions,
      folders: [directory, uploads, rejects],
      url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
      async stop() {
        await app.close();
        await engine.close();
      },
    };
  };
  let running = await start();
  const idOf = (slug: string) => sampleTenants.find((tenant) => tenant.slug === slug)!.id;
  const tenants = { alder: idOf('alder'), birch: idOf('birch') };

  return {
    get url() {
      return running.url;
    },
    get engine() {
      return running.engine;
    },
    get warehouses() {
      return running.warehouses;
    },
    get versions() {
      return running.versions;
    },
    get deletions() {
      return running.deletions;
    },
    get folders() {
      return running.folders;
    },
    database,
    proxy,
    superuserUrl,
    ownerUrl,
    tenants,
    async restart() {
      await running.stop();
      running = await start();
    },
    async startAnother(choice = { isShared: false }) {
      const another = await start(choice.isShared);
      return { ...another, fetch: (key, request) => requestRoute(another.url, key, request) };
    },
    signIn: (person) => signInPerson({ database, sessions }, person),
    sessionOf: (accountId, tenantId) => issueSession(sessions, accountId, tenantId),
    tokenFor: (token) => createStoredToken(database, token),
    exportLinkKey: addressKey,
    siteKey: (tenantId) => plantSiteKey(database, addressKey, tenantId),
    fetch: (key, request) => requestRoute(running.url, key, request),
    async close() {
      await running.stop();
      await close();
      for (const folder of [directory, uploads, rejects]) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The same database behind a proxy. */
async function throughProxy(sample: TestDatabase, timeouts: NonNullable<DatabaseOptions['timeouts']>) {
  const proxy = await startDatabaseProxy(sample.url);
  const database = new Database({ connection: { connectionString: proxy.url }, timeouts });
  const close = async () => {
    await Promise.all([database.close(), sample.close()]);
    await proxy.close();
  };
  return { database, proxy, close };
}

/** Creates a person with a session, as a sign-in would. */
async function signInPerson(
  {
    database,
    sessions,
  }: {
    database: Database;
    sessions: SessionService;
  },
  { email, firstName = 'Test', lastName = 'Person', roles, tenants: memberOf = [], enter, ...claims }: TestPerson,
): Promise<SignedIn> {
  const issuer = 'https://issuer.example';
  const subject = randomUUID();
  const slugs = await slugsOf(database, memberOf);
  const person = { issuer, subject, email, firstName, lastName, avatar: null, roles, tenants: slugs };
  await provisionAccounts(database, [{ groups: [], attributes: {}, ...person, ...claims }]);
  const account = await database.withGlobal(
    SYSTEM,
    (tx) => tx.first<{ id: string }>`SELECT id FROM account WHERE subject = ${subject}`,
  );
  const accountId = account!.id;
  const tenantId = enter ?? (memberOf.length === 1 ? memberOf[0]! : null);
  const session = await issueSession(sessions, accountId, tenantId);
  if (tenantId !== null) await plantVisit(database, { accountId, sessionId: session.sessionId, tenantId });
  return session;
}

async function issueSession(sessions: SessionService, accountId: string, tenantId: string | null): Promise<SignedIn> {
  const rest = { providerSession: null, idToken: null, userAgent: 'test', address: null };
  const issued = await sessions.issue({ accountId, tenantId, ...rest });
  return { cookie: issued.cookie.split(';', 1)[0]!, sessionId: issued.id, accountId };
}

async function slugsOf(database: Database, ids: readonly string[]): Promise<string[]> {
  const tenants = await database.withGlobal(
    SYSTEM,
    (tx) => tx.rows<{ slug: string }>`SELECT slug FROM tenant WHERE id = ANY(${ids}) ORDER BY slug`,
  );
  return tenants.map(({ slug }) => slug);
}

/** Stores a token as it is given, also one that the command line would refuse. */
async function createStoredToken(
  database: Database,
  { email, tenantId, scopes }: { email: string; tenantId: string | null; scopes: readonly string[] },
): Promise<string> {
  const token = `rise_${newSecret()}`;
  await database.withGlobal(
    SYSTEM,
    (tx) => tx.run`
      INSERT INTO api_token (token_hash, account_id, tenant_id, scopes, name, expires_at)
      SELECT ${hashSecret(token)}, id, ${tenantId}, ${scopes}, 'test', now() + interval '1 day' FROM account WHERE email = ${email}`,
  );
  return token;
}

/** Requests a route as the portal's own pages do. */
function requestRoute(
  url: string,
  key: RouteKey,
  {
    id = randomUUID(),
    table = 't1',
    member = randomUUID(),
    view = randomUUID(),
    visit = randomUUID(),
    subscription = randomUUID(),
    freeze = randomUUID(),
    thread = randomUUID(),
    comment = randomUUID(),
    link = randomUUID(),
    account = randomUUID(),
    token = id,
    finding = id.replaceAll('-', ''),
    hash = '0'.repeat(64),
    number = 1,
    body,
    cookie,
    headers = {},
    search = '',
  }: Request = {},
): Promise<Response> {
  const [method, path] = key.split(' ') as [string, string];
  const merged = {
    'x-rise-request': '1',
    ...(cookie && { cookie }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  };
  const sent = Object.entries(merged).filter((header): header is [string, string] => header[1] !== null);
  const params: Record<string, string> = {
    id,
    table,
    member,
    view,
    visit,
    subscription,
    freeze,
    thread,
    comment,
    link,
    account,
    token,
    key: finding,
    hash,
    number: String(number),
  };
  return fetch(`${url}${path.replace(/:(\w+)/g, (whole, name: string) => params[name] ?? whole)}${search}`, {
    method,
    headers: Object.fromEntries(sent),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
