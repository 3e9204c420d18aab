import type { TenantTx } from '../kernel/database/database.ts';

/** Ids of the reports that a person marked; none for the server itself. */
export async function listFavorites(tx: TenantTx, account: string | null): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ id: string }>`
    SELECT report_id AS id FROM report_favorite WHERE tenant_id = ${tx.tenantId} AND account_id = ${account}::uuid`;
  return new Set(rows.map(({ id }) => id));
}

/** One at a time changes a person's favorites, so that their number has a limit. */
export async function lockFavorites(tx: TenantTx, account: string): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('favorites ' || ${tx.tenantId} || ${account}, 0))`;
}

export async function insertFavorite(tx: TenantTx, account: string, report: string): Promise<void> {
  await tx.run`
    INSERT INTO report_favorite (tenant_id, account_id, report_id) VALUES (${tx.tenantId}, ${account}, ${report})
    ON CONFLICT DO NOTHING`;
}

export async function deleteFavorite(tx: TenantTx, account: string, report: string): Promise<void> {
  await tx.run`
    DELETE FROM report_favorite
    WHERE tenant_id = ${tx.tenantId} AND account_id = ${account} AND report_id = ${report}`;
}
