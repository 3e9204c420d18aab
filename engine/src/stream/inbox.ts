import type { StreamEnd } from './stream-request.ts';

type Arrived = { part: Uint8Array } | { end: StreamEnd } | { error: Error };

/** Parts that have come and nobody has taken yet. What is in it is taken before its end or its error is. */
export class Inbox {
  readonly #arrived: Arrived[] = [];
  #wake: (() => void) | null = null;

  put(arrived: Arrived): void {
    // What failed is told at once: the parts before it would only be thrown away later.
    if ('error' in arrived) this.#arrived.length = 0;
    this.#arrived.push(arrived);
    this.#wake?.();
    this.#wake = null;
  }

  /** The next part, or the end; throws the error. */
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
