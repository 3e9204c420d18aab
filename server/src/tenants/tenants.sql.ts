import type { GlobalTx, TenantTx } from '../kernel/database.ts';

export const SQL_ACCESS = ['nobody', 'administrators', 'everyone'] as const;
export type SqlAccess = (typeof SQL_ACCESS)[number];

export interface TenantRow {
  id: string;
  slug: string;
  name: string;
  currency: string;
  homeMember: string | null;
  /** Whether its people may write to each other; null leaves it to the installation. */
  chatEnabled: boolean | null;
}

export function insertTenant(
  tx: GlobalTx,
  tenant: { slug: string; name: string; currency: string; homeMember: string | null },
): Promise<TenantRow | null> {
  return tx.first<TenantRow>`
    INSERT INTO tenant (slug, name, currency, home_member)
    VALUES (${tenant.slug}, ${tenant.name}, ${tenant.currency}, ${tenant.homeMember})
    ON CONFLICT (slug) DO NOTHING
    RETURNING id, slug, name, currency, home_member AS "homeMember", chat_enabled AS "chatEnabled"`;
}

export function tenantBySlug(tx: GlobalTx, slug: string): Promise<TenantRow | null> {
  return tx.first<TenantRow>`SELECT id, slug, name, currency, home_member AS "homeMember", chat_enabled AS "chatEnabled" FROM tenant WHERE slug = ${slug}`;
}

export function listTenants(tx: GlobalTx): Promise<TenantRow[]> {
  return tx.rows<TenantRow>`
    SELECT id, slug, name, currency, home_member AS "homeMember", chat_enabled AS "chatEnabled" FROM tenant WHERE suspended_at IS NULL ORDER BY name, id`;
}

export function tenantById(tx: TenantTx): Promise<TenantRow | null> {
  return tx.first<TenantRow>`SELECT id, slug, name, currency, home_member AS "homeMember", chat_enabled AS "chatEnabled" FROM tenant WHERE id = ${tx.tenantId}`;
}

/** Who of a tenant may write SQL by hand; null leaves it to the roles. Answers its id, or null where none has this slug. */
export async function setSqlAccess(tx: GlobalTx, slug: string, access: SqlAccess | null): Promise<string | null> {
  const row = await tx.first<{
    id: string;
  }>`UPDATE tenant SET sql_access = ${access} WHERE slug = ${slug} RETURNING id`;
  return row?.id ?? null;
}

/** Changes a tenant; answers its id, or null where none has this slug. */
export async function setChatEnabled(tx: GlobalTx, slug: string, enabled: boolean | null): Promise<string | null> {
  const row = await tx.first<{ id: string }>`
    UPDATE tenant SET chat_enabled = ${enabled} WHERE slug = ${slug} RETURNING id`;
  return row?.id ?? null;
}
