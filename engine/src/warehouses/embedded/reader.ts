import type { ChildProcess } from 'node:child_process';
import {
  FigureOverflow,
  MemoryExceeded,
  QueryError,
  QueryTimeout,
  QueryTooLarge,
  StatementFailed,
  UnfitText,
  WarehouseUnavailable,
} from '../../errors.ts';
import { isOutOfMemory, isOverflow, isTooDeep, isUnfitText, ranOutOfMemory } from '../engine-faults.ts';
import { Inbox } from '../../stream/inbox.ts';
import type { StreamEnd, StreamParts, StreamRequest } from '../../stream/stream-request.ts';
import { forkProcess, lastWords } from './fork-process.ts';
import type { RowsText, StatementRequest } from '../../dialects/statement.ts';
import type {
  FromReader,
  ParseRequest,
  ReaderSetup,
  SandboxRequest,
  SandboxStreamRequest,
  ToReader,
} from './messages.ts';

export type ReaderRequest = StatementRequest | SandboxRequest | ParseRequest;

/** Time limit for a process to start and open its file; not part of a query's own time limit. */
const START_MS = 30_000;

/** Time limit for a reader to obey an interrupt before it is killed. */
const KILL_AFTER_MS = 1000;

/** The reader was killed because of another query in it; this one can be retried. */
export class ReaderReplaced extends WarehouseUnavailable {}

/** The reader ended by itself while several queries ran in it; each can be retried alone, which shows whose fault it was. */
export class ReaderLost extends WarehouseUnavailable {}

/** Characters of a statement in the log. */
const LOGGED_TEXT = 300;

/** What is logged of a request: its text without values. */
function textOf(request: ReaderRequest | StreamRequest | SandboxStreamRequest): string {
  const text = ('parse' in request ? request.parse : request.sql).slice(0, 10 * LOGGED_TEXT);
  return text
    .replaceAll(/'[^']*'?/g, "'…'")
    .replaceAll(/\s+/g, ' ')
    .slice(0, LOGGED_TEXT);
}

interface Pending {
  part?(bytes: Uint8Array): void;
  resolve(answer: { results: RowsText[] } | { ended: StreamEnd }): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout | null;
  /** What it runs and since when (`performance.now()`), for the log; parameters are not part of it. */
  text: string;
  since: number;
  /** Set when the query is stopped: the error its caller receives. */
  stopped: Error | null;
  release(): void;
}

export interface RunOptions {
  /** Time limit of the query once the process is ready, including the wait for a connection. */
  deadlineMs: number;
  signal?: AbortSignal | undefined;
}
interface Run extends RunOptions {
  /** When to stop, as a time of `performance.now()` in milliseconds. */
  deadlineAt: number;
}

/** Notifications from the consumer of a stream: a chunk was read; another one is needed. */
interface Progress {
  taken(): void;
  request(): void;
}

/** One reader process and its running queries. */
export class Reader {
  readonly file: string;
  /** All files that it has open. */
  readonly files: ReadonlySet<string>;
  readonly ready: Promise<void>;
  /** Set once the process has exited or is exiting. */
  closed = false;
  usedAt = 0;
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, Pending>();
  readonly #connections: number;
  readonly #queue: (() => void)[] = [];
  #running = 0;
  /** Ready, and not closing. */
  #serving = false;
  #reserved = 0;
  #nextId = 1;
  #killedFor: Error | null = null;
  #exitReason: string | null = null;

