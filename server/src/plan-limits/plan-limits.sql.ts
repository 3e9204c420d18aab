import type { PlanLimits } from '@rise/contract';
import { fragment, type GlobalTx, type TenantTx } from '../kernel/database/database.ts';

/** Of a row `t` of `tenant`, as in `PlanLimits`. */
export const LIMITS = fragment`jsonb_build_object(
  'users', t.user_limit, 'storageMb', t.storage_limit_mb, 'queryPercent', t.query_percent,
  'assistantTokens', t.assistant_tokens, 'assistantCost', t.assistant_cost)`;

export interface PlanUse {
  limits: PlanLimits;
  /** Members that are not disabled. */
  users: number;
  /** Of its uploaded files. */
  uploadBytes: number;
}

export async function readPlanUse(tx: TenantTx): Promise<PlanUse> {
  const row = await tx.first<PlanUse>`
    SELECT ${LIMITS} AS limits,
      (SELECT count(*)::integer FROM tenant_user u WHERE u.tenant_id = ${tx.tenantId} AND u.disabled_at IS NULL) AS users,
      (SELECT coalesce(sum(bytes), 0)::bigint FROM upload f WHERE f.tenant_id = ${tx.tenantId}) AS "uploadBytes"
    FROM tenant t WHERE t.id = ${tx.tenantId}`;
  return row!;
}

/** In MB; null: no limit. */
export async function findStorageLimit(tx: TenantTx): Promise<number | null> {
  const row = await tx.first<{
    most: number | null;
  }>`SELECT storage_limit_mb AS most FROM tenant WHERE id = ${tx.tenantId}`;
  return row!.most;
}

/** Whether the tenant's plan includes another member. Until the transaction ends, nobody else takes that place. */
export async function hasSeat(tx: GlobalTx | TenantTx, tenantId: string): Promise<boolean> {
  const row = await tx.first<{ left: number | null }>`SELECT rise_seats_left(${tenantId}) AS left`;
  return row!.left === null || row!.left > 0;
}

/** By tenant that has one, the part of the concurrent queries that it may have, in percent. */
export function listQueryPercents(tx: GlobalTx): Promise<{ id: string; percent: number }[]> {
  return tx.rows<{ id: string; percent: number }>`
    SELECT id, query_percent AS percent FROM tenant WHERE query_percent IS NOT NULL`;
}
