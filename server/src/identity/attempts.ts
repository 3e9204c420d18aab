export interface AttemptLimit {
  /** Milliseconds until the next attempt is allowed; 0 when it is allowed now. */
  wait(name: string): number;
  failed(name: string): void;
  succeeded(name: string): void;
}

const ALLOWED = 10;
const WINDOW_MS = 5 * 60 * 1000;
const MAX_NAMES = 10_000;

/** Allows ten wrong passwords in five minutes per name, known or not. `now` is in milliseconds. */
export function limitAttempts(now: () => number = Date.now): AttemptLimit {
  const failures = new Map<string, number[]>();
  const recent = (name: string) => (failures.get(name) ?? []).filter((at) => at > now() - WINDOW_MS);
  return {
    wait(name) {
      const times = recent(name);
      return times.length < ALLOWED ? 0 : times[times.length - ALLOWED]! + WINDOW_MS - now();
    },
    failed(name) {
      const times = [...recent(name), now()].slice(-ALLOWED);
      failures.delete(name);
      failures.set(name, times);
      const oldest = failures.keys().next().value;
      if (failures.size > MAX_NAMES && oldest !== undefined) failures.delete(oldest);
    },
    succeeded(name) {
      failures.delete(name);
    },
  };
}
