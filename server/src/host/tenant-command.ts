import { pino } from 'pino';
import type { Database } from '../kernel/database.ts';
import { Refusal } from '../kernel/refusal.ts';
import { createQueries } from '../query/query.service.ts';
import { createReports } from '../reports/reports.service.ts';
import { createSampleTenant, type SampleChoice } from '../samples/samples.service.ts';
import { ensureTenant } from '../tenants/tenants.service.ts';
import type { Config } from './config.ts';
import { toFailure } from './http-failure.ts';
import { openEngine, openWarehouses } from './warehouse-command.ts';
import { SAMPLES } from './places.ts';

export interface TenantWish {
  readonly slug: string;
  readonly name: string;
  /** Null: an empty tenant. */
  readonly sample: SampleChoice | null;
}

/** Makes a tenant, empty or with a shipped sample. Throws a `Refusal` for a slug in use or a sample that there is not. */
export async function makeTenant(
  database: Database,
  config: Config,
  { slug, name, sample }: TenantWish,
  onProgress: (message: string) => void,
): Promise<void> {
  if (sample === null) {
    const { created } = await ensureTenant(database, { slug, name });
    if (!created) throw new Refusal(`a tenant with the slug '${slug}' is there already; choose another slug`);
    return;
  }
  const engine = openEngine(config);
  try {
    const { warehouses } = await openWarehouses(config, database, engine);
    const log = pino({ level: 'silent' });
    const queries = createQueries({ engine, warehouses, toFailure, log });
    const reports = createReports({ database, warehouses, queries, toFailure, log });
    const samples = { database, warehouses, reports, directory: SAMPLES, onProgress };
    await createSampleTenant(samples, { slug, name }, sample);
  } finally {
    await engine.close();
  }
}
