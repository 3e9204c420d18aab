import { setImmediate } from 'node:timers/promises';

export type Job = () => Promise<void>;

/** Runs jobs in order with a concurrency; more can be added at any time, also by jobs. A job must not reject. */
export class JobQueue {
  readonly #concurrency: number;
  readonly #jobs: Job[] = [];
  #running = 0;
  #starting = false;

  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  /** The first job starts at once. */
  add(jobs: readonly Job[]): void {
    this.#jobs.push(...jobs);
    void this.#start();
  }

  async #start(): Promise<void> {
    if (this.#starting) return;
    this.#starting = true;
    while (this.#jobs.length > 0 && this.#running < this.#concurrency) {
      void this.#run(this.#jobs.shift()!);
      // A job's statement is sent before the next one is written.
      await setImmediate();
    }
    this.#starting = false;
  }

  async #run(job: Job): Promise<void> {
    this.#running += 1;
    try {
      await job();
    } finally {
      this.#running -= 1;
      void this.#start();
    }
  }
}
