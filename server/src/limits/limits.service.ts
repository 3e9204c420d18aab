import type { Route } from '@rise/contract';
import type { Database } from '../kernel/database/database.ts';
import { SharedLimit } from './shared-limit.service.ts';

export type LimitName = NonNullable<Route['limit']> | 'unsubscribe';

export interface LimitOptions {
  readonly database: Database;
  readonly perHour: Readonly<Record<LimitName, number>>;
  /** Addresses are stored only as hashes under this key. */
  readonly key: Buffer;
}

const HOUR_SECONDS = 60 * 60;

/** Limits of single routes per address, over the last hour and all server processes. */
export class LimitService {
  readonly #options: LimitOptions;

  constructor(options: LimitOptions) {
    this.#options = options;
  }

  /** As `SharedLimit.use`, for an address. */
  use(what: LimitName, address: string): Promise<number | null> {
    const { database, perHour, key } = this.#options;
    return new SharedLimit({ database, key, what, most: perHour[what], seconds: HOUR_SECONDS }).use(address);
  }
}
