import { QueryTimeout, ResultTooLarge } from '../../errors.ts';

export interface Deadline {
  deadlineMs: number;
  /** The caller's signal. */
  signal: AbortSignal | undefined;
  /** Translates an error of the server into the engine's. */
  toEngineError: (error: unknown) => Error;
}

/** The error of whichever came first: abort, deadline, or server error. */
function errorOf(error: unknown, deadline: AbortSignal, { deadlineMs, signal, toEngineError }: Deadline): Error {
  if (signal?.aborted) return signal.reason as Error;
  if (error instanceof ResultTooLarge) return error;
  return deadline.aborted ? new QueryTimeout(deadlineMs) : toEngineError(error);
}

const either = (deadline: AbortSignal, signal: AbortSignal | undefined) =>
  signal ? AbortSignal.any([signal, deadline]) : deadline;

/** Runs work on a server until the caller aborts or the deadline is reached. Throws as a driver's `query` does. */
export async function withinDeadline<T>(bounds: Deadline, work: (stop: AbortSignal) => Promise<T>): Promise<T> {
  bounds.signal?.throwIfAborted();
  const deadline = AbortSignal.timeout(bounds.deadlineMs);
  try {
    return await work(either(deadline, bounds.signal));
  } catch (error) {
    throw errorOf(error, deadline, bounds);
  }
}

/** The same for streams: the deadline applies to each chunk and restarts with every `arrived`. */
export async function* withinDeadlines<T, R>(
  bounds: Deadline,
  work: (stop: AbortSignal, arrived: () => void) => AsyncGenerator<T, R>,
): AsyncGenerator<T, R> {
  bounds.signal?.throwIfAborted();
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), bounds.deadlineMs);
  try {
    return yield* work(either(deadline.signal, bounds.signal), () => timer.refresh());
  } catch (error) {
    throw errorOf(error, deadline.signal, bounds);
  } finally {
    clearTimeout(timer);
  }
}
