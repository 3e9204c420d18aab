import type { GlobalTx, TenantTx } from '../kernel/database/database.ts';

export interface ConnectionRow {
  /** Null: for every tenant without its own. */
  tenantId: string | null;
  revision: string;
  /** Without secrets. */
  settings: object;
  secrets: Buffer | null;
  connectedAt: Date;
}

/** The active connection of the transaction's tenant: its own, or else the shared one. */
export function activeConnection(tx: TenantTx): Promise<(ConnectionRow & { slug: string }) | null> {
  return tx.first<ConnectionRow & { slug: string }>`
    SELECT c.tenant_id AS "tenantId", c.revision, c.settings, c.secrets, c.connected_at AS "connectedAt", t.slug
    FROM warehouse_connection c JOIN tenant t ON t.id = ${tx.tenantId}
    WHERE c.tenant_id = ${tx.tenantId} OR c.tenant_id IS NULL
    ORDER BY c.tenant_id NULLS LAST LIMIT 1`;
}

/** A tenant's own connection, or with null the shared one. */
export function ownConnection(tx: GlobalTx, tenantId: string | null): Promise<ConnectionRow | null> {
  return tx.first<ConnectionRow>`
    SELECT tenant_id AS "tenantId", revision, settings, secrets, connected_at AS "connectedAt"
    FROM warehouse_connection WHERE tenant_id IS NOT DISTINCT FROM ${tenantId}::uuid`;
}

/** A tenant with the settings of its active connection; null: our own files. */
export interface TenantConnectionRow {
  id: string;
  slug: string;
  settings: object | null;
}

export function listTenantConnections(tx: GlobalTx): Promise<TenantConnectionRow[]> {
  return tx.rows<TenantConnectionRow>`
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
