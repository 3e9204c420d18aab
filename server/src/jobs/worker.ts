import type { Database } from '../kernel/database/database.ts';

export interface WorkerOptions {
  /** Runs one job; returns whether there was any, so that the next follows at once. */
  readonly work: (signal: AbortSignal) => Promise<boolean>;
  /** Pause when there was no work, or after a failure. */
  readonly restMs: number;
  readonly onError: (error: unknown) => void;
  /** Its jobs pause while the installation is read-only; without it they go on. */
  readonly database?: Pick<Database, 'readOnly'>;
}

/** Runs one kind of background job, one at a time, from its creation until it is closed. */
export class BackgroundWorker {
  readonly #options: WorkerOptions;
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;
  #isWoken = false;
  #endRest: () => void = () => undefined;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#ended = this.#run();
  }

  /** There is work: run now instead of after the rest interval. */
  wake(): void {
    this.#isWoken = true;
    this.#endRest();
  }

  /** Lets the running job finish; starts none after it. */
  close(): Promise<void> {
    this.#stop.abort();
    this.#endRest();
    return this.#ended;
  }

  async #run(): Promise<void> {
    const { work, onError, database } = this.#options;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      this.#isWoken = false;
      const more = database?.readOnly
        ? false
        : await work(signal).catch((error: unknown) => {
            if (!signal.aborted) onError(error);
            return false;
          });
      if (!more) await this.#rest();
    }
  }

  #rest(): Promise<void> {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#options.restMs);
      timer.unref();
      this.#endRest = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.#isWoken || this.#stop.signal.aborted) this.#endRest();
    });
  }
}
