import { SYSTEM } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';

/** Adds so many members to a tenant, as their identity provider would claim them. */
export async function plantPeople(database: Database, tenant: string, count: number): Promise<void> {
  await database.withGlobal(SYSTEM, async (tx) => {
    await tx.run`
      INSERT INTO account (issuer, subject, email, first_name, last_name, roles, groups)
      SELECT 'https://planted.example', 'planted ' || n, 'planted.' || n || '@alder.example', 'Planted',
             'Person ' || lpad(n::text, 6, '0'), '{tenant.user}', ARRAY['branch-' || n % 500]
        FROM generate_series(1, ${count}::integer) AS n`;
    await tx.run`
      INSERT INTO tenant_user (tenant_id, account_id, sources)
      SELECT ${tenant}, id, '{claim}' FROM account WHERE issuer = 'https://planted.example'`;
  });
}
