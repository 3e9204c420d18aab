import { join } from 'node:path';
import { createEngine } from '@rise/engine';
import { pino } from 'pino';
import type { Database } from '../kernel/database.ts';
import { Refusal } from '../kernel/refusal.ts';
import { createQueries } from '../query/query.service.ts';
import { createReports } from '../reports/reports.service.ts';
import { createSampleTenant, type SampleChoice } from '../samples/samples.service.ts';
import { ensureTenant } from '../tenants/tenants.service.ts';
import { createWarehouses } from '../warehouse/warehouse.service.ts';
import { toFailure } from './http-failure.ts';
import { ENGINE_ENTRIES, SAMPLES } from './places.ts';

export interface TenantWish {
  readonly slug: string;
  readonly name: string;
  /** Null: an empty tenant. */
  readonly sample: SampleChoice | null;
}

/** Makes a tenant, empty or with a shipped sample. Throws a `Refusal` for a slug in use or a sample that there is not. */
export async function makeTenant(
  database: Database,
  dataDirectory: string,
  { slug, name, sample }: TenantWish,
  onProgress: (message: string) => void,
): Promise<void> {
  if (sample === null) {
    const { created } = await ensureTenant(database, { slug, name });
    if (!created) throw new Refusal(`a tenant with the slug '${slug}' is there already; choose another slug`);
    return;
  }
  const engine = createEngine(ENGINE_ENTRIES);
  try {
    const warehouses = createWarehouses({ database, engine, directory: join(dataDirectory, 'warehouse') });
    const queries = createQueries({ engine, warehouses });
    const reports = createReports({ database, warehouses, queries, toFailure, log: pino({ level: 'silent' }) });
    const samples = { database, warehouses, reports, directory: SAMPLES, onProgress };
    await createSampleTenant(samples, { slug, name }, sample);
  } finally {
    await engine.close();
  }
}
