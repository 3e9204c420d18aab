/** Maximum unread chunks between the process that reads and the one that sends. */
export const UNREAD_PARTS = 3;

/** Flow control: credits are given one by one; `take` waits while there are none. */
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

  /** Rejects the waiting `take` and all later ones with this error. */
  refuse(error: Error): void {
    this.#refused = error;
    this.#waiting?.reject(error);
    this.#waiting = null;
  }

  /** Uses one credit. Only one caller may wait at a time. */
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
