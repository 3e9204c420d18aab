export interface Worker {
  /** There is work: run now instead of after the rest interval. */
  wake(): void;
  /** Lets the running job finish; starts none after it. */
  close(): Promise<void>;
}

export interface WorkerOptions {
  /** Runs one job; returns whether there was any, so that the next follows at once. */
  readonly work: (signal: AbortSignal) => Promise<boolean>;
  /** Pause when there was no work, or after a failure. */
  readonly restMs: number;
  readonly onError: (error: unknown) => void;
}

/** Runs one kind of background job, one at a time, until it is closed. */
export function startWorker({ work, restMs, onError }: WorkerOptions): Worker {
  const stop = new AbortController();
  let woken = false;
  let rise: () => void = () => undefined;

  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, restMs);
      timer.unref();
      rise = () => {
        clearTimeout(timer);
        resolve();
      };
      if (woken || stop.signal.aborted) rise();
    });

  const run = async () => {
    while (!stop.signal.aborted) {
      woken = false;
      const more = await work(stop.signal).catch((error: unknown) => {
        if (!stop.signal.aborted) onError(error);
        return false;
      });
      if (!more) await rest();
    }
  };
  const ended = run();

  return {
    wake() {
      woken = true;
      rise();
    },
    close() {
      stop.abort();
      rise();
      return ended;
    },
  };
}
