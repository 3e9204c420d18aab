/** Upper bounds of the buckets in milliseconds; longer times are in one more. */
const BOUNDS = [2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000];
/** What is looked back at. */
const MINUTES = 15;

interface Minute {
  number: number;
  readonly counts: number[];
  marked: number;
}

export interface RecentSummary {
  readonly count: number;
  /** 95 of 100 took no longer, interpolated within a bucket; null where there were none. */
  readonly p95Ms: number | null;
  readonly marked: number;
}

/** How long requests or queries of the last 15 minutes took, in counts by bucket: its size does not depend on load. */
export class RecentTimes {
  readonly #minutes: Minute[] = Array.from({ length: MINUTES }, () => ({
    number: -1,
    counts: BOUNDS.map(() => 0).concat(0),
    marked: 0,
  }));

  /** `isMarked`: counted apart as well, such as an error or a hit of a cache. */
  add(ms: number, isMarked: boolean, now = Date.now()): void {
    const number = Math.floor(now / 60_000);
    const minute = this.#minutes[number % MINUTES]!;
    if (minute.number !== number) {
      minute.number = number;
      minute.counts.fill(0);
      minute.marked = 0;
    }
    const bucket = BOUNDS.findIndex((bound) => ms <= bound);
    minute.counts[bucket === -1 ? BOUNDS.length : bucket]! += 1;
    if (isMarked) minute.marked += 1;
  }

  read(now = Date.now()): RecentSummary {
    const oldest = Math.floor(now / 60_000) - MINUTES + 1;
    const recent = this.#minutes.filter(({ number }) => number >= oldest);
    const counts = BOUNDS.map(() => 0).concat(0);
    for (const minute of recent) for (const [bucket, count] of minute.counts.entries()) counts[bucket]! += count;
    const count = counts.reduce((sum, one) => sum + one, 0);
    return { count, p95Ms: p95Of(counts, count), marked: recent.reduce((sum, { marked }) => sum + marked, 0) };
  }
}

function p95Of(counts: readonly number[], all: number): number | null {
  if (all === 0) return null;
  let left = all * 0.95;
  for (const [bucket, count] of counts.entries()) {
    if (count >= left) {
      const from = BOUNDS[bucket - 1] ?? 0;
      // Beyond the last bound nothing is known but that it took longer.
      const to = BOUNDS[bucket] ?? from;
      return Math.round(from + ((to - from) * left) / count);
    }
    left -= count;
  }
  return BOUNDS.at(-1)!;
}
