import { readFile } from 'node:fs/promises';
import { reportDocument } from '@rise/contract';
import { parse } from 'yaml';
import { borrowApplicationDatabase } from '../host/application-database.ts';
import { loadConfig } from '../host/config.ts';
import { ROOT } from '../host/places.ts';
import { systemIn } from '../kernel/actor.ts';
import { openDatabase } from '../kernel/database.ts';
import { putTemplateReport } from '../reports/reports.sql.ts';
import { ensureTenant } from '../tenants/tenants.service.ts';

/** Gives a tenant a report that is no sample's: `plant-report.ts <slug> <file.yaml>`. For measurements; the data directory is RISE_DATA. */
const [slug, file] = process.argv.slice(2) as [string, string];
const document = reportDocument.parse(parse(await readFile(file, 'utf8')));
const postgres = await borrowApplicationDatabase(loadConfig(process.env, ROOT));
const database = openDatabase({ connection: { ...postgres.connection, max: 1 } });
try {
  const { tenant } = await ensureTenant(database, { slug, name: slug });
  await database.withTenant(systemIn(tenant.id), (tx) => putTemplateReport(tx, 'planted', document));
} finally {
  await database.close();
  await postgres.stop();
}
