import type { TenantTx } from '../kernel/database/database.ts';
import { countCopiesOf, pauseCopiesOf, replaceRunsAs } from './copies.sql.ts';

/** Copies of queries, which read with a person's rights; all others are the tenant's. */
export const countOwned = (tx: TenantTx, account: string): Promise<number> => countCopiesOf(tx, account);

export const pauseOwned = (tx: TenantTx, account: string): Promise<void> => pauseCopiesOf(tx, account);

/** Whether the new person may run them is decided when they run. */
export const handOver = (tx: TenantTx, account: string, to: { account: string; email: string }): Promise<void> =>
  replaceRunsAs(tx, account, to);
