import { pino } from 'pino';
import { OperatorError } from '../../kernel/errors/operator-error.ts';
import { QueryService } from '../../query/query.service.ts';
import { ReportService } from '../../reports/reports.service.ts';
import { createSampleTenant, type SampleChoice } from '../../samples/samples.service.ts';
import { reindexTenants } from '../../search/search-index.service.ts';
import { ensureTenant } from '../../tenants/tenants.service.ts';
import { toUserError } from '../../host/http/error-response.ts';
import { withWarehouses, type CommandContext, type OpenWarehouses } from '../command-context.ts';
import { SAMPLES } from '../../host/config/paths.ts';

export interface NewTenant {
  readonly slug: string;
  readonly name: string;
  /** Null: an empty tenant. */
  readonly sample: SampleChoice | null;
  /** The folder of samples; that of the shipped ones if omitted. */
  readonly directory?: string;
}

/** Creates a tenant, empty or with a shipped sample. Throws an `OperatorError` for a slug in use or an unknown sample. */
export async function createTenant(
  context: CommandContext,
  { slug, name, sample, directory = SAMPLES }: NewTenant,
): Promise<void> {
  const { database, say } = context;
  if (sample === null) {
    const { created } = await ensureTenant(database, { slug, name });
    if (!created) throw new OperatorError(`a tenant with the slug '${slug}' already exists; choose another slug`);
    return;
  }
  await withWarehouses(context, async (open) => {
    const { warehouses } = open;
    const reports = reportsOf(context, open);
    const samples = { database, warehouses, reports, directory, onProgress: say };
    await createSampleTenant(samples, { slug, name }, sample);
  });
}

/** Fills the search of tenants that have none yet, as a server does when it starts. */
export async function indexNewTenants(context: CommandContext): Promise<void> {
  await withWarehouses(context, (open) =>
    reindexTenants(context.database, [open.warehouses, reportsOf(context, open)]),
  );
}

function reportsOf({ database }: CommandContext, { warehouses, engine }: OpenWarehouses): ReportService {
  const log = pino({ level: 'silent' });
  const queries = new QueryService({ engine, warehouses, toUserError, log });
  return new ReportService({ database, warehouses, queries, toUserError, log });
}
