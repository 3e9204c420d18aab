import { SYSTEM } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';

/** Lets a session of someone above the tenants be in one for support; nothing for its members. */
export async function plantVisit(
  database: Database,
  { accountId, sessionId, tenantId }: { accountId: string; sessionId: string; tenantId: string },
): Promise<void> {
  await database.withGlobal(
    SYSTEM,
    (tx) => tx.run`
      INSERT INTO support_visit (tenant_id, account_id, person, email, reason, minutes, allowed_at, session_id, entered_at, ends_at)
      SELECT ${tenantId}, id, first_name, email, 'Planted for a test', 240, now(), ${sessionId}, now(), now() + interval '4 hours'
        FROM account WHERE id = ${accountId} AND roles && ARRAY['global.support', 'global.admin']
         AND NOT EXISTS (SELECT FROM tenant_user u WHERE u.tenant_id = ${tenantId} AND u.account_id = account.id)`,
  );
}
