import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { PRINT_ENTRY } from './print-entry.ts';
import type { PrintRequest } from './print-report.ts';
import type { PicturedTile, PictureRequest } from './tile-pictures.ts';

export type PrintAnswer =
  | { readonly file: Uint8Array }
  | { readonly pictures: readonly PicturedTile[] }
  | { readonly failure: string };

export interface ReportPrinterOptions {
  /** With the layout and its fonts. */
  readonly folder: string;
  /** The thread's program. */
  readonly entry?: string | undefined;
  readonly deadlineMs?: number | undefined;
}

const DEADLINE_MS = 60_000;
/** Without work, a thread is stopped: it holds fonts and charts in memory. */
const IDLE_MS = 60_000;
const MEMORY = { maxOldGenerationSizeMb: 1024 };
/** Error codes of a thread that was stopped for its time or memory. */
const OVERLOADED = new Set(['ABORT_ERR', 'ERR_WORKER_OUT_OF_MEMORY']);

/** Thrown where a report takes more time or memory than one may. */
export class PrintOverload extends Error {}

/**
 * Prints reports in a thread of its own, one at a time: drawing and setting take from a tenth of a second to several
 * seconds, in which the server would answer nobody.
 */
export class ReportPrinter {
  readonly #options: ReportPrinterOptions;
  #thread: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  constructor(options: ReportPrinterOptions) {
    this.#options = options;
  }

  /** Throws `PrintOverload`, and the signal's reason where the reader has left before it began. */
  async print(request: PrintRequest, signal: AbortSignal): Promise<Buffer> {
    const answer = await this.#inTurn(request, signal);
    if (!('file' in answer)) throw new Error('failure' in answer ? answer.failure : 'no file');
    return Buffer.from(answer.file.buffer, answer.file.byteOffset, answer.file.byteLength);
  }

  /** Charts of a report, in the order of the request; as `print`. */
  async pictures(request: PictureRequest, signal: AbortSignal): Promise<readonly PicturedTile[]> {
    const answer = await this.#inTurn(request, signal);
    if (!('pictures' in answer)) throw new Error('failure' in answer ? answer.failure : 'no pictures');
    return answer.pictures;
  }

  async #inTurn(request: PrintRequest | PictureRequest, signal: AbortSignal): Promise<PrintAnswer> {
    const printed = this.#last.then(() => {
      signal.throwIfAborted();
      return this.#send(request, signal);
    });
    this.#last = printed.catch(() => {});
    return printed;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = null;
    await thread?.terminate();
  }

  #start(): Worker {
    const { folder, entry = PRINT_ENTRY } = this.#options;
    const thread = new Worker(entry, { workerData: { folder }, resourceLimits: MEMORY });
    // One that fails while nobody waits for it would end the server, too.
    thread.on('error', () => undefined);
    thread.once('exit', () => {
      if (this.#thread === thread) this.#thread = null;
    });
    return thread;
  }

  async #send(request: PrintRequest | PictureRequest, signal: AbortSignal): Promise<PrintAnswer> {
    clearTimeout(this.#idle);
    const { deadlineMs = DEADLINE_MS } = this.#options;
    const thread = (this.#thread ??= this.#start());
    thread.ref();
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage(request);
      const until = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
      // Rejects where the thread fails, also for lack of memory.
      const [answer] = (await once(thread, 'message', { signal: until })) as [PrintAnswer];
      thread.unref();
      this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
      return answer;
    } catch (error) {
      await this.close();
      signal.throwIfAborted();
      if (OVERLOADED.has((error as { code?: string }).code ?? '')) throw new PrintOverload();
      throw error;
    }
  }
}
