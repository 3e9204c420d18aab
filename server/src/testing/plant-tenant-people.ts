import { loadConfig } from '../host/config/config.ts';
import { ROOT } from '../host/config/paths.ts';
import { borrowApplicationDatabase } from '../host/postgres/application-database.ts';
import { SYSTEM } from '../kernel/actor.ts';
import { Database } from '../kernel/database/database.ts';
import { ensureTenant } from '../tenants/tenants.service.ts';
import { plantPeople } from './plant-people.ts';

/**
 * Adds members to a tenant until it has so many, and makes someone its administrator:
 * `plant-tenant-people.ts <slug> <count> <email>`. For measurements; the data directory is RISE_DATA.
 */
const [slug, count, email] = process.argv.slice(2) as [string, string, string];
const postgres = await borrowApplicationDatabase(loadConfig(process.env, ROOT));
const database = new Database({ connection: { ...postgres.connection, max: 1 } });
try {
  const { tenant } = await ensureTenant(database, { slug, name: slug, supportAccess: 'always' });
  const row = await database.withGlobal(
    SYSTEM,
    (tx) =>
      tx.first<{
        members: number;
      }>`SELECT count(*)::integer AS members FROM tenant_user WHERE tenant_id = ${tenant.id}`,
  );
  if (row!.members < Number(count)) await plantPeople(database, tenant.id, Number(count));
  await database.withGlobal(
    SYSTEM,
    (tx) => tx.run`
    INSERT INTO tenant_user (tenant_id, account_id, sources, given_roles)
    SELECT ${tenant.id}, id, '{rise}', '{tenant.admin}' FROM account WHERE email = ${email} ON CONFLICT DO NOTHING`,
  );
} finally {
  await database.close();
  await postgres.stop();
}
