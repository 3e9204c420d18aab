import { join } from 'node:path';
import type { Engine } from '@rise/engine';
import type { Logger } from 'pino';
import type { Imports } from '../imports/create-imports.ts';
import type { Database } from '../kernel/database/database.ts';
import type { ConnectionStore, ConnectionStoreOptions } from '../warehouse/connection-store.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import { CopyRunner } from './copy-runner.service.ts';
import { CopyService } from './copies.service.ts';
import { CopySourceService } from './copy-sources.service.ts';
import { QueryCopyService } from './query-copies.service.ts';

/** How often copies are looked at that may be due. */
const SCAN_MS = 15_000;

export interface CopyOptions {
  readonly database: Database;
  readonly engine: Engine;
  readonly warehouses: WarehouseService;
  readonly connections: ConnectionStore;
  /** Folder of uploaded files; rows on their way are in one of its folders. */
  readonly uploadDirectory: string;
  readonly warehouseReach: Pick<ConnectionStoreOptions, 'hosts'>;
  /** How often copies are looked at that may be due, if not every 15 seconds. */
  readonly copyScanMs?: number;
  /** Authority that signs the certificates of files’ servers; left out: public ones. */
  readonly fileAuthority?: string;
  readonly log: Logger;
}

/** The services of copies. */
export function createCopies(options: CopyOptions, { imports, files, uploads }: Imports) {
  const { database, uploadDirectory, warehouseReach, copyScanMs = SCAN_MS } = options;
  const sources = new CopySourceService(options);
  const queries = new QueryCopyService(options);
  const runner = new CopyRunner({
    ...options,
    sources,
    queries,
    imports,
    files,
    uploads,
    directory: join(uploadDirectory, 'copies'),
    lookup: warehouseReach.hosts.lookup,
    scanMs: copyScanMs,
  });
  return { sources, queries, runner, copies: new CopyService({ database, sources, queries, imports, runner }) };
}
