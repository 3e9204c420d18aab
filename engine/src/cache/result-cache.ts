import { LRUCache } from 'lru-cache';
import { isKeyOf, type CacheKey } from './cache-key.ts';

export type CacheOutcome = 'hit' | 'miss' | 'shared';

interface Flight<T> {
  result: Promise<T>;
  waiting: number;
  abandon: AbortController;
}

export interface ResultCacheOptions<T> {
  /** Size limit of all cached results together, in bytes; 0 disables the cache. */
  bytes: number;
  sizeOf: (result: T) => number;
}

/** Caches results with least-recently-used eviction. Concurrent equal queries share one run. */
export class ResultCache<T extends object> {
  readonly #results: LRUCache<string, T> | null;
  readonly #flights = new Map<CacheKey, Flight<T>>();

  constructor({ bytes, sizeOf }: ResultCacheOptions<T>) {
    this.#results =
      bytes > 0
        ? new LRUCache<string, T>({
            maxSize: bytes,
            sizeCalculation: (result, key) => sizeOf(result) + key.length + 200,
          })
        : null;
  }

  get stats(): { entries: number; bytes: number } {
    return { entries: this.#results?.size ?? 0, bytes: this.#results?.calculatedSize ?? 0 };
  }

  peek(key: CacheKey): T | undefined {
    return this.#results?.get(key);
  }

  /** Drops what is cached of a tenant, and does not cache what is still running for it. */
  forget(tenant: string): void {
    for (const cached of [this.#results, this.#flights] as const) {
      const keys = [...(cached?.keys() ?? [])].filter((key) => isKeyOf(key, tenant));
      for (const key of keys) cached!.delete(key as CacheKey);
    }
  }

  /**
   * Returns the cached result, or that of a run in progress or a new run. A run is aborted when no caller waits for it
   * any more.
   */
  async get(
    key: CacheKey,
    run: (signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<{ result: T; outcome: CacheOutcome }> {
    signal?.throwIfAborted();
    const cached = this.#results?.get(key);
    if (cached) return { result: cached, outcome: 'hit' };
    const running = this.#flights.get(key);
    const flight = running ?? this.#start(key, run);
    return { result: await this.#join(key, flight, signal), outcome: running ? 'shared' : 'miss' };
  }

  #start(key: CacheKey, run: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const abandon = new AbortController();
    const flight: Flight<T> = { result: run(abandon.signal), waiting: 0, abandon };
    this.#flights.set(key, flight);
    void this.#settle(key, flight);
    return flight;
  }

  async #settle(key: CacheKey, flight: Flight<T>): Promise<void> {
    try {
      const result = await flight.result;
      if (this.#flights.get(key) === flight) this.#results?.set(key, result);
    } catch {
      // All waiting callers receive the error; nothing is cached.
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
      flight.result.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave));
    });
  }
}
