import { DeletionFile } from '../../tenants/deletion-file.ts';
import { TenantDeletionJob } from '../../tenants/tenant-deletion-job.service.ts';
import type { ConnectionStore } from '../../warehouse/connection-store.service.ts';
import { WarehouseService } from '../../warehouse/warehouse.service.ts';
import type { AssemblyOptions } from './assembly-options.ts';

/** The tenants’ warehouses over their files. */
export function createWarehouses(options: AssemblyOptions, connections: ConnectionStore): WarehouseService {
  const { database, engine, warehouseDirectory: directory, isShared = false } = options;
  return new WarehouseService({ database, engine, directory, isShared, connections });
}

/** Deletes tenants whose time has come, with all of their files. */
export function createDeletions(options: AssemblyOptions, warehouses: WarehouseService): TenantDeletionJob {
  const { database, engine, log, warehouseDirectory, uploadDirectory, rejectDirectory, inboxDirectory } = options;
  const byId = [warehouseDirectory, uploadDirectory, rejectDirectory];
  const releaseFile = (file: string) => engine.versions.release(file);
  const forget = (tenantId: string) => warehouses.forget(tenantId);
  const directories = { byId, bySlug: inboxDirectory };
  const deletions = new DeletionFile(options.audit.directory);
  return new TenantDeletionJob({ database, directories, releaseFile, forget, deletions, log });
}
