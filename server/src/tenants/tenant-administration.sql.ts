import {
  TENANT_JOB_DAYS,
  TENANT_USAGE_DAYS,
  type ManagedTenant,
  type PlanLimits,
  type SqlAccess,
  type SupportAccess,
  type TenantJobKind,
} from '@rise/contract';
import { fragment, type GlobalTx, type TenantTx } from '../kernel/database/database.ts';
import { LIMITS } from '../plan-limits/plan-limits.service.ts';
import { HAS_ADMINISTRATOR } from './tenants.sql.ts';

export interface ManagedTenantRow {
  id: string;
  slug: string;
  name: string;
  createdAt: Date;
  suspendedAt: Date | null;
  deletionDueAt: Date | null;
  deletionRequestedBy: string | null;
  isDeleting: boolean;
  supportAccess: SupportAccess;
  chat: boolean | null;
  chatbot: boolean | null;
  insights: boolean | null;
  sqlAccess: SqlAccess | null;
  limits: PlanLimits;
  users: number;
  hasAdministrator: boolean;
  failingDomains: number;
  provider: ManagedTenant['provider'];
}

export interface TenantFilter {
  /** In the name or the slug; empty: all. */
  readonly search: string;
  readonly state: ManagedTenant['state'] | null;
}

const STATE = fragment`CASE WHEN t.deletion_due_at IS NOT NULL THEN 'deleting'
  WHEN t.suspended_at IS NOT NULL THEN 'suspended' ELSE 'active' END`;

const COLUMNS = fragment`
  t.id, t.slug, t.name, t.created_at AS "createdAt", t.suspended_at AS "suspendedAt",
  t.deletion_due_at AS "deletionDueAt", t.deletion_requested_by AS "deletionRequestedBy",
  t.deletion_started_at IS NOT NULL AS "isDeleting", t.support_access AS "supportAccess", t.chat_enabled AS chat,
  t.chatbot_enabled AS chatbot, t.insights_enabled AS insights, t.sql_access AS "sqlAccess",
  (SELECT count(*)::integer FROM tenant_user u JOIN account a ON a.id = u.account_id AND a.disabled_at IS NULL
   WHERE u.tenant_id = t.id AND u.disabled_at IS NULL) AS users,
  (SELECT count(*)::integer FROM tenant_domain d WHERE d.tenant_id = t.id
   AND (d.state IN ('failing', 'expired') OR (d.state = 'verified' AND d.missing_since IS NOT NULL))) AS "failingDomains",
  (SELECT CASE WHEN p.test_failure IS NOT NULL THEN 'failed' ELSE 'untested' END FROM identity_provider p
   WHERE p.tenant_id = t.id AND t.sign_in <> 'shared'
     AND (p.test_failure IS NOT NULL OR p.tested_connection IS DISTINCT FROM p.connection)) AS provider`;

export function listManaged(
  tx: GlobalTx,
  { search, state }: TenantFilter,
  { most, offset }: { most: number; offset: number },
): Promise<ManagedTenantRow[]> {
  return tx.rows<ManagedTenantRow>`
    SELECT ${COLUMNS}, ${HAS_ADMINISTRATOR} AS "hasAdministrator", ${LIMITS} AS limits FROM tenant t
    WHERE (${search} = '' OR strpos(lower(t.name), lower(${search})) > 0 OR strpos(t.slug, lower(${search})) > 0)
      AND (${state}::text IS NULL OR ${state}::text = ${STATE})
    ORDER BY lower(t.name), t.id LIMIT ${most} OFFSET ${offset}`;
}

/** How many that lists. */
export async function countManaged(tx: GlobalTx, { search, state }: TenantFilter): Promise<number> {
  const row = await tx.first<{ total: number }>`
    SELECT count(*)::integer AS total FROM tenant t
    WHERE (${search} = '' OR strpos(lower(t.name), lower(${search})) > 0 OR strpos(t.slug, lower(${search})) > 0)
      AND (${state}::text IS NULL OR ${state}::text = ${STATE})`;
  return row!.total;
}

