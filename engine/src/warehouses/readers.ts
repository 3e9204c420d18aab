import { QueryTimeout, WarehouseUnavailable } from '../errors.ts';
import { READER_ENTRY } from './fork-process.ts';
import type { StreamParts, StreamRequest } from '../stream/stream-request.ts';
import type { RowsText } from './messages.ts';
import { Reader, ReaderReplaced } from './reader.ts';
import type { ReaderRequest } from './reader.ts';

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
  /** Whether they run what people wrote. */
  sandbox?: boolean;
  /** The bundled reader, where the host is a bundle. */
  entry?: string;
}

/** A version file, with the files beside it that are read with it. */
export interface ReaderFiles {
  file: string;
  beside: readonly string[];
}
const filesOf = (files: string | ReaderFiles): ReaderFiles =>
  typeof files === 'string' ? { file: files, beside: [] } : files;
const keyOf = ({ file, beside }: ReaderFiles): string =>
  beside.length === 0 ? file : JSON.stringify([file, ...beside]);

export interface Readers {
  /** Runs statements on one connection of the file's reader. Throws `QueryTimeout`, `WarehouseUnavailable` or the signal's reason. */
  query(files: string | ReaderFiles, statements: ReaderRequest[], signal?: AbortSignal): Promise<RowsText[]>;
  /** Runs one statement and hands its rows over as they come. Throws as `query` does. */
  stream(files: string | ReaderFiles, request: StreamRequest, signal?: AbortSignal): StreamParts;
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

  const start = (files: ReaderFiles): Reader => {
    const key = keyOf(files);
    const setup = {
      ...files,
      memoryMb: options.memoryMb,
      threads: options.threads,
      connections: options.connections ?? 4,
      sandbox: options.sandbox ?? false,
    };
    // One that was killed is replaced at once: nobody who asks later has to wait for a process to start.
    const reader: Reader = new Reader(options.entry ?? READER_ENTRY, setup, () => {
      if (!ended && readers.get(key) === reader) start(files);
    });
    readers.set(key, reader);
    return reader;
  };

  /** The file's reader, started where none lives. Null while every process is busy with other files. */
  const take = (files: ReaderFiles): Reader | null => {
    if (ended) throw new WarehouseUnavailable('The engine is closed.');
    for (const [key, reader] of readers) if (reader.closed) readers.delete(key);
    const living = readers.get(keyOf(files));
    if (living) return living;
    if (readers.size >= options.maxProcesses) {
      const idle = [...readers].filter(([, reader]) => reader.idle).toSorted(([, a], [, b]) => a.usedAt - b.usedAt)[0];
      if (!idle) return null;
      readers.delete(idle[0]);
      void idle[1].close();
    }
    return start(files);
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

  /** The file's reader once there is room for it. Whoever takes it puts it to use at once, or it counts as idle. */
  const taken = async <T>(
    files: ReaderFiles,
    signal: AbortSignal | undefined,
    use: (reader: Reader) => T,
  ): Promise<T> => {
    let reader = take(files);
    while (!reader) {
      await room(signal);
      reader = take(files);
    }
    return use(reader);
  };

  const once = async (files: ReaderFiles, statements: ReaderRequest[], signal?: AbortSignal) => {
    try {
      return await taken(files, signal, (reader) => reader.run(statements, { deadlineMs: options.deadlineMs, signal }));
    } finally {
      wake();
    }
  };

  return {
    async query(named, statements, signal) {
      const files = filesOf(named);
      signal?.throwIfAborted();
      try {
        return await once(files, statements, signal);
      } catch (error) {
        // Reading again is harmless, and the fault was another query's.
        if (error instanceof ReaderReplaced) return await once(files, statements, signal);
        throw error;
      }
    },
    async *stream(named, request, signal) {
      signal?.throwIfAborted();
      try {
        return yield* await taken(filesOf(named), signal, (reader) =>
          reader.stream(request, { deadlineMs: options.deadlineMs, signal }),
        );
      } finally {
        wake();
      }
    },
    async release(file) {
      const own = [...readers].filter(([, reader]) => reader.file === file);
      for (const [key] of own) readers.delete(key);
      await Promise.all(own.map(([, reader]) => reader.close()));
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
