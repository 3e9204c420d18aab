import { QueryTimeout, WarehouseUnavailable } from '../../errors.ts';
import { READER_ENTRY } from './entries.ts';
import type { StreamParts, StreamRequest } from '../../stream/stream-request.ts';
import type { RowsText } from '../../dialects/statement.ts';
import { MAX_RESULT_BYTES } from '../../results/result-limit.ts';
import type { SandboxStreamRequest } from './messages.ts';
import { Reader, ReaderLost, ReaderReplaced } from './reader.ts';
import type { ReaderRequest } from './reader.ts';
import type { ReaderFiles } from './segments.ts';

export interface ReadersOptions {
  /** Concurrent reader processes; each has one version file open. */
  maxProcesses: number;
  /** DuckDB memory limit in each, in MB. */
  memoryMb: number;
  /**
   * Time limit of a query once its process is ready. If it does not stop then, its process is killed a second later.
   */
  deadlineMs: number;
  /** DuckDB threads in each process. */
  threads: number;
  /** Concurrent queries in each process. */
  connections?: number;
  /** Size limit of one result, in bytes of its JSON. */
  resultBytes?: number;
  /** Whether they run ad-hoc SQL. */
  sandbox?: boolean;
  /** The bundled reader, if the host is a bundle. */
  entry?: string;
  /** Receives why a process ended that nobody closed, with what ran in it, for the log. */
  onLost?: (reason: string) => void;
}

const filesOf = (files: string | ReaderFiles): ReaderFiles =>
  typeof files === 'string' ? { file: files, beside: [] } : files;
const keyOf = ({ file, beside }: ReaderFiles): string =>
  beside.length === 0 ? file : JSON.stringify([file, ...beside.map((other) => [other.file, other.as])]);

/** The processes of a pool. */
export interface ReaderStats {
  processes: { file: string; pid: number | undefined; idle: boolean }[];
}

/**
 * A pool of disposable reader processes, one per version file in use; the least recently used one makes room for
 * another.
 */
export class Readers {
  readonly #options: ReadersOptions;
  readonly #readers = new Map<string, Reader>();
  #waiting: (() => void)[] = [];
  #closed = false;
  /** Readers of queries that run alone, and the end of the last one. */
  readonly #separate = new Set<Reader>();
  #alone = Promise.resolve();

  constructor(options: ReadersOptions) {
    this.#options = options;
  }

  /**
   * Runs statements on one connection of the file's reader. Throws `QueryTimeout`, `WarehouseUnavailable` or the
   * signal's reason.
   */
  async query(
    fileOrFiles: string | ReaderFiles,
    statements: ReaderRequest[],
    signal?: AbortSignal,
  ): Promise<RowsText[]> {
    const files = filesOf(fileOrFiles);
    signal?.throwIfAborted();
    try {
      return await this.#queryOnce(files, statements, signal);
    } catch (error) {
      // Reads can be retried safely, and another query caused the failure.
      if (error instanceof ReaderReplaced) return await this.#queryOnce(files, statements, signal);
      // One of several caused it. Alone, none takes another down.
      if (error instanceof ReaderLost) return await this.#queryAlone(files, statements, signal);
      throw error;
    }
  }

