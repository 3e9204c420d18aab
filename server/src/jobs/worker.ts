export interface Worker {
  /** There is something to do: now, not when the rest is over. */
  wake(): void;
  /** Lets the work under way end; nothing begins after it. */
  close(): Promise<void>;
}

export interface WorkerOptions {
  /** One piece of work; answers whether there was any, so that the next is looked for at once. */
  readonly work: (signal: AbortSignal) => Promise<boolean>;
  /** How long to wait when there was none, or when it failed. */
  readonly restMs: number;
  readonly onError: (error: unknown) => void;
}

/** Does one kind of work in the background of the server, a piece at a time, until it is closed. */
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
