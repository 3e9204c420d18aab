import { createEngine } from '@rise/engine';
import type { Logger } from 'pino';
import { SYSTEM } from '../kernel/actor.ts';
import { openDatabase, type Database } from '../kernel/database.ts';
import { languageModel } from '../assistant/language-model.ts';
import { deriveKey } from '../kernel/keys.ts';
import { seedDemoAccounts } from '../identity/demo-accounts.ts';
import { openMail } from '../mail/mail.service.ts';
import { ensureSampleTenants, fillSampleTenants } from '../samples/samples.service.ts';
import { readDocumentation } from '../search/documentation.ts';
import { reindexTenants } from '../search/search-index.service.ts';
import { createSessionSlice } from '../sessions/sessions.slice.ts';
import { cannotListen, checkAddress } from './address.ts';
import { openApplicationDatabase } from './application-database.ts';
import { assemble, type Assembly } from './assemble.ts';
import { Closing } from './closing.ts';
import type { Config } from './config.ts';
import { openDataDirectory } from './data-directory.ts';
import { createMetrics } from './http-metrics.ts';
import { localRoute, signInWith } from './identity-source.ts';
import { installationSecret, warehouseReach } from './warehouse-reach.ts';
import { DEMO_SUITE, DOCS, ENGINE_ENTRIES, PORTAL, SAMPLES, VERSION } from './places.ts';

const DRAIN_MS = 30_000;

export interface PortalServer {
  /** The identities of the embedded provider, where that is in use. */
  readonly identities: readonly { readonly email: string }[];
  /** Stops accepting, lets requests end for at most 30 s, then closes everything; answers the errors met. */
  close(): Promise<unknown[]>;
}

export interface PortalServerOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly onProgress: (step: string) => void;
  /** Aborted when the start shall not go on. */
  readonly signal: AbortSignal;
}

/**
 * The composition root: starts everything in order and answers when requests are answered. What was started is
 * closed again where a step fails. Throws a `Refusal` for what the operator can mend.
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

async function start(
  { config, log, onProgress, signal }: PortalServerOptions,
  closing: Closing,
): Promise<PortalServer> {
  const data = await openDataDirectory(config.dataDirectory);
  closing.add(() => data.release());
  await checkAddress(config.host, config.port);

  onProgress('Starting the database');
  const onLost = (reason: string) => log.error({ reason }, 'database lost');
  const postgres = await openApplicationDatabase(config, data, { onProgress, onLost });
  closing.add(() => postgres.stop());
  signal.throwIfAborted();
  const database = openDatabase({
    connection: postgres.connection,
    onError: ({ message }) => log.warn({ reason: message }, 'connection lost'),
  });
  closing.add(() => database.close());

  const { warehouse } = config;
  const secret = await installationSecret(config, data);
  const reach = warehouseReach(config, secret);
  const engine = createEngine({
    ...ENGINE_ENTRIES,
    maxProcesses: warehouse.maxProcesses,
    slots: warehouse.queries,
    queueLength: warehouse.queue,
    memoryMb: warehouse.memoryMb,
    deadlineMs: warehouse.deadlineMs,
    cacheBytes: warehouse.cacheMb * 1024 * 1024,
    lookup: reach.hosts.lookup,
  });
  closing.add(() => engine.close());

  const source = await signInWith(config, secret, database, log);
  const features = { chatbot: config.assistant, insights: false };
  const sessions = createSessionSlice({
    database,
    key: deriveKey(secret, 'session tokens'),
    publicUrl: config.publicUrl,
    features: { ...features, chat: config.portal.chat },
    oidc: source.oidc,
    route: localRoute(config),
  });
  const mail = openMail({ ...config, database, log });
  if (mail) closing.add(() => mail.close());
  let serving = false;
  const assembly = await assemble({
    database,
    engine,
    sessions: sessions.sessions,
    pages: [sessions.pages],
    provider: source.embedded,
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    requestsPerMinute: config.requestsPerMinute,
    contactPerHour: config.contactPerHour,
    addressKey: deriveKey(secret, 'addresses'),
    mail,
    portalDirectory: PORTAL,
    demoDirectory: config.portal.demoSuite ? DEMO_SUITE : null,
    warehouseDirectory: await data.folder('warehouse'),
    warehouseReach: reach,
    features,
    languageModel:
      config.llm &&
      languageModel({ ...config.llm, onFailure: (reason) => log.warn({ reason }, 'no answer of the language model') }),
    questionsPerMinute: config.questionsPerMinute,
    portal: config.portal,
    documentation: await readDocumentation(DOCS),
    ready: async () => serving && (await answers(database)),
    version: VERSION,
    log,
    metrics: createMetrics(),
  });
  if (source.embedded !== null) {
    const { warehouses, reports } = assembly;
    const tenants = await ensureSampleTenants(database);
    await seedDemoAccounts(database, source.oidc.issuer, source.embedded.identities);
    await fillSampleTenants({ database, warehouses, reports, directory: SAMPLES, onProgress }, tenants);
  }
  await reindexTenants(database, [assembly.warehouses, assembly.reports]);
  signal.throwIfAborted();

  await listen(assembly, config);
  closing.add(() => drain(assembly));
  serving = true;
  return {
    identities: source.embedded?.identities ?? [],
    close() {
      serving = false;
      return closing.run();
    },
  };
}

async function listen({ app }: Assembly, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw cannotListen(error, host, port);
  }
}

/** Lets requests end that were accepted; connections that are still open after the time are cut. */
async function drain({ app }: Assembly): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  await app.close();
  clearTimeout(cut);
}

async function answers(database: Database): Promise<boolean> {
  await database.withGlobal(SYSTEM, (tx) => tx.first`SELECT 1`);
  return true;
}