  /**
   * `onLost` is called once if a process that was ready exits without having been closed, with the reason and what ran
   * in it, for the log.
   */
  constructor(entry: string, setup: ReaderSetup, onLost: (reason: string) => void) {
    this.file = setup.file;
    this.files = new Set([setup.file, ...(setup.beside ?? []).map(({ file }) => file)]);
    this.#connections = setup.connections;
    this.#child = forkProcess({ entry, setup, heapMb: 256 });
    const words = lastWords(this.#child);
    this.ready = new Promise((resolve, reject) => {
      const end = (error: Error) => {
        const lost = this.#serving;
        const stopped = this.#killedFor ? `A query did not stop: ${this.#killedFor.message} ` : '';
        const reason = `${stopped}${error.message} ${this.#describeRunning()}`;
        this.#serving = false;
        this.closed = true;
        this.#exitReason ??= error.message;
        reject(error);
        this.#failAll();
        if (lost) onLost(reason);
      };
      this.#child.on('message', (message: FromReader) => {
        if ('ready' in message) {
          this.#serving = true;
          this.#unrefWhenIdle();
          resolve();
        } else if ('refused' in message) {
          end(new WarehouseUnavailable(`The warehouse version cannot be opened: ${message.refused}`));
        } else this.#settle(message);
      });
      // Not 'exit', after which its last words may still arrive.
      this.#child.on('close', (code, signal) =>
        end(new WarehouseUnavailable(`The reader ended (${signal ?? `exit code ${code}`}). ${words()}`.trim())),
      );
      this.#child.on('error', (cause) => end(new WarehouseUnavailable('The reader cannot be started.', { cause })));
    });
    // Callers that wait for it receive the error; there may be none.
    this.ready.catch(() => undefined);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }
  get idle(): boolean {
    return this.#reserved === 0;
  }

  /**
   * Runs statements in sequence on one connection. Throws `QueryTimeout`, `WarehouseUnavailable` or the signal's
   * reason.
   */
  run(statements: ReaderRequest[], options: RunOptions): Promise<RowsText[]> {
    return this.#within(options, (run) => this.#sendAll(statements, run));
  }

  /**
   * Streams the rows of one statement, at the consumer's pace. The time limit applies to each chunk, from the moment it
   * is requested. Throws as `run` does.
   */
  stream(request: StreamRequest | SandboxStreamRequest, options: RunOptions): StreamParts {
    const inbox = new Inbox();
    const abandon = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, abandon.signal]) : abandon.signal;
    const progress: Progress = { taken: () => undefined, request: () => undefined };
    const done = this.#within({ ...options, signal }, async (run) => {
      inbox.put({ end: await this.#askStream(request, run, inbox, progress) });
    }).catch((error: Error) => inbox.put({ error }));
    return (async function* () {
      try {
        for (;;) {
          const next = await inbox.take();
          if ('end' in next) return next.end;
          progress.taken();
          yield next.part;
          progress.request();
        }
      } finally {
        abandon.abort(new Error('The stream was left.'));
        await done;
      }
    })();
  }

  /** Runs work on one connection of the process, once the process is ready and a connection is free. */
  async #within<T>(options: RunOptions, work: (run: Run) => Promise<T>): Promise<T> {
    this.#reserved += 1;
    this.#child.ref();
    this.#child.channel?.ref();
    try {
      await this.#untilReady(options.signal);
      const run = { ...options, deadlineAt: performance.now() + options.deadlineMs };
      await this.#turn(run);
      try {
        return await work(run);
      } finally {
        this.#running -= 1;
        this.#queue.shift()?.();
      }
    } finally {
      this.#reserved -= 1;
      this.usedAt = performance.now();
      this.#unrefWhenIdle();
    }
  }

  /** Ends the process; running queries fail. */
  async close(): Promise<void> {
    this.closed = true;
    this.#serving = false;
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => {
      this.#child.once('exit', () => resolve());
    });
    this.#child.ref();
    this.#child.kill('SIGKILL');
    await gone;
  }

  #unrefWhenIdle(): void {
    if (this.#reserved > 0) return;
    this.#child.unref();
    this.#child.channel?.unref();
  }

  /** `among`: number of queries that ran when the process ended. */
  #failure(among: number): Error {
    if (this.#killedFor)
      return new ReaderReplaced('The reader was stopped because of another query.', { cause: this.#killedFor });
    const message = `The reader ended while the query ran. ${this.#exitReason ?? ''}`.trim();
    if (among > 1) return new ReaderLost(message);
    return ranOutOfMemory(message) ? new MemoryExceeded() : new WarehouseUnavailable(message);
  }

  #failAll(): void {
    for (const waiting of this.#queue.splice(0)) waiting();
    const among = this.#pending.size;
    for (const [id, pending] of this.#pending) {
      this.#pending.delete(id);
      pending.release();
      pending.reject(pending.stopped ?? this.#failure(among));
    }
  }

  /** The running queries, the longest first. */
  #describeRunning(): string {
    const running = [...this.#pending.values()].toSorted((a, b) => a.since - b.since);
    if (running.length === 0) return 'No query ran in it.';
    const texts = running.map(({ text, since }) => `${Math.round(performance.now() - since)} ms: ${text}`);
    return `${running.length} ran in it: ${texts.join(' | ')}`;
  }

  async #untilReady(signal?: AbortSignal): Promise<void> {
    if (this.#serving) return;
    let give: (error: Error) => void = () => undefined;
    const late = new Promise<never>((_, reject) => {
      give = reject;
    });
    const abort = () => give(signal!.reason as Error);
    const timer = setTimeout(() => {
      give(new WarehouseUnavailable(`The reader did not start within ${START_MS} ms.`));
      void this.close();
    }, START_MS);
    signal?.addEventListener('abort', abort);
    try {
      await Promise.race([this.ready, late]);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Waits for a free connection, at most until the deadline. */
  async #turn({ deadlineAt, deadlineMs, signal }: Run): Promise<void> {
    while (this.#running >= this.#connections && !this.closed) {
      await new Promise<void>((resolve, reject) => {
        const leave = (error: Error) => {
          this.#queue.splice(this.#queue.indexOf(enter), 1);
          done();
          reject(error);
        };
        const timer = setTimeout(
          () => leave(new QueryTimeout(deadlineMs)),
          Math.max(0, deadlineAt - performance.now()),
        );
        const abort = () => leave(signal!.reason as Error);
        const done = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', abort);
        };
        const enter = () => {
          done();
          resolve();
        };
        this.#queue.push(enter);
        signal?.addEventListener('abort', abort);
      });
    }
    // It has not started: whatever ended the process, this query did not.
    if (this.closed)
      throw new ReaderReplaced(`The reader ended before the query ran. ${this.#exitReason ?? ''}`.trim());
    signal?.throwIfAborted();
    this.#running += 1;
  }

  async #sendAll(statements: ReaderRequest[], run: Run): Promise<RowsText[]> {
    const { answer } = this.#begin((id) => ({ id, statements }), run, { text: statements.map(textOf).join('; ') });
    return ((await answer) as { results: RowsText[] }).results;
  }

  async #askStream(
    stream: StreamRequest | SandboxStreamRequest,
    run: Run,
    inbox: Inbox,
    progress: Progress,
  ): Promise<StreamEnd> {
    const { id, answer, limit } = this.#begin((next) => ({ id: next, stream }), run, {
      text: textOf(stream),
      part: (part) => inbox.put({ part }),
    });
    progress.taken = () => limit(null);
    progress.request = () => {
      limit(run.deadlineMs);
      this.#send({ id, more: true });
    };
    return ((await answer) as { ended: StreamEnd }).ended;
  }

  #begin(
    messageOf: (id: number) => ToReader,
    { deadlineAt, deadlineMs, signal }: Run,
    { text, part }: { text: string; part?: (bytes: Uint8Array) => void },
  ) {
    const id = this.#nextId++;
    let pending!: Pending;
    const stop = (error: Error) => {
      if (this.#pending.get(id) !== pending || pending.stopped) return;
      pending.stopped = error;
      if (pending.timer) clearTimeout(pending.timer);
      this.#send({ id, interrupt: true });
      pending.timer = setTimeout(() => {
        this.#killedFor = error;
        this.closed = true;
        this.#child.kill('SIGKILL');
      }, KILL_AFTER_MS);
    };
    const limit = (ms: number | null) => {
      if (this.#pending.get(id) !== pending || pending.stopped) return;
      if (pending.timer) clearTimeout(pending.timer);
      pending.timer = ms === null ? null : setTimeout(() => stop(new QueryTimeout(deadlineMs)), ms);
    };
    const answer = new Promise<{ results: RowsText[] } | { ended: StreamEnd }>((resolve, reject) => {
      const abort = () => stop(signal!.reason as Error);
      pending = {
        ...(part && { part }),
        text,
        since: performance.now(),
        resolve,
        reject,
        stopped: null,
        timer: null,
        release: () => {
          if (pending.timer) clearTimeout(pending.timer);
          signal?.removeEventListener('abort', abort);
        },
      };
      this.#pending.set(id, pending);
      limit(Math.max(0, deadlineAt - performance.now()));
      signal?.addEventListener('abort', abort);
      this.#send(messageOf(id));
    });
    return { id, answer, limit };
  }

  #send(message: ToReader): void {
    // A broken channel leads to the process's exit, which fails everything pending.
    this.#child.send(message, () => undefined);
  }

  #settle(message: Extract<FromReader, { id: number }>): void {
    const pending = this.#pending.get(message.id);
    if (!pending) return;
    if ('part' in message) {
      pending.part?.(message.part);
      return;
    }
    this.#pending.delete(message.id);
    pending.release();
    if (pending.stopped) pending.reject(pending.stopped);
    else if ('results' in message || 'ended' in message) pending.resolve(message);
    else if ('fault' in message && message.fault) pending.reject(new StatementFailed(message.fault));
    else if (isUnfitText(message.failed)) pending.reject(new UnfitText());
    else if (isOverflow(message.failed)) pending.reject(new FigureOverflow());
    else if (isOutOfMemory(message.failed)) pending.reject(new MemoryExceeded());
    else if (isTooDeep(message.failed)) pending.reject(new QueryTooLarge());
    else if ('details' in message && message.details) pending.reject(new QueryError(message.details));
    else pending.reject(new WarehouseUnavailable(`The warehouse refused the query: ${message.failed}`));
  }
}
