import { createTenant } from '../command-line/operations/tenants.ts';
import { withDatabase } from '../command-line/command-context.ts';

/**
 * Creates a tenant, named as its sample, from a folder of samples that are not shipped: `plant-sample.ts <folder>
 * <sample>`. For measurements; the data directory is RISE_DATA.
 */
const [directory, sample] = process.argv.slice(2) as [string, string];
await withDatabase((context) => createTenant(context, { slug: sample, name: sample, sample: { sample }, directory }));
