import type { GlobalTx, TenantTx } from '../kernel/database/database.ts';

export interface ColleagueRow {
  id: string;
  roles: string[];
  groups: string[];
  attributes: Record<string, string[]>;
}

/** What row rules may refer to of a person in the tenant, and their name; null for anyone else. */
export function findColleague(
  tx: GlobalTx,
  tenantId: string,
  accountId: string,
): Promise<(ColleagueRow & { name: string }) | null> {
  return tx.first<ColleagueRow & { name: string }>`
    SELECT a.id, coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email) AS name,
           rise_roles(a.roles, u.sources, u.roles) AS roles, rise_groups(a.groups, u.sources, u.groups) AS groups,
           rise_attributes(a.attributes, u.sources, u.attributes) AS attributes
    FROM tenant_user u JOIN account a ON a.id = u.account_id AND a.disabled_at IS NULL
    WHERE u.tenant_id = ${tenantId} AND u.account_id = ${accountId} AND u.disabled_at IS NULL`;
}

/** The same by email address; null also where several people of the tenant have it. */
export async function findColleagueByEmail(
  tx: GlobalTx,
  tenantId: string,
  email: string,
): Promise<ColleagueRow | null> {
  const [row, another] = await tx.rows<ColleagueRow>`
    SELECT a.id, rise_roles(a.roles, u.sources, u.roles) AS roles, rise_groups(a.groups, u.sources, u.groups) AS groups,
           rise_attributes(a.attributes, u.sources, u.attributes) AS attributes
    FROM tenant_user u JOIN account a ON a.id = u.account_id AND a.disabled_at IS NULL
    WHERE u.tenant_id = ${tenantId} AND lower(a.email) = lower(${email}) AND u.disabled_at IS NULL
    ORDER BY a.id LIMIT 2`;
  return row && !another ? row : null;
}

/** False where the viewed person was notified of the viewer today. Earlier days are forgotten. */
export async function insertNotice(tx: TenantTx, viewer: string, viewed: string): Promise<boolean> {
  const inserted = await tx.run`
    INSERT INTO view_as_notice (tenant_id, viewer, viewed, day)
    VALUES (${tx.tenantId}, ${viewer}, ${viewed}, (now() AT TIME ZONE 'UTC')::date) ON CONFLICT DO NOTHING`;
  if (inserted === 0) return false;
  await tx.run`
    DELETE FROM view_as_notice
    WHERE tenant_id = ${tx.tenantId} AND viewer = ${viewer} AND day < (now() AT TIME ZONE 'UTC')::date`;
  return true;
}
