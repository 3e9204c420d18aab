import type { TenantTx } from '../kernel/database/database.ts';
import { countOwned, pauseSchedules } from '../users/owned-things.ts';
import { keepAdministrator, publishRights } from '../users/users.service.ts';
import * as sql from './memberships.sql.ts';

type Provisioned = { readonly id: string; readonly accountId: string | null; readonly isActive: boolean };

/**
 * Has the membership follow what the provider says of a person who has signed in. Within the transaction that changes it, under the
 * lock of the tenant's people. CONFLICT where the tenant would lose its last administrator.
 */
export async function alignMembership(tx: TenantTx, { id, accountId, isActive }: Provisioned): Promise<void> {
  if (accountId === null) return;
  if (!isActive) {
    await keepAdministrator(tx, async () => {
      if (await sql.disableProvisioned(tx, accountId)) await pauseSchedules(tx, accountId);
    });
    await sql.endAccess(tx, accountId);
  } else await keepAdministrator(tx, async () => void (await sql.joinProvisioned(tx, id, accountId)));
  await publishRights(tx, accountId);
}

/** After groups, their members or their roles have changed. CONFLICT where the tenant would lose its last administrator. */
export async function alignRoles(tx: TenantTx, users: readonly string[] | null): Promise<void> {
  let changed: string[] = [];
  await keepAdministrator(tx, async () => {
    changed = await sql.alignRoles(tx, users);
  });
  for (const account of changed) await publishRights(tx, account);
}

/**
 * Ends what provisioning gave to a person. Who is a member by something else stays one; of the others, who owns something is
 * listed as disabled until an administrator removes them and names who takes over.
 */
export async function endMembership(tx: TenantTx, accountId: string | null): Promise<void> {
  if (accountId === null) return;
  await keepAdministrator(tx, async () => {
    const others = await sql.endSource(tx, accountId);
    if (others === null || others.length > 0) return;
    await pauseSchedules(tx, accountId);
    const owned = Object.values(await countOwned(tx, accountId)).some((count) => count > 0);
    if (owned) await sql.disableMembership(tx, accountId);
    else await sql.deleteMembership(tx, accountId);
    await sql.endAccess(tx, accountId);
  });
  await publishRights(tx, accountId);
}
