import type { GlobalTx } from '../kernel/database/database.ts';

export interface ColleagueRow {
  roles: string[];
  groups: string[];
  attributes: Record<string, string[]>;
}

/** What row rules may refer to of a person in the tenant; null for anyone else. */
export function findColleague(tx: GlobalTx, tenantId: string, accountId: string): Promise<ColleagueRow | null> {
  return tx.first<ColleagueRow>`
    SELECT a.roles, a.groups, a.attributes
    FROM tenant_user u JOIN account a ON a.id = u.account_id AND a.disabled_at IS NULL
    WHERE u.tenant_id = ${tenantId} AND u.account_id = ${accountId} AND u.disabled_at IS NULL`;
}

/** The same by email address; null also where several people of the tenant have it. */
export async function findColleagueByEmail(
  tx: GlobalTx,
  tenantId: string,
  email: string,
): Promise<(ColleagueRow & { id: string }) | null> {
  const [row, another] = await tx.rows<ColleagueRow & { id: string }>`
    SELECT a.id, a.roles, a.groups, a.attributes
    FROM tenant_user u JOIN account a ON a.id = u.account_id AND a.disabled_at IS NULL
    WHERE u.tenant_id = ${tenantId} AND lower(a.email) = lower(${email}) AND u.disabled_at IS NULL
    ORDER BY a.id LIMIT 2`;
  return row && !another ? row : null;
}
