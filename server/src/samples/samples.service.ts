import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { systemIn } from '../kernel/actor.ts';
import type { Database } from '../kernel/database.ts';
import type { ReportService } from '../reports/reports.service.ts';
import { ensureTenant, type Tenant } from '../tenants/tenants.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';

/** `sample.yaml`: what a sample ships and how its tables are loaded. */
const sampleManifest = z.strictObject({
  title: z.string(),
  sortKey: z.string(),
  asOf: z.strictObject({ table: z.string(), column: z.string() }),
  tables: z.array(z.strictObject({ table: z.string(), file: z.string() })).min(1),
});

/** The tenants that a portal starts with when nothing else is configured, and the member each one's reports open with. */
const SAMPLE_TENANTS = [
  { slug: 'alder', name: 'Alder Credit Union', homeMember: '24405' },
  { slug: 'birch', name: 'Birch Credit Union', homeMember: '17990' },
] as const;

export interface SampleOptions {
  database: Database;
  warehouses: WarehouseService;
  reports: ReportService;
  /** Folder of the sample: sample.yaml, model.yaml, reports/, tables. */
  directory: string;
  onProgress: (message: string) => void;
}

/** Makes the sample tenants whole: model, warehouse version 1, template reports. What is there already stays. */
export async function ensureSampleTenants(options: SampleOptions): Promise<Tenant[]> {
  const tenants: Tenant[] = [];
  for (const sample of SAMPLE_TENANTS) {
    const { tenant } = await ensureTenant(options.database, sample);
    await fillTenant(options, tenant);
    tenants.push(tenant);
  }
  return tenants;
}

async function fillTenant(options: SampleOptions, tenant: Tenant): Promise<void> {
  const { warehouses, reports, directory } = options;
  const actor = systemIn(tenant.id);
  await warehouses.removeUnfinished(tenant.id);
  const modelText = await readFile(join(directory, 'model.yaml'), 'utf8');
  await warehouses.ensureModel(actor, modelText, 'samples/model.yaml');
  if (!(await warehouses.find(actor))) {
    const manifest = sampleManifest.parse(parse(await readFile(join(directory, 'sample.yaml'), 'utf8')));
    options.onProgress(`Loading ${manifest.title} for ${tenant.name}`);
    await warehouses.load(actor, { ...manifest, sourceDir: directory });
  }
  for (const file of (await readdir(join(directory, 'reports'))).toSorted()) {
    await reports.putTemplate(
      actor,
      file.replace(/\.yaml$/, ''),
      await readFile(join(directory, 'reports', file), 'utf8'),
    );
  }
}
