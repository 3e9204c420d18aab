import type { LookupFunction } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Engine } from '@rise/engine';
import type { Logger } from 'pino';
import { SYSTEM } from '../../kernel/actor.ts';
import { Database } from '../../kernel/database/database.ts';
import { LanguageModel } from '../../assistant/language-model.ts';
import { deriveKey } from '../../kernel/security/keys.ts';
import { seedDemoAccounts } from '../../identity/demo-accounts.ts';
import { requireSameSecret } from '../../installation/installation-secret.service.ts';
import { readOnlyState } from '../../installation/read-only.service.ts';
import { MailService } from '../../mail/mail.service.ts';
import { ensureSampleTenants, fillSampleTenants } from '../../samples/samples.service.ts';
import { readDocumentation } from '../../search/documentation.ts';
import { reindexTenants } from '../../search/search-index.service.ts';
import { activeTenants } from '../../tenants/tenants.service.ts';
import { createSessionSlice } from '../../sessions/sessions.slice.ts';
import { cannotListen, checkAddress } from './address.ts';
import { startTracing } from '../tracing/start-tracing.ts';
import { traceQueries } from '../../query/trace-query.ts';
import { toUserError } from '../http/error-response.ts';
import { openApplicationDatabase } from '../postgres/application-database.ts';
import { assemble } from '../assembly/assemble.ts';
import type { Assembly } from '../assembly/assembly-options.ts';
import { Closing } from './closing.ts';
import { filesDirectory, type Config } from '../config/config.ts';
import { canWrite } from '../data-directory/write-check.ts';
import { openDataDirectory, type DataDirectory } from '../data-directory/data-directory.ts';
import { sharedFolders } from '../data-directory/shared-directory.ts';
import { QueryParts } from '../../plan-limits/query-parts.service.ts';
import { Metrics } from '../http/metrics.ts';
import { createIdentitySource, localRoute, type IdentitySource } from './identity-source.ts';
import {
  confluenceAccess,
  installationSecret,
  providerAccess,
  warehouseAccess,
  webhookAccess,
} from '../config/warehouse-access.ts';
import { shippingSettings } from '../config/shipping-settings.ts';
import { DEMO_SUITE, DOCS, ENGINE_ENTRIES, PORTAL, SAMPLES, VERSION } from '../config/paths.ts';

const DRAIN_MS = 30_000;
const MB = 1024 * 1024;

export interface PortalServer {
  /** The identities of the embedded provider, where that is used. */
  readonly identities: readonly { readonly email: string }[];
  /** Is not ready from now on, and serves for DRAIN_SECONDS; then stops accepting, gives requests at most 30 s to finish, then closes everything; returns the errors. */
  close(): Promise<unknown[]>;
}

export interface PortalServerOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly onProgress: (step: string) => void;
  /** Aborts the start. */
  readonly signal: AbortSignal;
}

/**
 * The composition root: starts everything in order and resolves once requests can be served. If a step fails, closes
 * what was started. Throws an `OperatorError` for what the operator can fix.
 */
export async function startPortalServer(options: PortalServerOptions): Promise<PortalServer> {
  const closing = new Closing();
  try {
    return await start(options, closing);
  } catch (error) {
    await closing.run();
    throw error;
  }
}

async function start(options: PortalServerOptions, closing: Closing): Promise<PortalServer> {
  const { config, log, signal } = options;
  const stopTracing = await startTracing({ settings: config.tracing, version: VERSION, log });
  closing.add(stopTracing);
  const { data, database } = await openStorage(options, closing);
  const secret = await installationSecret(config, data);
  await requireSameSecret(database, secret);
  const warehouseReach = warehouseAccess(config, secret);
  const queryParts = new QueryParts({
    database,
    onError: (error) => log.error(error, 'the tenants’ parts of the queries could not be read'),
  });
  closing.add(() => queryParts.close());
  const engine = configuredEngine(config, { lookup: warehouseReach.hosts.lookup, partOf: queryParts.of }, log);
  closing.add(() => engine.close());
  const mail = configuredMail(config, database, log);
  if (mail) closing.add(() => mail.close());

  const source = await createIdentitySource(config, secret, database, log);
  const features = { chatbot: config.assistant, insights: config.insights };
  const sessions = createSessionSlice({
    database,
    key: deriveKey(secret, 'session tokens'),
    publicUrl: config.publicUrl,
    features: { ...features, chat: config.portal.chat },
    oidc: source.oidc,
    route: localRoute(config),
    providerReach: providerAccess(config, secret),
  });
  let serving = false;
  const assembly = await assemble({
    database,
    engine,
    sessions: sessions.sessions,
    mcp: config.mcp,
    pages: [sessions.pages],
    provider: source.embedded,
    publicUrl: config.publicUrl,
    hosts: config.hosts,
    trustProxy: config.trustProxy,
    requestsPerMinute: config.requestsPerMinute,
    outgoing: { bytes: config.outgoingMb * MB },
    contactPerHour: config.contactPerHour,
    addressKey: deriveKey(secret, 'addresses'),
    embedKey: deriveKey(secret, 'embed keys'),
    unsubscribeKey: deriveKey(secret, 'unsubscribing'),
    exportLinkKey: deriveKey(secret, 'export links'),
    mail,
    portalDirectory: PORTAL,
    demoDirectory: config.portal.demoSuite ? DEMO_SUITE : null,
    demoUrl: config.portal.demoUrl,
    ...(await fileFolders(config, data)),
    audit: { directory: await data.folder('audit'), retentionDays: config.auditRetentionDays },
    auditShipping: await shippingSettings(config),
    inboxDirectory: config.inboxDirectory ?? (await data.folder('inbox')),
    deletionDays: config.tenantDeletionDays,
    uploadStorageBytes: config.uploadStorageMb * MB,
    warehouseReach,
    webhookReach: webhookAccess(config, secret),
    confluenceReach: confluenceAccess(config, secret),
    knowledgeFolders: config.knowledgeFolders,
    providerReach: providerAccess(config, secret),
    sharedIssuer: source.oidc.issuer,
    dnsServers: config.dnsServers,
    features,
    languageModel: configuredLanguageModel(config, log),
    tokenPrices: config.llm?.prices ?? { input: 0, output: 0 },
    questionsPerMinute: config.questionsPerMinute,
    portal: config.portal,
    documentation: await readDocumentation(DOCS),
    ready: async () => serving && (await canWrite(filesDirectory(config))) && (await databaseAnswers(database)),
    version: VERSION,
    log,
    metrics: new Metrics(),
  });
  await fillDatabase(options, database, source, assembly);
  signal.throwIfAborted();

  await listen(assembly, config);
  closing.add(() => drain(assembly));
  serving = true;
  return {
    identities: source.embedded?.identities ?? [],
    async close() {
      serving = false;
      await wait(config.drainSeconds * 1000);
      return closing.run();
    },
  };
}

