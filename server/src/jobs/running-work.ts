/** Work of this process that runs, by id: it can be stopped from the moment that anybody can see it run. */
export class RunningWork {
  readonly #running = new Map<string, { controller: AbortController; ended: Promise<void> }>();

  get size(): number {
    return this.#running.size;
  }

  has(id: string): boolean {
    return this.#running.has(id);
  }

  /** To be called before others can see that the work runs; `end` once it no longer does. */
  begin(id: string): { signal: AbortSignal; end: () => void } {
    const controller = new AbortController();
    let resolve = () => {};
    const ended = new Promise<void>((done) => (resolve = done));
    this.#running.set(id, { controller, ended });
    const end = () => {
      this.#running.delete(id);
      resolve();
    };
    return { signal: controller.signal, end };
  }

  /** Resolves once the work has ended; false if it does not run here. `reason` becomes the signal's. */
  async stop(id: string, reason: unknown): Promise<boolean> {
    const running = this.#running.get(id);
    if (!running) return false;
    running.controller.abort(reason);
    await running.ended;
    return true;
  }

  /** Resolves once all have ended. */
  async stopAll(reason: unknown): Promise<void> {
    await Promise.all([...this.#running.keys()].map((id) => this.stop(id, reason)));
  }
}
