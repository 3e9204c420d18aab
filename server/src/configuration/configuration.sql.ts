import type { MappingDraft } from '@rise/contract';
import type { TenantTx } from '../kernel/database/database.ts';

export async function findDraft(tx: TenantTx, accountId: string, type: string): Promise<MappingDraft | null> {
  const row = await tx.first<{ changes: MappingDraft }>`
    SELECT changes FROM mapping_draft
    WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND type = ${type}`;
  return row?.changes ?? null;
}

export async function saveDraft(tx: TenantTx, accountId: string, type: string, draft: MappingDraft): Promise<void> {
  await tx.run`
    INSERT INTO mapping_draft (tenant_id, account_id, type, changes)
    VALUES (${tx.tenantId}, ${accountId}, ${type}, ${JSON.stringify(draft)}::jsonb)
    ON CONFLICT (tenant_id, account_id, type) DO UPDATE SET changes = excluded.changes, updated_at = now()`;
}

export async function deleteDraft(tx: TenantTx, accountId: string, type: string): Promise<void> {
  await tx.run`
    DELETE FROM mapping_draft WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND type = ${type}`;
}

export function listRejections(tx: TenantTx, type: string): Promise<{ code: string; value: string }[]> {
  return tx.rows`SELECT code, value FROM mapping_rejection WHERE tenant_id = ${tx.tenantId} AND type = ${type}`;
}

export async function insertRejection(tx: TenantTx, type: string, code: string, value: string): Promise<void> {
  await tx.run`
    INSERT INTO mapping_rejection (tenant_id, type, code, value) VALUES (${tx.tenantId}, ${type}, ${code}, ${value})
    ON CONFLICT DO NOTHING`;
}

export async function deleteRejection(tx: TenantTx, type: string, code: string, value: string): Promise<void> {
  await tx.run`
    DELETE FROM mapping_rejection
    WHERE tenant_id = ${tx.tenantId} AND type = ${type} AND code = ${code} AND value = ${value}`;
}
