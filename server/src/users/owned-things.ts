import type { OwnedThings } from '@rise/contract';
import type { TenantTx } from '../kernel/database/database.ts';
import * as copies from '../copies/owned-copies.service.ts';
import * as alerts from '../report-alerts/owned-alerts.service.ts';
import * as subscriptions from '../report-subscriptions/owned-subscriptions.service.ts';
import * as queries from '../sql-workbench/owned-queries.service.ts';
import * as workspaces from '../workspaces/owned-roles.service.ts';

/** Someone who takes over. */
export interface Successor {
  readonly account: string;
  readonly email: string;
}

export async function countOwned(tx: TenantTx, account: string): Promise<OwnedThings> {
  return {
    subscriptions: await subscriptions.countOwned(tx, account),
    alerts: await alerts.countOwned(tx, account),
    queries: await queries.countOwned(tx, account),
    copies: await copies.countOwned(tx, account),
    workspaces: await workspaces.countOwned(tx, account),
  };
}

/** What runs with the person's rights waits until someone resumes it. */
export async function pauseSchedules(tx: TenantTx, account: string): Promise<void> {
  await subscriptions.pauseOwned(tx, account);
  await alerts.pauseOwned(tx, account);
  await copies.pauseOwned(tx, account);
}

/** What was running goes on, with the rights of the successor; what was paused stays so. */
export async function handOver(tx: TenantTx, account: string, successor: Successor): Promise<void> {
  await subscriptions.handOver(tx, account, successor);
  await alerts.handOver(tx, account, successor);
  await queries.handOver(tx, account, successor);
  await copies.handOver(tx, account, successor);
  await workspaces.handOver(tx, account, successor);
}
