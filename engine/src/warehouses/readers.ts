import { QueryTimeout, WarehouseUnavailable } from '../errors.ts';
import { READER_ENTRY } from './fork-process.ts';
import type { RowsText, StatementRequest } from './messages.ts';
import { Reader, ReaderReplaced } from './reader.ts';

export interface ReadersOptions {
  /** Reader processes at the same time; each holds one version file open. */
  maxProcesses: number;
  /** Bound of DuckDB's memory in each. */
  memoryMb: number;
  /** How long a query may take once its process is ready. One that does not stop then is killed with its process a second later. */
  deadlineMs: number;
  /** DuckDB's threads in each process. */
  threads: number;
  /** Queries at the same time in each process. */
  connections?: number;
  /** The bundled reader, where the host is a bundle. */
  entry?: string;
}

export interface Readers {
  /** Runs statements on one connection of the file's reader. Throws `QueryTimeout`, `WarehouseUnavailable` or the signal's reason. */
  query(file: string, statements: StatementRequest[], signal?: AbortSignal): Promise<RowsText[]>;
  /** Ends the reader of one file, for example before it is deleted. */
  release(file: string): Promise<void>;
  close(): Promise<void>;
  stats(): { processes: { file: string; pid: number | undefined; idle: boolean }[] };
}

/** A pool of disposable reader processes, one for each version file in use, the longest unused making room. */
export function createReaders(options: ReadersOptions): Readers {
  const readers = new Map<string, Reader>();
  let waiting: (() => void)[] = [];
  let ended = false;

  const wake = () => {
    const woken = waiting;
    waiting = [];
    for (const resume of woken) resume();
  };

  const start = (file: string): Reader => {
    const reader = new Reader(options.entry ?? READER_ENTRY, {
      file,
      memoryMb: options.memoryMb,
      threads: options.threads,
      connections: options.connections ?? 4,
    });
    readers.set(file, reader);
    return reader;
  };

  /** The file's reader, started where none lives. Null while every process is busy with other files. */
  const take = (file: string): Reader | null => {
    if (ended) throw new WarehouseUnavailable('The engine is closed.');
    for (const [key, reader] of readers) if (reader.closed) readers.delete(key);
    const living = readers.get(file);
    if (living) return living;
    if (readers.size >= options.maxProcesses) {
      const idle = [...readers.values()].filter((reader) => reader.idle).toSorted((a, b) => a.usedAt - b.usedAt)[0];
      if (!idle) return null;
      readers.delete(idle.file);
      void idle.close();
    }
    return start(file);
  };

  const room = (signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const finish = (error?: Error) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        waiting = waiting.filter((each) => each !== resume);
        if (error) reject(error);
        else resolve();
      };
      const resume = () => finish();
      const abort = () => finish(signal!.reason as Error);
      const timer = setTimeout(() => finish(new QueryTimeout(options.deadlineMs)), options.deadlineMs);
      signal?.addEventListener('abort', abort);
      waiting.push(resume);
    });

  const once = async (file: string, statements: StatementRequest[], signal?: AbortSignal) => {
    let reader = take(file);
    while (!reader) {
      await room(signal);
      reader = take(file);
    }
    try {
      return await reader.run(statements, { deadlineMs: options.deadlineMs, signal });
    } finally {
      wake();
    }
  };

  return {
    async query(file, statements, signal) {
      signal?.throwIfAborted();
      try {
        return await once(file, statements, signal);
      } catch (error) {
        // Reading again is harmless, and the fault was another query's.
        if (error instanceof ReaderReplaced) return await once(file, statements, signal);
        throw error;
      }
    },
    async release(file) {
      const reader = readers.get(file);
      readers.delete(file);
      await reader?.close();
    },
    async close() {
      ended = true;
      wake();
      await Promise.all([...readers.values()].map((reader) => reader.close()));
      readers.clear();
    },
    stats: () => ({
      processes: [...readers.values()]
        .filter((reader) => !reader.closed)
        .map(({ file, pid, idle }) => ({ file, pid, idle })),
    }),
  };
}
