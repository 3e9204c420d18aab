import type { InsightContent, InsightsExamined, LocalizedText } from '@rise/contract';
import type { GlobalTx, TenantTx } from '../kernel/database/database.ts';

/** The channel on which the database notifies of insights that are due. */
export const INSIGHT_CHANNEL = 'rise_insights';

/** A tenant whose insights are due, taken under a lease. */
export interface DueInsights {
  readonly tenantId: string;
  readonly request: string;
  readonly attempts: number;
}

interface Lease {
  readonly lease: string;
  readonly leaseMs: number;
}

/** Takes what has been due for longest, of tenants that have insights; null: nothing is due. */
export function takeDue(tx: GlobalTx, byDefault: boolean, { lease, leaseMs }: Lease): Promise<DueInsights | null> {
  return tx.first<DueInsights>`
    UPDATE insight_due d
    SET lease = ${lease}, leased_until = now() + ${leaseMs} * interval '1 millisecond', progress = 0, attempts = d.attempts + 1
    FROM (
      SELECT i.tenant_id FROM insight_due i JOIN tenant t ON t.id = i.tenant_id
      WHERE (i.leased_until IS NULL OR i.leased_until < now()) AND NOT i.failed
        AND coalesce(t.insights_enabled, ${byDefault}) AND t.suspended_at IS NULL
      ORDER BY i.requested_at LIMIT 1 FOR UPDATE OF i SKIP LOCKED
    ) next
    WHERE d.tenant_id = next.tenant_id
    RETURNING d.tenant_id AS "tenantId", d.request, d.attempts`;
}

/** False once another server has it, or it was canceled. */
export async function renewLease(tx: TenantTx, { lease, leaseMs }: Lease): Promise<boolean> {
  const renewed = await tx.run`
    UPDATE insight_due SET leased_until = now() + ${leaseMs} * interval '1 millisecond'
    WHERE tenant_id = ${tx.tenantId} AND lease = ${lease}`;
  return renewed > 0;
}

/** The same as for the lease. */
export async function saveProgress(tx: TenantTx, lease: string, progress: number): Promise<boolean> {
  const saved = await tx.run`
    UPDATE insight_due SET progress = ${progress} WHERE tenant_id = ${tx.tenantId} AND lease = ${lease}`;
  return saved > 0;
}

/** Leaves it to a later turn, here or in another process; or gives it up until it is requested again. */
export async function releaseDue(
  tx: TenantTx,
  lease: string,
  { waitMs, isFailed, isAttempt }: { waitMs: number; isFailed: boolean; isAttempt: boolean },
): Promise<void> {
  await tx.run`
    UPDATE insight_due
    SET lease = NULL, leased_until = now() + ${waitMs} * interval '1 millisecond', failed = ${isFailed}, progress = 0,
      attempts = attempts - ${isAttempt ? 0 : 1}
    WHERE tenant_id = ${tx.tenantId} AND lease = ${lease}`;
}

/** Removes what was taken; what was requested again meanwhile stays due. */
export async function removeDue(tx: TenantTx, { request }: Pick<DueInsights, 'request'>, lease: string): Promise<void> {
  await tx.run`
    DELETE FROM insight_due WHERE tenant_id = ${tx.tenantId} AND request = ${request} AND lease = ${lease}`;
  await tx.run`
    UPDATE insight_due SET lease = NULL, leased_until = NULL, progress = 0, attempts = 0
    WHERE tenant_id = ${tx.tenantId} AND lease = ${lease}`;
}

/** Whether a lease still holds; locks what is due. */
export async function lockDue(tx: TenantTx, lease: string): Promise<boolean> {
  const row = await tx.first`
    SELECT 1 FROM insight_due WHERE tenant_id = ${tx.tenantId} AND lease = ${lease} FOR UPDATE`;
  return row !== null;
}

/** Makes insights due again. One that runs goes on, and another one follows. */
export async function requestInsights(tx: TenantTx): Promise<void> {
  await tx.run`
    INSERT INTO insight_due (tenant_id) VALUES (${tx.tenantId})
    ON CONFLICT (tenant_id) DO UPDATE
    SET request = gen_random_uuid(), requested_at = now(), attempts = 0, failed = false,
      leased_until = CASE WHEN insight_due.lease IS NULL THEN NULL ELSE insight_due.leased_until END`;
  await tx.run`SELECT pg_notify(${INSIGHT_CHANNEL}, '')`;
}

/** False where nothing was due. */
export async function cancelInsights(tx: TenantTx): Promise<boolean> {
  return (await tx.run`DELETE FROM insight_due WHERE tenant_id = ${tx.tenantId}`) > 0;
}

export interface DueState {
  readonly isRunning: boolean;
  readonly failed: boolean;
  readonly progress: number;
}

