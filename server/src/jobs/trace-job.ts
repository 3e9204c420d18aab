import { AsyncLocalStorage } from 'node:async_hooks';
import type { JobKind } from '@rise/contract';
import { codeOf, currentSpan, inSpan, startSpan } from '../kernel/tracing.ts';

/** Kinds of the job monitor, and work that no queue lists. */
export type TracedJob = JobKind | 'rollup' | 'search-rebuild' | 'evaluation' | 'insights' | 'knowledge';

interface Running {
  outcome: 'done' | 'failed' | 'stopped';
  code: string | null;
}

const jobs = new AsyncLocalStorage<Running>();

/**
 * Runs one job that has been taken, as a trace of its own: it may run long after the request that caused it. `tenantId`:
 * null for a job of none.
 */
export async function traceJob<T>(kind: TracedJob, tenantId: string | null, work: () => Promise<T>): Promise<T> {
  const span = startSpan({
    name: `job ${kind}`,
    kind: 'internal',
    attributes: { 'rise.job.kind': kind, ...(tenantId !== null && { 'rise.tenant.id': tenantId }) },
    parent: null,
    cause: currentSpan(),
  });
  if (span === null) return work();
  const running: Running = { outcome: 'done', code: null };
  try {
    return await inSpan(span, () => jobs.run(running, work));
  } catch (error) {
    Object.assign(running, { outcome: 'failed', code: codeOf(error) });
    throw error;
  } finally {
    span.set({ 'rise.job.outcome': running.outcome });
    if (running.code !== null) span.fail(running.code);
    span.end();
  }
}

/** The job of now has failed, or is to be tried again, though its work returns; with a code, or the error. */
export function noteJobFailure(error: unknown): void {
  const running = jobs.getStore();
  if (running) Object.assign(running, { outcome: 'failed', code: codeOf(error) });
}

/** The job of now was stopped: a person has canceled it, or another server goes on with it. */
export function noteJobStopped(): void {
  const running = jobs.getStore();
  if (running) running.outcome = 'stopped';
}
