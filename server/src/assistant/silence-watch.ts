import { OutgoingError } from '../kernel/security/outgoing-http.ts';

/** Aborts its signal where a server is silent for too long: before its first byte, or between two parts. */
export class SilenceWatch {
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout;

  constructor(firstMs: number) {
    this.#timer = this.#after(firstMs);
  }

  /** Its reason is an `OutgoingError` with the code `SILENT`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The same parts, each of which restarts the time. */
  async *over(parts: AsyncIterable<Buffer>, idleMs: number): AsyncGenerator<Buffer> {
    for await (const part of parts) {
      clearTimeout(this.#timer);
      yield part;
      // Time in which the reader did not ask for more is not the server's.
      this.#timer = this.#after(idleMs);
    }
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #after(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#controller.abort(new OutgoingError('SILENT')), ms);
  }
}
