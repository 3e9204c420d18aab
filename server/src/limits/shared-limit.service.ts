import { createHmac } from 'node:crypto';
import { SYSTEM } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { countUses, deleteExpiredUses, deleteUses, insertUse, lockUses } from './limits.sql.ts';

export interface SharedLimitOptions {
  readonly database: Database;
  /** Names are stored only as hashes under this key: the same one in all servers. */
  readonly key: Buffer;
  readonly what: string;
  readonly most: number;
  readonly seconds: number;
}

/** How often something may be done under a name within a sliding window, counted over all server processes. */
export class SharedLimit {
  readonly #options: SharedLimitOptions;

  constructor(options: SharedLimitOptions) {
    this.#options = options;
  }

  /**
   * Counts a use under a name. Null where it is within the limit; else the seconds until the next use is allowed. A
   * rejected use is not counted.
   */
  use(name: string): Promise<number | null> {
    const { database, what, most, seconds } = this.#options;
    const use = this.#useOf(name);
    return database.withGlobal(SYSTEM, async (tx) => {
      await lockUses(tx, use);
      await deleteExpiredUses(tx, what, seconds);
      const { count, freeIn } = await countUses(tx, use, seconds);
      if (count >= most) return Math.max(1, freeIn);
      await insertUse(tx, use);
      return null;
    });
  }

  /** No earlier use under the name counts any more. */
  forget(name: string): Promise<void> {
    return this.#options.database.withGlobal(SYSTEM, (tx) => deleteUses(tx, this.#useOf(name)));
  }

  #useOf(name: string) {
    return { what: this.#options.what, who: createHmac('sha256', this.#options.key).update(name).digest() };
  }
}
