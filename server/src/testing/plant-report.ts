import { readFile } from 'node:fs/promises';
import { reportDocument } from '@rise/contract';
import { parse } from 'yaml';
import { borrowApplicationDatabase } from '../host/postgres/application-database.ts';
import { loadConfig } from '../host/config/config.ts';
import { ROOT } from '../host/config/paths.ts';
import { systemIn } from '../kernel/actor.ts';
import { Database } from '../kernel/database/database.ts';
import { ensureTenant } from '../tenants/tenants.service.ts';
import { putReport } from './put-report.ts';

/**
 * Adds a report to a tenant that is not from a sample: `plant-report.ts <slug> <file.yaml>`. For measurements; the data
 * directory is RISE_DATA.
 */
const [slug, file] = process.argv.slice(2) as [string, string];
const document = reportDocument.parse(parse(await readFile(file, 'utf8')));
const postgres = await borrowApplicationDatabase(loadConfig(process.env, ROOT));
const database = new Database({ connection: { ...postgres.connection, max: 1 } });
try {
  const { tenant } = await ensureTenant(database, { slug, name: slug, supportAccess: 'always' });
  await database.withTenant(systemIn(tenant.id), (tx) => putReport(tx, document));
} finally {
  await database.close();
  await postgres.stop();
}
