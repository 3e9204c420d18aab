import { EngineBusy } from '../errors.ts';

/** A result that a caller is waiting for. */
export interface PendingResult<T> {
  /** Aborted when the caller no longer waits. */
  signal: AbortSignal;
  resolve(result: T): void;
  reject(error: Error): void;
}

export interface BatchRunners<M, T> {
  /** The results of all members, in order. */
  together(signal: AbortSignal): Promise<T[]>;
  alone(member: M): Promise<T>;
}

/**
 * Takes several results from one run. If a member aborts, the run goes on for the others; it stops when the last one
 * does. If the run fails, any one member may be the cause, so each then runs alone.
 */
export async function runBatch<T, M extends PendingResult<T>>(
  members: readonly M[],
  runners: BatchRunners<M, T>,
): Promise<void> {
  const runAlone = (member: M) => runners.alone(member).then(member.resolve, member.reject);
  const stop = new AbortController();
  const remaining = new Set(members);
  for (const member of members) {
    const leave = () => {
      remaining.delete(member);
      member.reject(member.signal.reason as Error);
      if (remaining.size === 0) stop.abort(member.signal.reason);
    };
    if (member.signal.aborted) leave();
    else member.signal.addEventListener('abort', leave, { once: true });
  }
  if (remaining.size === 0) return;
  try {
    const results = await runners.together(stop.signal);
    for (const [index, member] of members.entries()) member.resolve(results[index]!);
  } catch (error) {
    // The queue is full: retrying each member alone would only add to it.
    if (error instanceof EngineBusy) for (const member of remaining) member.reject(error);
    else await Promise.all([...remaining].map(runAlone));
  }
}
