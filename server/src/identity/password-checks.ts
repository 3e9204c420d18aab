import { availableParallelism } from 'node:os';
import { verifyPassword } from './password.ts';

/**
 * Hashes run in the process's thread pool, which also reads files and resolves names: some of its four threads stay free
 * for that, and a processor for the requests.
 */
const PARALLEL = Math.max(1, Math.min(2, availableParallelism() - 1));
const WAITING = 20;

/** Verifies passwords, a few at a time: however many are sent, everything else stays responsive. */
export class PasswordChecks {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** No further check is accepted until one has finished. */
  get isFull(): boolean {
    return this.#waiting.length >= WAITING;
  }

  /** As `verifyPassword`, when it is this one's turn: first come, first served. */
  async verify(password: string, stored: string | null): Promise<boolean> {
    if (this.#running < PARALLEL) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await verifyPassword(password, stored);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
