const MINUTE_MS = 60_000;

/** Limits how often each person may do something per minute, with a sliding window in this process. */
export class RequestLimit {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #times = new Map<string, number[]>();

  constructor(perMinute: number, now: () => number = () => Date.now()) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Counts a request; false where it exceeds the limit. */
  take(person: string): boolean {
    const since = this.#now() - MINUTE_MS;
    for (const [key, times] of this.#times) if (times.at(-1)! <= since) this.#times.delete(key);
    const recent = (this.#times.get(person) ?? []).filter((time) => time > since);
    if (recent.length >= this.#perMinute) return false;
    this.#times.set(person, [...recent, this.#now()]);
    return true;
  }
}
