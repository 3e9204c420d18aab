const ALLOWED = 10;
const WINDOW_MS = 5 * 60 * 1000;
const MAX_NAMES = 10_000;

/** Allows ten wrong passwords in five minutes per name, known or not. */
export class AttemptLimit {
  readonly #now: () => number;
  /** Times of recent failures in milliseconds, by name; the name that failed longest ago is first. */
  readonly #failures = new Map<string, number[]>();

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Milliseconds until the next attempt is allowed; 0 when it is allowed now. */
  wait(name: string): number {
    const times = this.#recent(name);
    return times.length < ALLOWED ? 0 : times[times.length - ALLOWED]! + WINDOW_MS - this.#now();
  }

  failed(name: string): void {
    const times = [...this.#recent(name), this.#now()].slice(-ALLOWED);
    this.#failures.delete(name);
    this.#failures.set(name, times);
    const oldest = this.#failures.keys().next().value;
    if (this.#failures.size > MAX_NAMES && oldest !== undefined) this.#failures.delete(oldest);
  }

  succeeded(name: string): void {
    this.#failures.delete(name);
  }

  #recent(name: string): number[] {
    return (this.#failures.get(name) ?? []).filter((at) => at > this.#now() - WINDOW_MS);
  }
}
