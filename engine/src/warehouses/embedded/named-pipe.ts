import { execFile } from 'node:child_process';
import { constants, open } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const RETRY_MS = 5;

/**
 * A file that another reader in this process reads while it is written; nothing of it is stored. To open one waits for
 * the reader without a thread, since a table can have more of them than there are threads.
 */
export class NamedPipe {
  readonly path: string;
  /** What `chunks` threw: the reader only sees an end, or fails itself. */
  failure: unknown = null;
  readonly #stop = new AbortController();
  #written: Promise<void> = Promise.resolve();
  private constructor(path: string) {
    this.path = path;
  }

  static async create(path: string): Promise<NamedPipe> {
    await rm(path, { force: true });
    await promisify(execFile)('mkfifo', ['-m', '600', path]);
    return new NamedPipe(path);
  }

  /** Begins to write once the pipe is read. What `chunks` throws is thrown by `finish`, and the reader sees an end. */
  start(chunks: (signal: AbortSignal) => AsyncIterable<Buffer>): void {
    this.#written = this.#write(chunks);
    this.#written.catch((error: unknown) => {
      this.failure = error;
    });
  }

  /** Waits until all is written. */
  finish(): Promise<void> {
    return this.#written;
  }

  /** Stops writing, and removes the pipe. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#written.catch(() => undefined);
    await rm(this.path, { force: true });
  }

  async #write(chunks: (signal: AbortSignal) => AsyncIterable<Buffer>): Promise<void> {
    const { signal } = this.#stop;
    const socket = await this.#openForReader();
    if (socket === null) return;
    // The reader may leave early, as it does once it has failed.
    const gone = new Promise<void>((resolve) => {
      socket.once('error', () => resolve());
      socket.once('close', () => resolve());
    });
    try {
      for await (const chunk of chunks(signal)) {
        if (signal.aborted || socket.destroyed) return;
        if (!socket.write(chunk)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), gone]);
      }
      await Promise.race([new Promise<void>((resolve) => socket.end(resolve)), gone]);
    } finally {
      socket.destroy();
    }
  }

  async #openForReader(): Promise<Socket | null> {
    while (!this.#stop.signal.aborted) {
      try {
        const fd = await promisify(open)(this.path, constants.O_WRONLY | constants.O_NONBLOCK);
        return new Socket({ fd, readable: false, writable: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
        await wait(RETRY_MS);
      }
    }
    return null;
  }
}
