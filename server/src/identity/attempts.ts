const ALLOWED = 10;
const WINDOW_MS = 5 * 60 * 1000;
const MAX_NAMES = 10_000;

/**
 * Allows ten wrong passwords in five minutes per name, known or not. An attempt counts as wrong from its start, before
 * the password is checked, so that guesses at once are limited as well.
 */
export class AttemptLimit {
  readonly #now: () => number;
  /** Times of recent attempts in milliseconds, by name; the name whose last one is longest ago is first. */
  readonly #attempts = new Map<string, number[]>();

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Counts an attempt and returns 0; or, where no more is allowed, the milliseconds until the next one is. */
  begin(name: string): number {
    const now = this.#now();
    const times = (this.#attempts.get(name) ?? []).filter((at) => at > now - WINDOW_MS);
    if (times.length >= ALLOWED) return times[times.length - ALLOWED]! + WINDOW_MS - now;
    this.#attempts.delete(name);
    this.#attempts.set(name, [...times, now]);
    const oldest = this.#attempts.keys().next().value;
    if (this.#attempts.size > MAX_NAMES && oldest !== undefined) this.#attempts.delete(oldest);
    return 0;
  }

  succeeded(name: string): void {
    this.#attempts.delete(name);
  }
}
