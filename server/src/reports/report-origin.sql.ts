import type { TenantTx } from '../kernel/database/database.ts';

export interface OriginRow {
  /** Of the report that it is a copy of. */
  id: string;
  /** The version whose changes the published copy has. */
  base: number;
  /** The latest that its editors do not want to be shown. */
  dismissed: number | null;
}

export async function insertOrigin(tx: TenantTx, copy: string, { id, base }: Omit<OriginRow, 'dismissed'>) {
  await tx.run`
    INSERT INTO report_origin (tenant_id, report_id, origin_id, base) VALUES (${tx.tenantId}, ${copy}, ${id}, ${base})`;
}

export function originOf(tx: TenantTx, copy: string): Promise<OriginRow | null> {
  return tx.first<OriginRow>`
    SELECT origin_id AS id, base, dismissed FROM report_origin
     WHERE tenant_id = ${tx.tenantId} AND report_id = ${copy}`;
}

/** What is left out stays. */
export async function updateOrigin(
  tx: TenantTx,
  copy: string,
  update: Partial<Pick<OriginRow, 'base' | 'dismissed'>>,
): Promise<void> {
  const { base = null, dismissed = null } = update;
  await tx.run`
    UPDATE report_origin SET base = coalesce(${base}::integer, base), dismissed = coalesce(${dismissed}::integer, dismissed)
     WHERE tenant_id = ${tx.tenantId} AND report_id = ${copy}`;
}
