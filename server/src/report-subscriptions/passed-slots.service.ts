import { systemIn } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { nextOccurrence } from '../kernel/time/occurrences.ts';
import { zoneOf } from '../tenant-settings/tenant-settings.service.ts';
import { insertSlot, lockPassed, saveNextRun, skipOpenRuns } from './report-subscriptions.sql.ts';

/** Slots of a subscription that are listed as missed, up to so many. */
const MAX_MISSED = 31;

/**
 * Skips, after a restore, what is due in a tenant and what was being sent when the backup was made: it may have been
 * sent since. Unlike after a pause, not even the last slot is sent. Returns the number of runs that are not sent.
 */
export function skipPassedSlots(database: Database, tenantId: string, now: Date): Promise<number> {
  return database.withTenant(systemIn(tenantId), async (tx) => {
    let skipped = await skipOpenRuns(tx);
    const zone = await zoneOf(tx);
    for (const { id, rule, nextRunAt } of await lockPassed(tx, now)) {
      const slots: Date[] = [];
      let next = nextRunAt;
      for (; next <= now; next = nextOccurrence(rule, zone, next)) slots.push(next);
      for (const slot of slots.slice(-MAX_MISSED)) await insertSlot(tx, id, { slot, missed: true });
      await saveNextRun(tx, id, next);
      skipped += slots.length;
    }
    return skipped;
  });
}
