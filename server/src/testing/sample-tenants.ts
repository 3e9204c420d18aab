import { randomBytes } from 'node:crypto';
import { createEngine } from '@rise/engine';
import { pino } from 'pino';
import { toFailure } from '../host/http-failure.ts';
import { SAMPLES } from '../host/places.ts';
import type { Database } from '../kernel/database.ts';
import { createHostAllowance } from '../kernel/host-allowance.ts';
import { createQueries } from '../query/query.service.ts';
import { createReports } from '../reports/reports.service.ts';
import { ensureSampleTenants, fillSampleTenants } from '../samples/samples.service.ts';
import { reindexTenants } from '../search/search-index.service.ts';
import { createConnections } from '../warehouse/connections.service.ts';
import { createWarehouses } from '../warehouse/warehouse.service.ts';

/** Makes both sample tenants whole, as the first start of the demo does. */
export async function loadSampleTenants(database: Database, warehouseDirectory: string): Promise<void> {
  const engine = createEngine();
  try {
    const connections = createConnections({ key: randomBytes(32), hosts: createHostAllowance([]) });
    const warehouses = createWarehouses({ database, engine, directory: warehouseDirectory, connections });
    const log = pino({ level: 'silent' });
    const queries = createQueries({ engine, warehouses, toFailure, log });
    const reports = createReports({ database, warehouses, queries, toFailure, log });
    const made = await ensureSampleTenants(database);
    await fillSampleTenants({ database, warehouses, reports, directory: SAMPLES, onProgress: () => undefined }, made);
    await reindexTenants(database, [warehouses, reports]);
  } finally {
    await engine.close();
  }
}