export function findManaged(tx: GlobalTx, id: string): Promise<ManagedTenantRow | null> {
  return tx.first<ManagedTenantRow>`SELECT ${COLUMNS}, ${HAS_ADMINISTRATOR} AS "hasAdministrator", ${LIMITS} AS limits FROM tenant t WHERE t.id = ${id}`;
}

export interface TenantSettings {
  name: string;
  chat: boolean | null;
  chatbot: boolean | null;
  insights: boolean | null;
  sqlAccess: SqlAccess | null;
  limits: PlanLimits;
}

/** As they are now, until the transaction ends; null for an unknown tenant. */
export function lockSettings(tx: GlobalTx, id: string): Promise<TenantSettings | null> {
  return tx.first<TenantSettings>`
    SELECT name, chat_enabled AS chat, chatbot_enabled AS chatbot, insights_enabled AS insights, sql_access AS "sqlAccess", ${LIMITS} AS limits
    FROM tenant t WHERE id = ${id} FOR UPDATE`;
}

export async function saveSettings(
  tx: GlobalTx,
  id: string,
  { name, chat, chatbot, insights, sqlAccess, limits }: TenantSettings,
): Promise<void> {
  await tx.run`
    UPDATE tenant SET name = ${name}, chat_enabled = ${chat},
      chatbot_enabled = ${chatbot}, insights_enabled = ${insights}, sql_access = ${sqlAccess}, user_limit = ${limits.users},
      storage_limit_mb = ${limits.storageMb}, query_percent = ${limits.queryPercent},
      assistant_tokens = ${limits.assistantTokens}, assistant_cost = ${limits.assistantCost}
    WHERE id = ${id}`;
}

/** Returns how many that changed: none where the tenant was suspended already, or does not exist. */
export function suspendTenant(tx: GlobalTx, id: string): Promise<number> {
  return tx.run`UPDATE tenant SET suspended_at = now() WHERE id = ${id} AND suspended_at IS NULL`;
}

export function restoreTenant(tx: GlobalTx, id: string): Promise<number> {
  return tx.run`UPDATE tenant SET suspended_at = NULL WHERE id = ${id} AND suspended_at IS NOT NULL AND deletion_due_at IS NULL`;
}

export interface TenantUsageRow {
  version: number | null;
  asOf: string | null;
  loadedAt: Date | null;
  queries: number;
  failedLoads: number;
  /** Kinds without any are left out. */
  jobs: Partial<Record<TenantJobKind, { done: number; failed: number }>>;
}

export async function readUsage(tx: TenantTx): Promise<TenantUsageRow> {
  const row = await tx.first<TenantUsageRow>`
    SELECT v.number AS version, v.as_of::text AS "asOf", v.loaded_at AS "loadedAt",
      (SELECT count(*)::integer FROM query_log q
       WHERE q.tenant_id = ${tx.tenantId} AND q.at > now() - make_interval(days => ${TENANT_USAGE_DAYS})) AS queries,
      (SELECT count(*)::integer FROM data_import i
       WHERE i.tenant_id = ${tx.tenantId} AND i.status = 'failed'
         AND i.created_at > now() - make_interval(days => ${TENANT_USAGE_DAYS})) AS "failedLoads",
      (SELECT coalesce(jsonb_object_agg(kind, jsonb_build_object('done', done, 'failed', failed)), '{}') FROM (
         SELECT kind, sum(done) AS done, sum(failed) AS failed FROM job_count j
         WHERE j.tenant_id = ${tx.tenantId} AND j.day > (now() AT TIME ZONE 'UTC')::date - ${TENANT_JOB_DAYS}::integer
         GROUP BY kind) AS counted) AS jobs
    FROM (SELECT) AS one LEFT JOIN warehouse_version v ON v.tenant_id = ${tx.tenantId} AND v.current`;
  return row!;
}
