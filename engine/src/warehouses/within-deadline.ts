import { QueryTimeout } from '../errors.ts';

export interface Deadline {
  deadlineMs: number;
  /** The asker's. */
  signal: AbortSignal | undefined;
  /** What a failure of the server means to the asker. */
  failureOf: (error: unknown) => Error;
}

/** Whoever gave up first says what it was: the asker, the deadline, or the server. */
function toldOf(error: unknown, late: AbortSignal, { deadlineMs, signal, failureOf }: Deadline): Error {
  if (signal?.aborted) return signal.reason as Error;
  return late.aborted ? new QueryTimeout(deadlineMs) : failureOf(error);
}

const either = (late: AbortSignal, signal: AbortSignal | undefined) =>
  signal ? AbortSignal.any([signal, late]) : late;

/** Has work done on a server, which stops as the asker leaves or the deadline is reached. Throws as a driver's `query`. */
export async function withinDeadline<T>(bounds: Deadline, work: (stop: AbortSignal) => Promise<T>): Promise<T> {
  bounds.signal?.throwIfAborted();
  const late = AbortSignal.timeout(bounds.deadlineMs);
  try {
    return await work(either(late, bounds.signal));
  } catch (error) {
    throw toldOf(error, late, bounds);
  }
}

/** The same for what comes in parts: the deadline holds for each of them, and begins anew with every `arrived`. */
export async function* withinDeadlines<T, R>(
  bounds: Deadline,
  work: (stop: AbortSignal, arrived: () => void) => AsyncGenerator<T, R>,
): AsyncGenerator<T, R> {
  bounds.signal?.throwIfAborted();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), bounds.deadlineMs);
  try {
    return yield* work(either(late.signal, bounds.signal), () => timer.refresh());
  } catch (error) {
    throw toldOf(error, late.signal, bounds);
  } finally {
    clearTimeout(timer);
  }
}
