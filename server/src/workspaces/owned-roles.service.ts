import type { TenantTx } from '../kernel/database/database.ts';
import { countRolesOf, replaceMember } from './workspaces.sql.ts';

/** Workspaces in which someone has a role of their own, beside those of their groups and of everybody. */
export const countOwned = (tx: TenantTx, account: string): Promise<number> => countRolesOf(tx, account);

/** The new person gets each role, unless theirs is higher. */
export const handOver = (tx: TenantTx, account: string, to: { account: string }): Promise<void> =>
  replaceMember(tx, account, to.account);
