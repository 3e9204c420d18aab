import type { TenantTx } from '../kernel/database/database.ts';
import { countSubscriptionsOf, pauseSubscriptionsOf, replaceOwner } from './report-subscriptions.sql.ts';

export const countOwned = (tx: TenantTx, account: string): Promise<number> => countSubscriptionsOf(tx, account);

/** As those whose owner may no longer send them: the person who resumes one becomes its owner. */
export const pauseOwned = (tx: TenantTx, account: string): Promise<void> => pauseSubscriptionsOf(tx, account);

export const handOver = (tx: TenantTx, account: string, to: { account: string; email: string }): Promise<void> =>
  replaceOwner(tx, account, to);
