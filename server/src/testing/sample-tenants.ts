import { randomBytes } from 'node:crypto';
import { Engine } from '@rise/engine';
import { pino } from 'pino';
import { toUserError } from '../host/http/error-response.ts';
import { SAMPLES } from '../host/config/paths.ts';
import type { Database } from '../kernel/database/database.ts';
import { HostAllowance } from '../kernel/security/host-allowance.ts';
import { QueryService } from '../query/query.service.ts';
import { ReportService } from '../reports/reports.service.ts';
import { ensureSampleTenants, fillSampleTenants } from '../samples/samples.service.ts';
import { reindexTenants } from '../search/search-index.service.ts';
import { ConnectionStore } from '../warehouse/connection-store.service.ts';
import { WarehouseService } from '../warehouse/warehouse.service.ts';

/** Creates both sample tenants completely, as the first start of the demo does. */
export async function loadSampleTenants(database: Database, warehouseDirectory: string): Promise<void> {
  const engine = new Engine();
  try {
    const connections = new ConnectionStore({ key: randomBytes(32), hosts: new HostAllowance([]) });
    const warehouses = new WarehouseService({ database, engine, directory: warehouseDirectory, connections });
    const log = pino({ level: 'silent' });
    const queries = new QueryService({ engine, warehouses, toUserError, log });
    const reports = new ReportService({ database, warehouses, queries, toUserError, log });
    const rows = await ensureSampleTenants(database);
    await fillSampleTenants({ database, warehouses, reports, directory: SAMPLES, onProgress: () => undefined }, rows);
    await reindexTenants(database, [warehouses, reports]);
  } finally {
    await engine.close();
  }
}
