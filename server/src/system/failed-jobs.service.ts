import { DEAD_JOB_DAYS } from '@rise/contract';
import type { GlobalTx } from '../kernel/database/database.ts';
import { countFailedByTenant, type FailedJobsRow } from './failed-jobs.sql.ts';

/** How many jobs of each tenant and kind are on the list of failed jobs. */
export const failedJobs = (tx: GlobalTx): Promise<FailedJobsRow[]> => countFailedByTenant(tx, DEAD_JOB_DAYS);

export type { FailedJobsRow };
