import { notify } from '../inbox/inbox.service.ts';
import { systemIn } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { joinRequestNotification } from './domain-notices.rules.ts';
import { listAdministrators } from './domains.sql.ts';

/** Notifies those who administer a tenant that someone asks to join. */
export async function notifyOfJoinRequest(database: Database, tenantId: string, email: string): Promise<void> {
  await database.withTenant(systemIn(tenantId), async (tx) =>
    notify(tx, await listAdministrators(tx), joinRequestNotification(email)),
  );
}
