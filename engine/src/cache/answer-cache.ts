import { LRUCache } from 'lru-cache';
import type { CacheKey } from './cache-key.ts';

export type CacheOutcome = 'hit' | 'miss' | 'shared';

interface Flight<T> {
  answer: Promise<T>;
  waiting: number;
  abandon: AbortController;
}

export interface AnswerCacheOptions<T> {
  /** Bound of all kept answers together, in bytes; 0 keeps none. */
  bytes: number;
  sizeOf: (answer: T) => number;
}

/** Keeps answers, the longest unused making room, and lets equal questions that come at once share one run. */
export class AnswerCache<T extends object> {
  readonly #kept: LRUCache<string, T> | null;
  readonly #flights = new Map<CacheKey, Flight<T>>();

  constructor({ bytes, sizeOf }: AnswerCacheOptions<T>) {
    this.#kept =
      bytes > 0
        ? new LRUCache<string, T>({
            maxSize: bytes,
            sizeCalculation: (answer, key) => sizeOf(answer) + key.length + 200,
          })
        : null;
  }

  get stats(): { entries: number; bytes: number } {
    return { entries: this.#kept?.size ?? 0, bytes: this.#kept?.calculatedSize ?? 0 };
  }

  peek(key: CacheKey): T | undefined {
    return this.#kept?.get(key);
  }

  /** The kept answer, or the running one, or a new run. A run stops when everybody who waits for it has left. */
  async get(
    key: CacheKey,
    run: (signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<{ answer: T; outcome: CacheOutcome }> {
    signal?.throwIfAborted();
    const kept = this.#kept?.get(key);
    if (kept) return { answer: kept, outcome: 'hit' };
    const running = this.#flights.get(key);
    const flight = running ?? this.#start(key, run);
    return { answer: await this.#join(key, flight, signal), outcome: running ? 'shared' : 'miss' };
  }

  #start(key: CacheKey, run: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const abandon = new AbortController();
    const flight: Flight<T> = { answer: run(abandon.signal), waiting: 0, abandon };
    this.#flights.set(key, flight);
    void this.#land(key, flight);
    return flight;
  }

  async #land(key: CacheKey, flight: Flight<T>): Promise<void> {
    try {
      this.#kept?.set(key, await flight.answer);
    } catch {
      // Those who wait for the flight are told; nothing is kept.
    } finally {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    }
  }

  #join(key: CacheKey, flight: Flight<T>, signal?: AbortSignal): Promise<T> {
    flight.waiting += 1;
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        flight.waiting -= 1;
        if (flight.waiting === 0) {
          this.#flights.delete(key);
          flight.abandon.abort(signal!.reason);
        }
        reject(signal!.reason as Error);
      };
      signal?.addEventListener('abort', leave, { once: true });
      flight.answer.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave));
    });
  }
}
