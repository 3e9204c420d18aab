import type { TenantTx } from '../kernel/database/database.ts';
import { loadTenantSettings } from '../tenant-settings/tenant-settings.service.ts';
import type { CopyRow } from './copies.sql.ts';
import { nextRun } from './schedule.rules.ts';

/** The tenant's, in which schedules are meant. */
export const timeZoneOf = async (tx: TenantTx): Promise<string> => (await loadTenantSettings(tx)).calendar.timeZone;

/** Null for a copy that is run by hand only, now or in general, and for one that waits for a load. */
export const nextRunOf = (schedule: CopyRow['schedule'], paused: boolean, timeZone: string): Date | null =>
  schedule === null || schedule.every === 'load' || paused ? null : nextRun(schedule, timeZone, new Date());
