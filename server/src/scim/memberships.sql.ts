import type { TenantTx } from '../kernel/database/database.ts';

/** Gives roles of groups to one user, or to all of the tenant (null); returns the accounts whose roles are others now. */
export async function alignRoles(tx: TenantTx, users: readonly string[] | null): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>`
    WITH now_given AS MATERIALIZED (
      SELECT s.account_id, rise_scim_roles(s.tenant_id, s.id) AS roles FROM scim_user s
       WHERE s.tenant_id = ${tx.tenantId} AND s.account_id IS NOT NULL AND s.is_active
         AND (${users as string[] | null}::uuid[] IS NULL OR s.id = ANY (${users as string[] | null}::uuid[])))
    UPDATE tenant_user u SET scim_roles = g.roles FROM now_given g
     WHERE u.tenant_id = ${tx.tenantId} AND u.account_id = g.account_id AND 'scim' = ANY (u.sources)
       AND u.removed_at IS NULL AND u.scim_roles <> g.roles
    RETURNING u.account_id AS id`;
  return rows.map(({ id }) => id);
}

/** Makes the person a member; false where an administrator removed them after they had been provisioned. */
export async function joinProvisioned(tx: TenantTx, user: string, account: string): Promise<boolean> {
  const row = await tx.first<{ isMember: boolean }>`
    SELECT rise_provision_member(${account}, rise_scim_roles(s.tenant_id, s.id), s.created_at) AS "isMember"
      FROM scim_user s WHERE s.tenant_id = ${tx.tenantId} AND s.id = ${user}`;
  return row?.isMember ?? false;
}

/** Whatever else makes them a member: the provider says that they may not enter. Returns whether they could until now. */
export async function disableProvisioned(tx: TenantTx, account: string): Promise<boolean> {
  const row = await tx.first<{ wasEnabled: boolean }>`
    WITH before AS (SELECT disabled_at IS NULL AS was_enabled FROM tenant_user
                     WHERE tenant_id = ${tx.tenantId} AND account_id = ${account} AND removed_at IS NULL FOR UPDATE)
    UPDATE tenant_user u SET scim_roles = '{}', disabled_at = coalesce(disabled_at, now()),
           scim_disabled = scim_disabled OR disabled_at IS NULL
      FROM before WHERE u.tenant_id = ${tx.tenantId} AND u.account_id = ${account}
    RETURNING before.was_enabled AS "wasEnabled"`;
  return row?.wasEnabled ?? false;
}

/** Ends what provisioning gave; returns what else makes the person a member, and null for who is none. */
export async function endSource(tx: TenantTx, account: string): Promise<string[] | null> {
  const row = await tx.first<{ sources: string[] }>`
    UPDATE tenant_user SET sources = array_remove(sources, 'scim'), scim_roles = '{}', scim_disabled = false
     WHERE tenant_id = ${tx.tenantId} AND account_id = ${account} AND removed_at IS NULL RETURNING sources`;
  return row?.sources ?? null;
}

export async function deleteMembership(tx: TenantTx, account: string): Promise<void> {
  await tx.run`DELETE FROM tenant_user WHERE tenant_id = ${tx.tenantId} AND account_id = ${account}`;
}

/** Until their things have a new owner, the person is listed as disabled. */
export async function disableMembership(tx: TenantTx, account: string): Promise<void> {
  await tx.run`
    UPDATE tenant_user SET disabled_at = coalesce(disabled_at, now()) WHERE tenant_id = ${tx.tenantId} AND account_id = ${account}`;
}

/** One at a time changes people of a tenant, administrators and providers alike. */
export async function lockPeople(tx: TenantTx): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('people ' || ${tx.tenantId}, 0))`;
}

/** Ends the person's sessions in the tenant, and their tokens for it. */
export async function endAccess(tx: TenantTx, account: string): Promise<void> {
  await tx.run`SELECT rise_end_access(${account})`;
}
