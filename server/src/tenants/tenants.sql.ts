import type { Branding, PlanLimits, SqlAccess, SupportAccess } from '@rise/contract';
import { fragment, type GlobalTx, type TenantTx } from '../kernel/database/database.ts';

export interface TenantRow {
  id: string;
  slug: string;
  name: string;
  homeMember: string | null;
  /** Whether its people have chat; null follows the installation. */
  chatEnabled: boolean | null;
  /** Whether they have the assistant; null follows the installation. */
  chatbotEnabled: boolean | null;
  /** Whether they have insights; null follows the installation. */
  insightsEnabled: boolean | null;
}

export type TenantName = Pick<TenantRow, 'id' | 'slug' | 'name'>;

/** Whether a tenant `t` has someone who administers it, by roles of here or of claims, and can enter it. */
export const HAS_ADMINISTRATOR = fragment`EXISTS (
  SELECT FROM tenant_user u JOIN account a ON a.id = u.account_id AND a.disabled_at IS NULL
   WHERE u.tenant_id = t.id AND u.disabled_at IS NULL AND rise_admits(t.sign_in, t.id, a.provider_tenant_id)
     AND ('tenant.admin' = ANY (u.roles) OR ('claim' = ANY (u.sources) AND 'tenant.admin' = ANY (a.roles))))`;

const TENANT_COLUMNS = fragment`id, slug, name, home_member AS "homeMember", chat_enabled AS "chatEnabled",
  chatbot_enabled AS "chatbotEnabled", insights_enabled AS "insightsEnabled"`;

export function insertTenant(
  tx: GlobalTx,
  tenant: {
    slug: string;
    name: string;
    homeMember: string | null;
    supportAccess: SupportAccess;
    limits?: { [K in keyof PlanLimits]?: PlanLimits[K] | undefined };
    language?: Branding['language'];
    theme?: Branding['theme'];
  },
): Promise<TenantRow | null> {
  return tx.first<TenantRow>`
    INSERT INTO tenant (slug, name, home_member, support_access, user_limit, storage_limit_mb, query_percent,
      assistant_tokens, assistant_cost, language, theme)
    VALUES (${tenant.slug}, ${tenant.name}, ${tenant.homeMember}, ${tenant.supportAccess},
      ${tenant.limits?.users ?? null}, ${tenant.limits?.storageMb ?? null}, ${tenant.limits?.queryPercent ?? null},
      ${tenant.limits?.assistantTokens ?? null}, ${tenant.limits?.assistantCost ?? null},
      ${tenant.language ?? null}, ${tenant.theme ?? null})
    ON CONFLICT (slug) DO NOTHING
    RETURNING ${TENANT_COLUMNS}`;
}

/** Null for an unknown tenant, and one that is suspended. */
export async function hasAdministrator(tx: GlobalTx, id: string): Promise<boolean | null> {
  const row = await tx.first<{ has: boolean }>`
    SELECT ${HAS_ADMINISTRATOR} AS has FROM tenant t WHERE t.id = ${id} AND t.suspended_at IS NULL`;
  return row?.has ?? null;
}

/** Takes back one that was created a moment ago and is still unused. */
export async function deleteNewTenant(tx: GlobalTx, id: string): Promise<void> {
  await tx.run`DELETE FROM tenant WHERE id = ${id} AND created_at > now() - interval '5 minutes'`;
}

export async function tenantBySlug(tx: GlobalTx, slug: string): Promise<TenantRow | null> {
  return (await selectTenants(tx, { id: null, slug, active: false }))[0] ?? null;
}

/** Tenants that are not suspended, by name. */
export function listTenants(tx: GlobalTx): Promise<TenantRow[]> {
  return selectTenants(tx, { id: null, slug: null, active: true });
}

/** Of all tenants, suspended ones included. */
export function listTenantIds(tx: GlobalTx): Promise<{ id: string }[]> {
  return tx.rows<{ id: string }>`SELECT id FROM tenant ORDER BY id`;
}

export async function tenantById(tx: TenantTx): Promise<TenantRow | null> {
  return (await selectTenants(tx, { id: tx.tenantId, slug: null, active: false }))[0] ?? null;
}

function selectTenants(
  tx: GlobalTx | TenantTx,
  { id, slug, active }: { id: string | null; slug: string | null; active: boolean },
): Promise<TenantRow[]> {
  return tx.rows<TenantRow>`
    SELECT ${TENANT_COLUMNS} FROM tenant
    WHERE (${id}::uuid IS NULL OR id = ${id}::uuid) AND (${slug}::text IS NULL OR slug = ${slug}::text)
      AND (NOT ${active}::boolean OR suspended_at IS NULL)
    ORDER BY name, id`;
}

/** Sets who may run ad-hoc SQL in a tenant; null follows the roles. Returns its id, or null for an unknown slug. */
export async function setSqlAccess(tx: GlobalTx, slug: string, access: SqlAccess | null): Promise<string | null> {
  const row = await tx.first<{
    id: string;
  }>`UPDATE tenant SET sql_access = ${access} WHERE slug = ${slug} RETURNING id`;
  return row?.id ?? null;
}

/** Sets whether a tenant has the assistant; null follows the installation. Returns its id, or null for an unknown slug. */
export async function setChatbotEnabled(tx: GlobalTx, slug: string, enabled: boolean | null): Promise<string | null> {
  const row = await tx.first<{ id: string }>`
    UPDATE tenant SET chatbot_enabled = ${enabled} WHERE slug = ${slug} RETURNING id`;
  return row?.id ?? null;
}

/** Sets whether a tenant has insights; null follows the installation. Returns its id, or null for an unknown slug. */
export async function setInsightsEnabled(tx: GlobalTx, slug: string, enabled: boolean | null): Promise<string | null> {
  const row = await tx.first<{ id: string }>`
    UPDATE tenant SET insights_enabled = ${enabled} WHERE slug = ${slug} RETURNING id`;
  return row?.id ?? null;
}

/** Sets whether a tenant has chat; null follows the installation. Returns its id, or null for an unknown slug. */
export async function setChatEnabled(tx: GlobalTx, slug: string, enabled: boolean | null): Promise<string | null> {
  const row = await tx.first<{ id: string }>`
    UPDATE tenant SET chat_enabled = ${enabled} WHERE slug = ${slug} RETURNING id`;
  return row?.id ?? null;
}

/** Tenants that a person may enter: their own, or all for a global role, which may ask to; by name. */
export function listEnterable(tx: GlobalTx, accountId: string | null, all: boolean): Promise<TenantName[]> {
  return tx.rows<TenantName>`
    SELECT t.id, t.slug, t.name FROM tenant t
    WHERE t.suspended_at IS NULL AND (${all} OR EXISTS (
      SELECT FROM tenant_user u WHERE u.tenant_id = t.id AND u.account_id = ${accountId}::uuid AND u.disabled_at IS NULL))
    ORDER BY t.name, t.id`;
}
