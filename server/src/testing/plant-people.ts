import { SYSTEM } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';

/** Each becomes an entry of the search, too, and a statement has a time limit. */
const AT_A_TIME = 500;

/** Adds so many members to a tenant, as their identity provider would claim them. */
export async function plantPeople(database: Database, tenant: string, count: number): Promise<void> {
  for (let from = 1; from <= count; from += AT_A_TIME) {
    const to = Math.min(count, from + AT_A_TIME - 1);
    await database.withGlobal(
      SYSTEM,
      (tx) => tx.run`
      WITH planted AS (
        INSERT INTO account (issuer, subject, email, first_name, last_name, claimed_roles, groups)
        SELECT 'https://planted.example', 'planted ' || n, 'planted.' || n || '@alder.example', 'Planted',
               'Person ' || lpad(n::text, 6, '0'), '{tenant.user}', ARRAY['branch-' || n % 500]
          FROM generate_series(${from}::integer, ${to}::integer) AS n RETURNING id)
      INSERT INTO tenant_user (tenant_id, account_id, sources) SELECT ${tenant}, id, '{claim}' FROM planted`,
    );
  }
}
