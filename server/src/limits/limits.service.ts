import { createHmac } from 'node:crypto';
import type { Route } from '@rise/contract';
import { SYSTEM } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { countUses, deleteExpiredUses, insertUse, lockUses } from './limits.sql.ts';

export type LimitName = NonNullable<Route['limit']> | 'unsubscribe';

export interface LimitOptions {
  readonly database: Database;
  readonly perHour: Readonly<Record<LimitName, number>>;
  /** Addresses are stored only as hashes under this key. */
  readonly key: Buffer;
}

/** Limits of single routes per address, over the last hour and all server processes. */
export class LimitService {
  readonly #options: LimitOptions;

  constructor(options: LimitOptions) {
    this.#options = options;
  }

  /**
   * Counts a use by an address. Null where the use is within the limit; else the seconds until the next use is allowed.
   * A rejected use is not counted.
   */
  use(what: LimitName, address: string): Promise<number | null> {
    const { database, perHour, key } = this.#options;
    const use = { what, who: createHmac('sha256', key).update(address).digest() };
    return database.withGlobal(SYSTEM, async (tx) => {
      await lockUses(tx, use);
      await deleteExpiredUses(tx, what);
      const { count, freeIn } = await countUses(tx, use);
      if (count >= perHour[what]) return Math.max(1, freeIn);
      await insertUse(tx, use);
      return null;
    });
  }
}
