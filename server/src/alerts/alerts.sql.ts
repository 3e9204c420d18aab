import type { Alert } from '@rise/contract';
import type { TenantTx } from '../kernel/database/database.ts';

export function listAlerts(tx: TenantTx): Promise<Alert[]> {
  return tx.rows<Alert>`
    SELECT configurator_type AS "configuratorType", unmapped_count AS "unmappedCount" FROM alert
    WHERE tenant_id = ${tx.tenantId} ORDER BY unmapped_count DESC, configurator_type`;
}

/** Replaces the tenant's alerts; returns the number of rows changed. */
export async function replaceAlerts(tx: TenantTx, alerts: readonly Alert[]): Promise<number> {
  const types = alerts.map(({ configuratorType }) => configuratorType);
  const deleted = await tx.run`
    DELETE FROM alert WHERE tenant_id = ${tx.tenantId} AND configurator_type <> ALL (${types}::text[])`;
  const upserted = await tx.run`
    INSERT INTO alert (tenant_id, configurator_type, unmapped_count)
    SELECT ${tx.tenantId}, type, count
    FROM unnest(${types}::text[], ${alerts.map(({ unmappedCount }) => unmappedCount)}::int[]) AS alerts (type, count)
    ON CONFLICT (tenant_id, configurator_type) DO UPDATE SET unmapped_count = excluded.unmapped_count
    WHERE alert.unmapped_count <> excluded.unmapped_count`;
  return deleted + upserted;
}
