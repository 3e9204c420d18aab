import { createHmac } from 'node:crypto';
import type { Route } from '@rise/contract';
import { SYSTEM } from '../kernel/actor.ts';
import type { Database } from '../kernel/database.ts';
import { forgetUses, holdUses, insertUse, usesOf } from './limits.sql.ts';

export type LimitName = NonNullable<Route['limit']>;

export interface Limits {
  /** Counts a use by an address. Null: it may; else the seconds until the next may. What is refused is not counted. */
  use(what: LimitName, address: string): Promise<number | null>;
}

/** Limits of single routes for one address, over the last hour and all server processes. */
export function createLimits(options: {
  readonly database: Database;
  readonly perHour: Readonly<Record<LimitName, number>>;
  /** Addresses are kept as hashes under this key only. */
  readonly key: Buffer;
}): Limits {
  const { database, perHour, key } = options;
  return {
    use(what, address) {
      const use = { what, who: createHmac('sha256', key).update(address).digest() };
      return database.withGlobal(SYSTEM, async (tx) => {
        await holdUses(tx, use);
        await forgetUses(tx, what);
        const { count, freeIn } = await usesOf(tx, use);
        if (count >= perHour[what]) return Math.max(1, freeIn);
        await insertUse(tx, use);
        return null;
      });
    },
  };
}
