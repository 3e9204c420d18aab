import { SYSTEM } from '../kernel/actor.ts';
import { writeRecord } from '../kernel/audit.ts';
import type { Database } from '../kernel/database/database.ts';
import * as sql from './tenant-deletion.sql.ts';

export type { DeletedTenant } from './tenant-deletion.sql.ts';

/**
 * After a restore: tenants that were deleted since the backup are suspended, and their deletion is due at once. Returns
 * them. Those that the backup does not have stay known as deleted.
 */
export function repeatDeletions(
  database: Database,
  deletions: readonly sql.DeletedTenant[],
): Promise<{ id: string; slug: string; name: string }[]> {
  return database.withGlobal(SYSTEM, async (tx) => {
    await sql.rememberDeleted(tx, deletions);
    const found = await sql.deleteAgain(tx, deletions);
    for (const { id } of found) {
      const details = {
        before: { deletionScheduled: false },
        after: { deletionScheduled: true, days: 0 },
        reason: 'restore',
      };
      const entry = { action: 'tenant.schedule-deletion', outcome: 'done', target: id, details } as const;
      await writeRecord(tx, SYSTEM, entry);
      await writeRecord(tx, { ...SYSTEM, tenantId: id }, entry);
    }
    return found;
  });
}