  /** Streams the rows of one statement. Throws as `query` does. */
  async *stream(
    fileOrFiles: string | ReaderFiles,
    request: StreamRequest | SandboxStreamRequest,
    signal?: AbortSignal,
  ): StreamParts {
    const { deadlineMs } = this.#options;
    signal?.throwIfAborted();
    try {
      return yield* await this.#withReader(filesOf(fileOrFiles), signal, (reader) =>
        reader.stream(request, { deadlineMs, signal }),
      );
    } finally {
      this.#wake();
    }
  }

  /** Ends the readers that have a file open, for example before it is deleted. */
  async release(file: string): Promise<void> {
    const released = [...this.#readers].filter(([, reader]) => reader.files.has(file));
    for (const [key] of released) this.#readers.delete(key);
    const separate = [...this.#separate].filter((reader) => reader.files.has(file));
    await Promise.all([...released.map(([, reader]) => reader), ...separate].map((reader) => reader.close()));
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#wake();
    await Promise.all([...this.#readers.values(), ...this.#separate].map((reader) => reader.close()));
    this.#readers.clear();
  }

  stats(): ReaderStats {
    const open = [...this.#readers.values()].filter((reader) => !reader.closed);
    return { processes: open.map(({ file, pid, idle }) => ({ file, pid, idle })) };
  }

  async #queryOnce(files: ReaderFiles, statements: ReaderRequest[], signal?: AbortSignal): Promise<RowsText[]> {
    const { deadlineMs } = this.#options;
    try {
      return await this.#withReader(files, signal, (reader) => reader.run(statements, { deadlineMs, signal }));
    } finally {
      this.#wake();
    }
  }

  /**
   * Runs a query in a process of its own. Such queries take turns, so that there is one more process at most; waiting
   * counts toward the deadline.
   */
  async #queryAlone(files: ReaderFiles, statements: ReaderRequest[], signal?: AbortSignal): Promise<RowsText[]> {
    const { deadlineMs } = this.#options;
    const before = this.#alone;
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#alone = before.then(() => ended);
    const startedAt = performance.now();
    try {
      await before;
      signal?.throwIfAborted();
      const leftMs = deadlineMs - (performance.now() - startedAt);
      if (leftMs <= 0) throw new QueryTimeout(deadlineMs);
      if (this.#closed) throw new WarehouseUnavailable('The engine is closed.');
      const reader = this.#open(files, (reason) => this.#options.onLost?.(`A query alone: ${reason}`));
      this.#separate.add(reader);
      try {
        return await reader.run(statements, { deadlineMs: leftMs, signal });
      } finally {
        this.#separate.delete(reader);
        void reader.close();
      }
    } finally {
      end();
    }
  }

  /** Uses the file's reader once there is room for it. Synchronous, because an unused reader counts as idle. */
  async #withReader<T>(files: ReaderFiles, signal: AbortSignal | undefined, use: (reader: Reader) => T): Promise<T> {
    let reader = this.#acquire(files);
    while (!reader) {
      await this.#waitForRoom(signal);
      reader = this.#acquire(files);
    }
    return use(reader);
  }

  /** The file's reader, started if necessary. Null while every process is busy with other files. */
  #acquire(files: ReaderFiles): Reader | null {
    if (this.#closed) throw new WarehouseUnavailable('The engine is closed.');
    for (const [key, reader] of this.#readers) if (reader.closed) this.#readers.delete(key);
    const open = this.#readers.get(keyOf(files));
    if (open) return open;
    if (this.#readers.size >= this.#options.maxProcesses) {
      const [oldest] = [...this.#readers]
        .filter(([, reader]) => reader.idle)
        .toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
      if (!oldest) return null;
      this.#readers.delete(oldest[0]);
      void oldest[1].close();
    }
    return this.#start(files);
  }

  #start(files: ReaderFiles): Reader {
    const key = keyOf(files);
    // A killed process is replaced at once, so that later queries need not wait for a start.
    const reader: Reader = this.#open(files, (reason) => {
      this.#options.onLost?.(reason);
      if (!this.#closed && this.#readers.get(key) === reader) this.#start(files);
    });
    this.#readers.set(key, reader);
    return reader;
  }

  #open(files: ReaderFiles, onLost: (reason: string) => void): Reader {
    const { entry = READER_ENTRY, memoryMb, threads, connections = 4, sandbox = false } = this.#options;
    const { resultBytes = MAX_RESULT_BYTES } = this.#options;
    return new Reader(entry, { ...files, memoryMb, threads, connections, resultBytes, sandbox }, onLost);
  }

  #waitForRoom(signal?: AbortSignal): Promise<void> {
    const { deadlineMs } = this.#options;
    return new Promise<void>((resolve, reject) => {
      const finish = (error?: Error) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.#waiting = this.#waiting.filter((other) => other !== resume);
        if (error) reject(error);
        else resolve();
      };
      const resume = () => finish();
      const abort = () => finish(signal!.reason as Error);
      const timer = setTimeout(() => finish(new QueryTimeout(deadlineMs)), deadlineMs);
      signal?.addEventListener('abort', abort);
      this.#waiting.push(resume);
    });
  }

  #wake(): void {
    const woken = this.#waiting;
    this.#waiting = [];
    for (const resume of woken) resume();
  }
}
