import type { GlobalTx, TenantTx } from '../kernel/database.ts';

export interface ConnectionRow {
  /** Null: of every tenant without one of its own. */
  tenantId: string | null;
  revision: string;
  /** Without secrets. */
  settings: object;
  secrets: Buffer | null;
  connectedAt: Date;
}

/** The connection that holds for the transaction's tenant: its own, or everybody's. */
export function connectionInForce(tx: TenantTx): Promise<(ConnectionRow & { slug: string }) | null> {
  return tx.first<ConnectionRow & { slug: string }>`
    SELECT c.tenant_id AS "tenantId", c.revision, c.settings, c.secrets, c.connected_at AS "connectedAt", t.slug
    FROM warehouse_connection c JOIN tenant t ON t.id = ${tx.tenantId}
    WHERE c.tenant_id = ${tx.tenantId} OR c.tenant_id IS NULL
    ORDER BY c.tenant_id NULLS LAST LIMIT 1`;
}

/** The connection of one tenant, or with null everybody's; not one that only holds for it too. */
export function connectionOf(tx: GlobalTx, tenantId: string | null): Promise<ConnectionRow | null> {
  return tx.first<ConnectionRow>`
    SELECT tenant_id AS "tenantId", revision, settings, secrets, connected_at AS "connectedAt"
    FROM warehouse_connection WHERE tenant_id IS NOT DISTINCT FROM ${tenantId}::uuid`;
}

/** Which connection holds for each tenant. */
export function everyConnection(tx: GlobalTx): Promise<{ id: string; slug: string; settings: object | null }[]> {
  return tx.rows<{ id: string; slug: string; settings: object | null }>`
    SELECT t.id, t.slug, c.settings FROM tenant t
    LEFT JOIN LATERAL (
      SELECT settings FROM warehouse_connection WHERE tenant_id = t.id OR tenant_id IS NULL ORDER BY tenant_id NULLS LAST LIMIT 1
    ) c ON true ORDER BY t.slug`;
}

export function putConnection(
  tx: GlobalTx,
  { tenantId, settings, secrets }: Pick<ConnectionRow, 'tenantId' | 'settings' | 'secrets'>,
): Promise<number> {
  return tx.run`
    INSERT INTO warehouse_connection (tenant_id, settings, secrets)
    VALUES (${tenantId}, ${JSON.stringify(settings)}::jsonb, ${secrets})
    ON CONFLICT (tenant_id) DO UPDATE
      SET settings = excluded.settings, secrets = excluded.secrets, revision = gen_random_uuid(), connected_at = now()`;
}

export function deleteConnection(tx: GlobalTx, tenantId: string | null): Promise<number> {
  return tx.run`DELETE FROM warehouse_connection WHERE tenant_id IS NOT DISTINCT FROM ${tenantId}::uuid`;
}
