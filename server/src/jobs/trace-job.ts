import type { JobKind } from '@rise/contract';
import { codeOf, currentSpan, inSpan, startSpan } from '../kernel/tracing.ts';

/** Kinds of the job monitor, and work that no queue lists. */
export type TracedJob = JobKind | 'rollup' | 'search-rebuild';

export interface JobTrace {
  /** The job has failed, or is to be tried again, though its work returns: with the error, or its code. */
  failed(error: unknown): void;
  /** It was stopped: another server goes on with it, or a person has canceled it. */
  stopped(): void;
}

const UNTRACED: JobTrace = { failed: () => undefined, stopped: () => undefined };

/**
 * Runs one job that has been taken, as a trace of its own: it may run long after the request that caused it. Its outcome
 * is `done`, `failed` or `stopped`. `tenantId`: null for a job of none.
 */
export async function traceJob<T>(
  kind: TracedJob,
  tenantId: string | null,
  work: (job: JobTrace) => Promise<T>,
): Promise<T> {
  const span = startSpan({
    name: `job ${kind}`,
    kind: 'internal',
    attributes: { 'rise.job.kind': kind, ...(tenantId !== null && { 'rise.tenant.id': tenantId }) },
    parent: null,
    cause: currentSpan(),
  });
  if (span === null) return work(UNTRACED);
  let outcome = 'done';
  const failed = (error: unknown) => {
    outcome = 'failed';
    span.fail(typeof error === 'string' ? error : codeOf(error));
  };
  const stopped = () => {
    outcome = 'stopped';
  };
  try {
    return await inSpan(span, () => work({ failed, stopped }));
  } catch (error) {
    failed(error);
    throw error;
  } finally {
    span.set({ 'rise.job.outcome': outcome });
    span.end();
  }
}
