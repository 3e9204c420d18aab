import type { TenantTx } from '../kernel/database/database.ts';

export interface DraftRow {
  document: string;
  revision: number;
  basedOn: number | null;
  author: string | null;
  updatedAt: Date;
}

export function findDraft(tx: TenantTx): Promise<DraftRow | null> {
  return tx.first<DraftRow>`
    SELECT document, revision, based_on AS "basedOn", author, updated_at AS "updatedAt"
    FROM model_draft WHERE tenant_id = ${tx.tenantId}`;
}

/** Stores the next revision; null where the stored one is not `revision`, 0 for none. */
export function saveDraft(
  tx: TenantTx,
  draft: { document: string; basedOn: number | null; author: string | null },
  revision: number,
): Promise<DraftRow | null> {
  const { document, basedOn, author } = draft;
  if (revision === 0)
    return tx.first<DraftRow>`
      INSERT INTO model_draft (tenant_id, document, revision, based_on, author)
      VALUES (${tx.tenantId}, ${document}, 1, ${basedOn}::int, ${author}::text)
      ON CONFLICT (tenant_id) DO NOTHING
      RETURNING document, revision, based_on AS "basedOn", author, updated_at AS "updatedAt"`;
  return tx.first<DraftRow>`
    UPDATE model_draft SET document = ${document}, revision = revision + 1, based_on = ${basedOn}::int,
      author = ${author}::text, updated_at = now()
    WHERE tenant_id = ${tx.tenantId} AND revision = ${revision}
    RETURNING document, revision, based_on AS "basedOn", author, updated_at AS "updatedAt"`;
}

/** Whether a draft of this revision was deleted. */
export async function deleteDraft(tx: TenantTx, revision: number): Promise<boolean> {
  const deleted = await tx.run`DELETE FROM model_draft WHERE tenant_id = ${tx.tenantId} AND revision = ${revision}`;
  return deleted === 1;
}
