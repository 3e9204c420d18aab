import { SYSTEM } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { JOB_KINDS, jobStates, type JobState } from './job-overview.sql.ts';

export type { JobKind, JobState } from './job-overview.sql.ts';

/** Background jobs of all tenants by kind, each kind once. */
export async function jobOverview(database: Database): Promise<JobState[]> {
  const states = await database.withGlobal(SYSTEM, jobStates);
  const none = { waiting: 0, running: 0, failed: 0, overdue: 0 };
  return JOB_KINDS.map((kind) => states.find((state) => state.kind === kind) ?? { kind, ...none });
}
