import { statfs } from 'node:fs/promises';
import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { RecentTimes } from './recent-times.ts';

/** Between two looks at the clock; what is above it is delay. */
const RESOLUTION_MS = 20;

/** What a server says of itself. Times in milliseconds, sizes in bytes; requests and queries are those of the last 15 minutes. */
export interface ServerFigures {
  /** 99 of 100 delays of the event loop since the last report were no longer. */
  readonly loopMs: number;
  readonly memoryBytes: number;
  readonly heapBytes: number;
  readonly heapLimit: number;
  /** Of the folder with the least space. */
  readonly diskFree: number;
  readonly diskTotal: number;
  readonly running: number;
  readonly waiting: number;
  readonly requests: number;
  readonly requestMs: number | null;
  /** Requests that failed by a fault of the server. */
  readonly errors: number;
  readonly queries: number;
  readonly queryMs: number | null;
  /** Queries that were answered from memory. */
  readonly hits: number;
}

export interface FigureSources {
  /** Folders of the installation's state. */
  readonly directories: readonly string[];
  readonly queriesNow: () => { running: number; waiting: number };
  readonly requests: RecentTimes;
  readonly queries: RecentTimes;
}

/** Measures one server from its creation on. */
export class ServerMeter {
  readonly #sources: FigureSources;
  readonly #loop: IntervalHistogram;

  constructor(sources: FigureSources) {
    this.#sources = sources;
    this.#loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    this.#loop.enable();
  }

  close(): void {
    this.#loop.disable();
  }

  async read(): Promise<ServerFigures> {
    const { queriesNow, requests, queries, directories } = this.#sources;
    const loopMs = Math.max(0, Math.round(this.#loop.percentile(99) / 1e6 - RESOLUTION_MS));
    this.#loop.reset();
    const answered = requests.read();
    const queried = queries.read();
    const heap = getHeapStatistics();
    return {
      loopMs,
      memoryBytes: process.memoryUsage.rss(),
      heapBytes: heap.used_heap_size,
      heapLimit: heap.heap_size_limit,
      ...(await leastDisk(directories)),
      ...queriesNow(),
      requests: answered.count,
      requestMs: answered.p95Ms,
      errors: answered.marked,
      queries: queried.count,
      queryMs: queried.p95Ms,
      hits: queried.marked,
    };
  }
}

/** Folders that are created later are passed over. */
async function leastDisk(directories: readonly string[]): Promise<{ diskFree: number; diskTotal: number }> {
  const disks = await Promise.all(directories.map((directory) => statfs(directory).catch(() => null)));
  return disks
    .filter((disk) => disk !== null)
    .map(({ bavail, blocks, bsize }) => ({ diskFree: bavail * bsize, diskTotal: blocks * bsize }))
    .reduce((least, one) => (one.diskFree < least.diskFree ? one : least));
}
