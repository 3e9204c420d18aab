import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { templateWorkspace } from '@rise/contract';
import { schemaIssues, schemaMessage, type LoadTable } from '@rise/engine';
import { parse } from 'yaml';
import { z } from 'zod';
import { systemIn, type TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { OperatorError } from '../kernel/errors/operator-error.ts';
import { ModelService } from '../models/models.service.ts';
import { TemplateService } from '../models/templates.service.ts';
import type { ReportService, ReportTemplate } from '../reports/reports.service.ts';
import { ensureTenant, type NewTenant, type Tenant } from '../tenants/tenants.service.ts';
import { isUnavailable } from '../warehouse/unavailable.ts';
import type { LoadSource, WarehouseService } from '../warehouse/warehouse.service.ts';

const tableOfSample = z.union([
  z.strictObject({ table: z.string(), file: z.string() }),
  /** Several files, or all Parquet files of a folder, united by the names of their columns. */
  z.strictObject({ table: z.string(), files: z.array(z.string()).min(1) }),
  z.strictObject({ table: z.string(), folder: z.string() }),
  /** Number of rows to generate on loading. */
  z.strictObject({ table: z.string(), select: z.string() }),
]);

/** `sample.yaml`: what a sample contains and how its tables are loaded. */
const sampleManifest = z.strictObject({
  title: z.string(),
  sortKey: z.string(),
  asOf: z.strictObject({ table: z.string(), column: z.string() }),
  /** Default number of rows of a generated sample. */
  rows: z.int().positive().optional(),
  /** The workspace that its reports are in, those of the folder `reports`; none without it. */
  workspace: templateWorkspace.optional(),
  tables: z.array(tableOfSample).min(1),
});

const CALL_REPORT = 'ncua-2025q4';

/** The tenants that a portal starts with by default, and the member that each one's reports open with. */
const SAMPLE_TENANTS = [
  { slug: 'alder', name: 'Alder Credit Union', homeMember: '24405' },
  { slug: 'birch', name: 'Birch Credit Union', homeMember: '17990' },
] as const;

/** They are there to be tried: who runs them enters without asking. */
const OPEN = { supportAccess: 'always' } as const;

export interface SampleOptions {
  database: Database;
  warehouses: WarehouseService;
  reports: Pick<ReportService, 'putTemplate'>;
  /** Folder of the samples, with one folder each: sample.yaml, model.yaml, reports/, tables. */
  directory: string;
  onProgress: (message: string) => void;
}

export interface SampleChoice {
  /** Name of the sample's folder. */
  sample: string;
  /** Number of rows to generate, for a generated sample. */
  rows?: number | undefined;
}

/** Creates the sample tenants, still empty, so that people can belong to them while the data loads. */
export async function ensureSampleTenants(database: Database): Promise<Tenant[]> {
  const tenants: Tenant[] = [];
  for (const sample of SAMPLE_TENANTS) tenants.push((await ensureTenant(database, { ...sample, ...OPEN })).tenant);
  return tenants;
}

/** Completes sample tenants: model, warehouse version 1, template reports. Existing content is unchanged. */
export async function fillSampleTenants(options: SampleOptions, tenants: readonly Tenant[]): Promise<void> {
  // Servers that start together would all load them.
  const lease = await options.database.takeLease({ name: 'samples', waiting: new AbortController().signal });
  try {
    for (const tenant of tenants) await fillTenant(options, tenant, { sample: CALL_REPORT });
  } finally {
    await lease!.release();
  }
}

/** Creates a tenant with one of the shipped samples. Throws an `OperatorError` for an unknown sample or a slug in use. */
export async function createSampleTenant(
  options: SampleOptions,
  newTenant: NewTenant,
  choice: SampleChoice,
): Promise<Tenant> {
  // Read first, so that a wrong name leaves nothing behind.
  await readSample(options.directory, choice);
  const { tenant, created } = await ensureTenant(options.database, { ...newTenant, ...OPEN });
  if (!created)
    throw new OperatorError(`a tenant with the slug '${newTenant.slug}' is there already; choose another slug`);
  await fillTenant(options, tenant, choice);
  return tenant;
}

async function fillTenant(options: SampleOptions, tenant: Tenant, choice: SampleChoice): Promise<void> {
  const { warehouses, reports } = options;
  const actor = systemIn(tenant.id);
  const { folder, source } = await readSample(options.directory, choice);
  await warehouses.removeUnfinished(tenant.id);
  const text = await readFile(join(folder, 'model.yaml'), 'utf8');
  const hasData = await ifAvailable(async () => {
    await followTemplate(options, actor, text);
    return (await options.database.withTenant(actor, (tx) => warehouses.find(tx))) !== null;
  });
  if (hasData === 'unavailable') {
    options.onProgress(
      `The warehouse of ${tenant.name} cannot be reached: its sample model stays as it is until the next start`,
    );
  } else if (!hasData) {
    options.onProgress(`Loading ${source.title} for ${tenant.name}`);
    await warehouses.load(actor, { ...source, record: { loadedBy: null, origin: 'sample' } }, options.onProgress);
  }
  const { workspace } = await readManifest(join(folder, 'sample.yaml'));
  if (workspace)
    await reports.putTemplate(actor, { name: basename(folder), workspace, reports: await reportFiles(folder) });
}

/** 'unavailable' where the tenant's rows cannot be read: a tenant that has connected a server of its own has them there. */
async function ifAvailable<T>(task: () => Promise<T>): Promise<T | 'unavailable'> {
  try {
    return await task();
  } catch (error) {
    if (isUnavailable(error)) return 'unavailable';
    throw error;
  }
}

/** Stores the sample's model as a template and extends it for the tenant, unless the tenant has a model. */
async function followTemplate({ database, warehouses }: SampleOptions, actor: TenantActor, text: string) {
  const models = new ModelService({ database, warehouses });
  const file = 'samples/model.yaml';
  const { template } = await new TemplateService({ database, models }).put({
    document: text,
    file,
    message: '',
    origin: 'sample',
    author: null,
  });
  const [newest] = await models.versions(actor);
  if (newest && (newest.origin !== 'sample' || newest.template?.name === template.name)) return;
  await warehouses.ensureModel(actor, extending(template.name), file);
}

const extending = (name: string) => `# Everything below changes the template or adds to it; see docs/model/templates.md.
extends: ${name}
`;

async function readSample(
  directory: string,
  { sample, rows }: SampleChoice,
): Promise<{ folder: string; source: LoadSource }> {
  const names = (await readdir(directory, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  if (!names.some(({ name }) => name === sample)) {
    const known = names.map(({ name }) => name).toSorted();
    throw new OperatorError(`there is no sample '${sample}'; choose ${known.join(' or ')}`);
  }
  const folder = join(directory, sample);
  const { rows: usual, tables, workspace: _, ...manifest } = await readManifest(join(folder, 'sample.yaml'));
  if (rows !== undefined && usual === undefined)
    throw new OperatorError(`the sample '${sample}' has the rows it ships; leave out the number of rows`);
  const requested = rows ?? usual ?? 0;
  return {
    folder,
    source: {
      ...manifest,
      sourceDir: folder,
      tables: await Promise.all(tables.map((table) => toLoad(folder, table, requested))),
    },
  };
}

/** A table as the engine loads it. Throws an `OperatorError` for a folder without Parquet files. */
async function toLoad(directory: string, table: z.infer<typeof tableOfSample>, rows: number): Promise<LoadTable> {
  if ('select' in table) return { ...table, rows };
  if (!('folder' in table)) return table;
  const names = await readdir(join(directory, table.folder)).catch(() => []);
  const files = names.filter((name) => name.endsWith('.parquet')).toSorted();
  if (files.length === 0)
    throw new OperatorError(
      `the folder '${table.folder}' of the table '${table.table}' has no Parquet files; add some`,
    );
  return { table: table.table, files: files.map((name) => join(table.folder, name)) };
}

async function reportFiles(folder: string): Promise<ReportTemplate['reports']> {
  const files = (await readdir(join(folder, 'reports'))).toSorted();
  return Promise.all(
    files.map(async (file) => ({
      name: basename(file, '.yaml'),
      yaml: await readFile(join(folder, 'reports', file), 'utf8'),
    })),
  );
}

/** Throws an `OperatorError` with a line for each issue of the file. */
async function readManifest(file: string): Promise<z.infer<typeof sampleManifest>> {
  const parsed = sampleManifest.safeParse(parse(await readFile(file, 'utf8')), { error: schemaMessage });
  if (parsed.success) return parsed.data;
  throw new OperatorError(
    schemaIssues(parsed.error).map(({ path, message }) => `${file}: ${path.join('.') || 'the file'}: ${message}`),
  );
}
