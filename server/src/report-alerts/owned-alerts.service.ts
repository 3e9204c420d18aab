import type { TenantTx } from '../kernel/database/database.ts';
import { countAlertsOf, pauseAlertsOf, replaceOwner } from './report-alerts.sql.ts';

export const countOwned = (tx: TenantTx, account: string): Promise<number> => countAlertsOf(tx, account);

export const pauseOwned = (tx: TenantTx, account: string): Promise<void> => pauseAlertsOf(tx, account);

/** They are judged again: the new owner may see other rows. */
export const handOver = (tx: TenantTx, account: string, to: { account: string }): Promise<void> =>
  replaceOwner(tx, account, to.account);