export function findDue(tx: TenantTx): Promise<DueState | null> {
  return tx.first<DueState>`
    SELECT lease IS NOT NULL AND leased_until > now() AS "isRunning", failed, progress
    FROM insight_due WHERE tenant_id = ${tx.tenantId}`;
}

export interface StoredRun {
  readonly dataVersion: number;
  readonly asOf: string | null;
  readonly computedAt: Date;
  readonly elapsedMs: number;
  readonly examined: InsightsExamined;
  readonly findings: readonly InsightContent[];
}

/** The last computation under some rights. */
export function findRun(tx: TenantTx, signature: string): Promise<StoredRun | null> {
  return tx.first<StoredRun>`
    SELECT data_version AS "dataVersion", to_char(as_of, 'YYYY-MM-DD') AS "asOf", computed_at AS "computedAt",
      elapsed_ms AS "elapsedMs", examined, findings
    FROM insight_run WHERE tenant_id = ${tx.tenantId} AND signature = ${signature}`;
}

/** Stores a computation in place of the one before under the same rights. */
export async function saveRun(
  tx: TenantTx,
  signature: string,
  { dataVersion, asOf, elapsedMs, examined, findings }: Omit<StoredRun, 'computedAt'>,
): Promise<void> {
  await tx.run`
    INSERT INTO insight_run (tenant_id, signature, data_version, as_of, elapsed_ms, examined, findings)
    VALUES (${tx.tenantId}, ${signature}, ${dataVersion}, ${asOf}, ${elapsedMs}, ${JSON.stringify(examined)}::jsonb,
      ${JSON.stringify(findings)}::jsonb)
    ON CONFLICT (tenant_id, signature) DO UPDATE SET
      data_version = excluded.data_version, as_of = excluded.as_of, computed_at = clock_timestamp(),
      elapsed_ms = excluded.elapsed_ms, examined = excluded.examined, findings = excluded.findings`;
}

/** Removes what was found under rights that no reader has any more. */
export async function removeOtherRuns(tx: TenantTx, signatures: readonly string[]): Promise<void> {
  await tx.run`
    DELETE FROM insight_run WHERE tenant_id = ${tx.tenantId} AND signature <> ALL (${signatures as string[]}::text[])`;
}

export interface StateRow {
  readonly accountId: string;
  readonly key: string;
  readonly status: 'open' | 'snoozed' | 'dismissed';
  readonly snoozedUntil: Date | null;
  readonly reason: string | null;
  readonly occasion: string | null;
  readonly followedAt: Date | null;
  /** Under which rights it was followed. */
  readonly signature: string | null;
  /** What it said when it was followed. */
  readonly followed: LocalizedText | null;
  /** What was last known of it. */
  readonly known: InsightContent | null;
  readonly isFound: boolean;
}

/** What a person did with findings. */
export function listStates(tx: TenantTx, accountId: string): Promise<StateRow[]> {
  return tx.rows<StateRow>`
    SELECT account_id AS "accountId", key, status, snoozed_until AS "snoozedUntil", reason, occasion,
      followed_at AS "followedAt", signature, followed, known, is_found AS "isFound"
    FROM insight_state WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId}`;
}

/** What is followed under some rights. */
export function listFollowed(tx: TenantTx, signature: string): Promise<StateRow[]> {
  return tx.rows<StateRow>`
    SELECT account_id AS "accountId", key, status, snoozed_until AS "snoozedUntil", reason, occasion,
      followed_at AS "followedAt", signature, followed, known, is_found AS "isFound"
    FROM insight_state
    WHERE tenant_id = ${tx.tenantId} AND signature = ${signature} AND followed_at IS NOT NULL
    FOR UPDATE`;
}

/** Replaces what a person did with a finding. */
export async function saveState(tx: TenantTx, state: StateRow): Promise<void> {
  await tx.run`
    INSERT INTO insight_state (tenant_id, account_id, key, status, snoozed_until, reason, occasion, followed_at, signature,
      followed, known, is_found)
    VALUES (${tx.tenantId}, ${state.accountId}, ${state.key}, ${state.status}, ${state.snoozedUntil}, ${state.reason},
      ${state.occasion}, ${state.followedAt}, ${state.signature},
      ${state.followed && JSON.stringify(state.followed)}::jsonb, ${state.known && JSON.stringify(state.known)}::jsonb,
      ${state.isFound})
    ON CONFLICT (tenant_id, account_id, key) DO UPDATE SET
      status = excluded.status, snoozed_until = excluded.snoozed_until, reason = excluded.reason,
      occasion = excluded.occasion, followed_at = excluded.followed_at, signature = excluded.signature,
      followed = excluded.followed, known = excluded.known, is_found = excluded.is_found, updated_at = clock_timestamp()`;
}
