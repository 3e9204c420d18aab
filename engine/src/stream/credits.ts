/** Parts of a stream that may wait, unread, between the process that reads and the one that sends. */
export const UNREAD_PARTS = 3;

/** Allowances that are given one by one, and waited for where there is none left. */
export class Credits {
  #left: number;
  #refused: Error | null = null;
  #waiting: { resolve: () => void; reject: (error: Error) => void } | null = null;

  constructor(first: number) {
    this.#left = first;
  }

  give(): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting) waiting.resolve();
    else this.#left += 1;
  }

  /** Who waits, and whoever asks from now on, gets the error. */
  refuse(error: Error): void {
    this.#refused = error;
    this.#waiting?.reject(error);
    this.#waiting = null;
  }

  /** Uses one up. One at a time may wait. */
  async take(): Promise<void> {
    if (this.#refused) throw this.#refused;
    if (this.#left > 0) {
      this.#left -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }
}
