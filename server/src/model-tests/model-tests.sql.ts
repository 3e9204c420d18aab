import type { TestOutcome } from '@rise/contract';
import type { GlobalTx, TenantTx } from '../kernel/database/database.ts';

/** The channel on which the database notifies of tests that are due. */
export const TEST_CHANNEL = 'rise_model_test';

/** A data version of a tenant whose tests are due. */
export interface DueTests {
  tenantId: string;
  dataVersion: number;
  request: string;
}

/** Takes what has been due for longest, for as long as a run may take; null: nothing is due. */
export function takeDue(tx: GlobalTx): Promise<DueTests | null> {
  return tx.first<DueTests>`
    UPDATE model_test_due d SET leased_until = now() + interval '10 minutes'
    FROM (
      SELECT tenant_id, data_version FROM model_test_due WHERE leased_until IS NULL OR leased_until < now()
      ORDER BY requested_at LIMIT 1 FOR UPDATE SKIP LOCKED
    ) next
    WHERE d.tenant_id = next.tenant_id AND d.data_version = next.data_version
    RETURNING d.tenant_id AS "tenantId", d.data_version AS "dataVersion", d.request`;
}

/** Leaves it to the next turn, here or in another process. */
export async function releaseDue(tx: GlobalTx, { tenantId, dataVersion }: DueTests): Promise<void> {
  await tx.run`
    UPDATE model_test_due SET leased_until = NULL, requested_at = now()
    WHERE tenant_id = ${tenantId} AND data_version = ${dataVersion}`;
}

/** Removes what was taken; what was requested again meanwhile stays due. */
export async function removeDue(tx: TenantTx, { dataVersion, request }: DueTests): Promise<void> {
  await tx.run`
    DELETE FROM model_test_due
    WHERE tenant_id = ${tx.tenantId} AND data_version = ${dataVersion} AND request = ${request}`;
  await tx.run`
    UPDATE model_test_due SET leased_until = NULL
    WHERE tenant_id = ${tx.tenantId} AND data_version = ${dataVersion}`;
}

/** Requests the tests of the current version; false while there is none. */
export async function requestTests(tx: TenantTx): Promise<boolean> {
  const requested = await tx.run`
    INSERT INTO model_test_due (tenant_id, data_version)
    SELECT tenant_id, number FROM warehouse_version WHERE tenant_id = ${tx.tenantId} AND current
    ON CONFLICT (tenant_id, data_version) DO UPDATE SET request = gen_random_uuid(), requested_at = now()`;
  if (requested > 0) await tx.run`SELECT pg_notify(${TEST_CHANNEL}, '')`;
  return requested > 0;
}

/** Whether tests of the current version are due or run now. */
export async function isPending(tx: TenantTx): Promise<boolean> {
  const row = await tx.first`
    SELECT 1 FROM model_test_due d
    JOIN warehouse_version v ON v.tenant_id = d.tenant_id AND v.number = d.data_version AND v.current
    WHERE d.tenant_id = ${tx.tenantId}`;
  return row !== null;
}

export interface StoredRun {
  dataVersion: number;
  modelVersion: number;
  ranAt: Date;
  outcomes: TestOutcome[];
}

/** The run on the newest data that was tested, the current version's or an earlier one; null: there was none. */
export function latestRun(tx: TenantTx): Promise<StoredRun | null> {
  return tx.first<StoredRun>`
    SELECT r.data_version AS "dataVersion", r.model_version AS "modelVersion", r.ran_at AS "ranAt", r.outcomes
    FROM model_test_run r
    JOIN warehouse_version v ON v.tenant_id = r.tenant_id AND v.current AND r.data_version <= v.number
    WHERE r.tenant_id = ${tx.tenantId} ORDER BY r.data_version DESC LIMIT 1`;
}

export interface NewRun {
  readonly dataVersion: number;
  readonly modelVersion: number;
  readonly passed: number;
  readonly failed: number;
  readonly notRun: number;
  readonly outcomes: readonly TestOutcome[];
}

/** Stores a run in place of an earlier one on the same version; nothing where the version is gone. */
export async function saveRun(tx: TenantTx, run: NewRun): Promise<void> {
  await tx.run`
    INSERT INTO model_test_run (tenant_id, data_version, model_version, passed, failed, not_run, outcomes)
    SELECT tenant_id, number, ${run.modelVersion}, ${run.passed}, ${run.failed}, ${run.notRun}, ${JSON.stringify(run.outcomes)}::jsonb
    FROM warehouse_version WHERE tenant_id = ${tx.tenantId} AND number = ${run.dataVersion}
    ON CONFLICT (tenant_id, data_version) DO UPDATE SET
      model_version = excluded.model_version, ran_at = now(), passed = excluded.passed, failed = excluded.failed,
      not_run = excluded.not_run, outcomes = excluded.outcomes`;
}