/** Locks the data directory, checks that the address is free, and opens the database. */
async function openStorage(
  { config, log, onProgress, signal }: PortalServerOptions,
  closing: Closing,
): Promise<{ data: DataDirectory; database: Database }> {
  const data = await openDataDirectory(config.dataDirectory);
  closing.add(() => data.release());
  await checkAddress(config.host, config.port);

  onProgress('Starting the database');
  const onLost = (reason: string) => log.error({ reason }, 'database lost');
  const postgres = await openApplicationDatabase(config, data, { onProgress, onLost });
  closing.add(() => postgres.stop());
  signal.throwIfAborted();
  const database = new Database({
    connection: postgres.connection,
    onError: ({ message }) => log.warn({ reason: message }, 'connection lost'),
  });
  closing.add(() => database.close());
  // Before anything works in the background.
  database.readOnly = await readOnlyState(database);
  return { data, database };
}

/** Fills the sample tenants where the embedded identity provider is used, and updates the search index. */
async function fillDatabase(
  { onProgress }: PortalServerOptions,
  database: Database,
  source: IdentitySource,
  { warehouses, reports }: Assembly,
): Promise<void> {
  if (source.embedded !== null) {
    const tenants = await ensureSampleTenants(database);
    await seedDemoAccounts(database, source.oidc.issuer, source.embedded.identities);
    await fillSampleTenants({ database, warehouses, reports, directory: SAMPLES, onProgress }, tenants);
  }
  for (const { id } of await activeTenants(database)) await warehouses.removeUnfinished(id);
  await reindexTenants(database, [warehouses, reports]);
}

/** Folders of files that every server of the installation reads. */
async function fileFolders({ sharedDirectory }: Config, data: DataDirectory) {
  const folder = sharedDirectory === null ? data.folder : await sharedFolders(sharedDirectory);
  return {
    isShared: sharedDirectory !== null,
    warehouseDirectory: await folder('warehouse'),
    uploadDirectory: await folder('uploads'),
    rejectDirectory: await folder('rejects'),
  };
}

function configuredEngine(
  { warehouse, tracing }: Config,
  { lookup, partOf }: { lookup: LookupFunction; partOf: QueryParts['of'] },
  log: Logger,
): Engine {
  return new Engine({
    ...ENGINE_ENTRIES,
    maxProcesses: warehouse.maxProcesses,
    slots: warehouse.queries,
    queueLength: warehouse.queue,
    memoryMb: warehouse.memoryMb,
    deadlineMs: warehouse.deadlineMs,
    cacheBytes: warehouse.cacheMb * MB,
    resultBytes: warehouse.resultMb * MB,
    lookup,
    partOf,
    ...(tracing && { onQuery: traceQueries(toUserError) }),
    onReaderLost: (reason) => log.error({ reason }, 'warehouse reader lost'),
  });
}

function configuredLanguageModel({ llm }: Config, log: Logger): LanguageModel | null {
  return llm && new LanguageModel({ ...llm, onFailure: (reason) => log.warn({ reason }, 'the language model failed') });
}

/** Null where no recipient or mail server is configured. */
function configuredMail({ smtpUrl, contactEmail }: Config, database: Database, log: Logger): MailService | null {
  return smtpUrl && contactEmail ? new MailService({ smtpUrl, contactEmail, database, log }) : null;
}

async function listen({ app }: Assembly, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw cannotListen(error, host, port);
  }
}

/** Waits for accepted requests; closes connections that are still open after the timeout. */
async function drain({ app }: Assembly): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  await app.close();
  clearTimeout(cut);
}

async function databaseAnswers(database: Database): Promise<boolean> {
  await database.withGlobal(SYSTEM, (tx) => tx.first`SELECT 1`);
  return true;
}
