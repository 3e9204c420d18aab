import type { Engine } from '@rise/engine';
import type { Logger } from 'pino';
import type { Database } from '../kernel/database/database.ts';
import { UploadService } from '../uploads/uploads.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import { engineInspector } from './file-inspector.ts';
import { FileImports } from './file-imports.service.ts';
import { ImportRunner, type ImportRunnerOptions } from './import-runner.service.ts';
import { ImportStore } from './import-store.ts';
import { ImportService } from './imports.service.ts';

export interface ImportOptions {
  readonly database: Database;
  readonly engine: Engine;
  readonly warehouses: WarehouseService;
  /** Folder of the data versions, with one folder per tenant. */
  readonly warehouseDirectory: string;
  /** Folder of uploaded files, with one folder per tenant. */
  readonly uploadDirectory: string;
  /** Folder of rejected rows, with one folder per tenant. */
  readonly rejectDirectory: string;
  /** Bytes that one tenant's uploads may take up. */
  readonly uploadStorageBytes: number;
  readonly log: Logger;
  readonly onLoaded?: ImportRunnerOptions['onLoaded'];
}

export interface Imports {
  readonly uploads: UploadService;
  readonly runner: ImportRunner;
  readonly imports: ImportService;
  readonly files: FileImports;
}

/** The services of imports, the same for the server and for a command. */
export function createImports(options: ImportOptions): Imports {
  const { database, engine, warehouseDirectory, uploadDirectory, uploadStorageBytes } = options;
  const uploads = new UploadService({
    database,
    warehouseDirectory,
    directory: uploadDirectory,
    storageBytes: uploadStorageBytes,
  });
  const store = new ImportStore({ ...options, uploads });
  const runner = new ImportRunner({ ...options, uploads, store });
  const imports = new ImportService({ database, uploads, store, runner, inspector: engineInspector(engine) });
  return { uploads, runner, imports, files: new FileImports({ uploads, imports }) };
}
