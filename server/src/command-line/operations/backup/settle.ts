import { join } from 'node:path';
import { systemIn } from '../../../kernel/actor.ts';
import { forgetSignIns } from '../../../identity/forget-sign-ins.ts';
import { forgetSecret } from '../../../installation/installation-secret.service.ts';
import type { Database } from '../../../kernel/database/database.ts';
import { stopUnsentMail, type StoppedMail } from '../../../mail/outbox.service.ts';
import { dropPendingNotices } from '../../../report-alerts/restored-alerts.service.ts';
import { skipPassedSlots } from '../../../report-subscriptions/passed-slots.service.ts';
import { endAllSessions } from '../../../sessions/end-all-sessions.service.ts';
import { forgetServers } from '../../../system/server-reports.service.ts';
import { DeletionFile } from '../../../tenants/deletion-file.ts';
import { repeatDeletions, type DeletedTenant } from '../../../tenants/repeated-deletions.service.ts';
import { allTenantIds } from '../../../tenants/tenants.service.ts';
import { forgetMissingUploads } from '../../../uploads/uploads.service.ts';
import { dropRestoredDeliveries } from '../../../webhooks/webhook-outbox.service.ts';

const REASON = 'Not sent: the installation was restored from a backup, and it may have been sent before.';

/** What a restore has ended or stopped. */
export interface Settled {
  readonly sessions: number;
  readonly invitations: number;
  /** Valid API tokens: some may have been revoked since the backup. */
  readonly tokens: number;
  readonly mails: readonly StoppedMail[];
  readonly slots: number;
  readonly deliveries: number;
  /** Tenants that had been deleted since the backup: they are suspended, and deleted again at the next start. */
  readonly deleted: readonly { readonly slug: string; readonly name: string }[];
}

/**
 * A backup brings back what was ended and what was due since it was taken. Nobody can tell what was sent since, so
 * nothing of it is sent again, and nobody is signed in.
 */
export async function settle(
  database: Database,
  dataDirectory: string,
  deletions: readonly DeletedTenant[],
): Promise<Settled> {
  const deleted = await repeatDeletions(database, deletions);
  await new DeletionFile(join(dataDirectory, 'audit')).add(deletions);
  const access = await endAllSessions(database);
  await forgetSignIns(database);
  await forgetSecret(database);
  await forgetServers(database);
  const mails = await stopUnsentMail(database, REASON);
  let slots = 0;
  let deliveries = 0;
  for (const tenantId of await allTenantIds(database)) {
    slots += await skipPassedSlots(database, tenantId, new Date());
    deliveries += await database.withTenant(systemIn(tenantId), async (tx) => {
      await dropPendingNotices(tx);
      return dropRestoredDeliveries(tx);
    });
    await forgetMissingUploads(database, tenantId, join(dataDirectory, 'uploads'));
  }
  return { ...access, mails, slots, deliveries, deleted };
}
