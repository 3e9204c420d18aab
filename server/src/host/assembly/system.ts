import type { AssemblyOptions } from './assembly-options.ts';

/** What the state of the installation is read from. */
export function systemOptions(options: AssemblyOptions) {
  const { database, engine, metrics, version, log, mail, warehouseDirectory, uploadDirectory, audit } = options;
  return {
    database,
    version,
    log,
    mail,
    directories: [warehouseDirectory, uploadDirectory, audit.directory],
    queriesNow: () => engine.stats().queries,
    requests: metrics.recentRequests,
    queries: metrics.recentQueries,
  };
}
