import type { TenantTx } from '../../kernel/database/database.ts';
import { insertPassages, type OpenDocument } from '../knowledge.sql.ts';
import type { TextPassage } from '../passages-of-text.rules.ts';

export interface FileRow {
  id: string;
  path: string;
  digest: Buffer;
  passages: number;
}

/** All files of a folder that were read. */
export function listFiles(tx: TenantTx, source: string): Promise<FileRow[]> {
  return tx.rows<FileRow>`
    SELECT id, path, digest, (SELECT count(*)::integer FROM knowledge_passage p
             WHERE p.tenant_id = ${tx.tenantId} AND p.document_id = d.id) AS passages
      FROM knowledge_document d
     WHERE d.tenant_id = ${tx.tenantId} AND d.source_id = ${source} AND d.path IS NOT NULL ORDER BY d.path`;
}

/** Adds or replaces a file with its passages. False where its folder is no source any more. */
export async function putFile(
  tx: TenantTx,
  file: { source: string; path: string; name: string; bytes: number; digest: Buffer },
  passages: readonly TextPassage[],
): Promise<boolean> {
  const { source, path, name, bytes, digest } = file;
  const row = await tx.first<{ id: string }>`
    INSERT INTO knowledge_document (tenant_id, name, kind, bytes, permission, source_id, path, digest)
    SELECT ${tx.tenantId}, ${name}, 'markdown', ${Math.max(1, bytes)}, 'assistant.use', s.id, ${path}, ${digest}
      FROM knowledge_source s WHERE s.tenant_id = ${tx.tenantId} AND s.id = ${source} FOR KEY SHARE
    ON CONFLICT (tenant_id, source_id, path) WHERE path IS NOT NULL
    DO UPDATE SET name = excluded.name, bytes = excluded.bytes, digest = excluded.digest,
      uploaded_at = excluded.uploaded_at
    RETURNING id`;
  if (!row) return false;
  await insertPassages(tx, row.id, passages);
  return true;
}

/** Returns how many there were. */
export async function deleteFiles(tx: TenantTx, source: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  return tx.run`
    DELETE FROM knowledge_document
     WHERE tenant_id = ${tx.tenantId} AND source_id = ${source} AND id = ANY (${[...ids]}::uuid[])`;
}

/** Headings of those of the files that have passages, in their order. */
export function headingsOf(tx: TenantTx, source: OpenDocument['source'], paths: readonly string[]) {
  return tx.rows<{ id: string; path: string; place: number; heading: string }>`
    SELECT d.id, d.path, p.place, p.heading FROM knowledge_document d
      JOIN knowledge_passage p ON p.tenant_id = ${tx.tenantId} AND p.document_id = d.id
     WHERE d.tenant_id = ${tx.tenantId} AND d.source_id = ${source} AND d.path = ANY (${[...paths]}::text[])
     ORDER BY d.path, p.place`;
}

export async function addFolder(tx: TenantTx, name: string): Promise<void> {
  await tx.run`
    INSERT INTO knowledge_source (tenant_id, name, kind) VALUES (${tx.tenantId}, ${name}, 'folder')
    ON CONFLICT (tenant_id, lower(name), (kind = 'folder')) DO NOTHING`;
}

/** With its documents and runs. */
export async function removeFolder(tx: TenantTx, id: string): Promise<void> {
  await tx.run`DELETE FROM knowledge_source WHERE tenant_id = ${tx.tenantId} AND kind = 'folder' AND id = ${id}`;
}
