import type { GlobalTx, TenantTx } from '../kernel/database.ts';

export interface TenantRow {
  id: string;
  slug: string;
  name: string;
  currency: string;
  homeMember: string | null;
}

export function insertTenant(
  tx: GlobalTx,
  tenant: { slug: string; name: string; currency: string; homeMember: string | null },
): Promise<TenantRow | null> {
  return tx.first<TenantRow>`
    INSERT INTO tenant (slug, name, currency, home_member)
    VALUES (${tenant.slug}, ${tenant.name}, ${tenant.currency}, ${tenant.homeMember})
    ON CONFLICT (slug) DO NOTHING
    RETURNING id, slug, name, currency, home_member AS "homeMember"`;
}

export function tenantBySlug(tx: GlobalTx, slug: string): Promise<TenantRow | null> {
  return tx.first<TenantRow>`SELECT id, slug, name, currency, home_member AS "homeMember" FROM tenant WHERE slug = ${slug}`;
}

export function listTenants(tx: GlobalTx): Promise<TenantRow[]> {
  return tx.rows<TenantRow>`
    SELECT id, slug, name, currency, home_member AS "homeMember" FROM tenant WHERE suspended_at IS NULL ORDER BY name, id`;
}

export function tenantById(tx: TenantTx): Promise<TenantRow | null> {
  return tx.first<TenantRow>`SELECT id, slug, name, currency, home_member AS "homeMember" FROM tenant WHERE id = ${tx.tenantId}`;
}
