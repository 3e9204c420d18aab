import type { StreamEnd } from './stream-request.ts';

type Arrived = { part: Uint8Array } | { end: StreamEnd } | { error: Error };

/** Chunks received but not yet read. They are read before the end. */
export class Inbox {
  readonly #arrived: Arrived[] = [];
  #wake: (() => void) | null = null;

  put(arrived: Arrived): void {
    // An error is delivered at once: the chunks before it would be discarded anyway.
    if ('error' in arrived) this.#arrived.length = 0;
    this.#arrived.push(arrived);
    this.#wake?.();
    this.#wake = null;
  }

  /** The next chunk, or the end; throws the error. */
  async take(): Promise<{ part: Uint8Array } | { end: StreamEnd }> {
    if (this.#arrived.length === 0)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    const next = this.#arrived[0]!;
    if ('error' in next) throw next.error;
    this.#arrived.shift();
    return next;
  }
}
