import type { TenantTx } from '../kernel/database/database.ts';
import type { Readers } from './confluence/confluence-site.ts';
import { insertPassages } from './knowledge.sql.ts';
import type { TextPassage } from './passages-of-text.rules.ts';

export async function saveSpaceReaders(
  tx: TenantTx,
  { source, key }: { source: string; key: string },
  { name, readers }: { name: string; readers: (Readers & { isPublic: boolean }) | null },
): Promise<void> {
  await tx.run`
    UPDATE knowledge_space SET name = ${name}, is_public = ${readers?.isPublic ?? false},
      readers = ${[...(readers?.emails ?? [])]}, reader_groups = ${[...(readers?.groups ?? [])]}
    WHERE tenant_id = ${tx.tenantId} AND source_id = ${source} AND key = ${key}`;
}

export async function saveReadTo(
  tx: TenantTx,
  { source, key }: { source: string; key: string },
  readTo: Date,
): Promise<void> {
  await tx.run`
    UPDATE knowledge_space SET read_to = ${readTo}
    WHERE tenant_id = ${tx.tenantId} AND source_id = ${source} AND key = ${key}`;
}

export interface PageRights {
  readonly id: string;
  readonly ancestors: readonly string[];
  /** Null: not known, which closes the page and all beneath it. */
  readonly restriction: Readers | 'none' | null;
}

/** False where the space is no longer chosen. */
export async function putPage(
  tx: TenantTx,
  { source, key }: { source: string; key: string },
  { id, ancestors, restriction }: PageRights,
): Promise<boolean> {
  const kind = restriction === null ? 'unknown' : restriction === 'none' ? 'none' : 'listed';
  const { emails, groups } = restriction === null || restriction === 'none' ? { emails: [], groups: [] } : restriction;
  const put = await tx.run`
    INSERT INTO knowledge_page (tenant_id, source_id, id, space_key, ancestors, restriction, readers, reader_groups)
    SELECT ${tx.tenantId}, ${source}, ${id}, s.key, ${[...ancestors]}, ${kind}, ${[...emails]}, ${[...groups]}
      FROM knowledge_space s WHERE s.tenant_id = ${tx.tenantId} AND s.source_id = ${source} AND s.key = ${key}
       FOR KEY SHARE
    ON CONFLICT (tenant_id, source_id, id) DO UPDATE SET space_key = excluded.space_key, ancestors = excluded.ancestors,
      restriction = excluded.restriction, readers = excluded.readers, reader_groups = excluded.reader_groups`;
  return put === 1;
}

/** Those of the ids that are not there. */
export async function missingPages(tx: TenantTx, source: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>`
    SELECT step.id FROM unnest(${[...ids]}::text[]) AS step (id)
     WHERE NOT EXISTS (SELECT FROM knowledge_page p
       WHERE p.tenant_id = ${tx.tenantId} AND p.source_id = ${source} AND p.id = step.id)`;
  return rows.map(({ id }) => id);
}

/** Removes all pages of a space but these, with their documents. Returns how many documents went. */
export async function keepPages(
  tx: TenantTx,
  { source, key }: { source: string; key: string },
  ids: readonly string[],
): Promise<number> {
  return deletePages(
    tx,
    source,
    (
      await tx.rows<{ id: string }>`
        SELECT id FROM knowledge_page WHERE tenant_id = ${tx.tenantId} AND source_id = ${source} AND space_key = ${key}
           AND NOT id = ANY (${[...ids]}::text[])`
    ).map(({ id }) => id),
  );
}

/** Removes pages with their documents. Returns how many documents went. */
export async function deletePages(tx: TenantTx, source: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const documents = await tx.run`
    DELETE FROM knowledge_document
     WHERE tenant_id = ${tx.tenantId} AND source_id = ${source} AND page_id = ANY (${[...ids]}::text[])`;
  await tx.run`
    DELETE FROM knowledge_page
     WHERE tenant_id = ${tx.tenantId} AND source_id = ${source} AND id = ANY (${[...ids]}::text[])`;
  return documents;
}

/** What was read of a page: its text where the attachment is null. */
export function pageDocuments(tx: TenantTx, source: string, page: string) {
  return tx.rows<{ id: string; attachmentId: string | null; version: number }>`
    SELECT id, attachment_id AS "attachmentId", version FROM knowledge_document
     WHERE tenant_id = ${tx.tenantId} AND source_id = ${source} AND page_id = ${page}`;
}

export async function countRemote(tx: TenantTx): Promise<number> {
  const row = await tx.first<{ count: number }>`
    SELECT count(*)::integer AS count FROM knowledge_document
     WHERE tenant_id = ${tx.tenantId} AND page_id IS NOT NULL`;
  return row!.count;
}

export interface RemoteDocument {
  readonly source: string;
  readonly page: string;
  readonly attachment: string | null;
  readonly name: string;
  readonly kind: 'page' | 'markdown' | 'text' | 'pdf';
  readonly bytes: number;
  readonly url: string;
  readonly version: number;
}

/** Adds or replaces a document with its passages. */
export async function putRemoteDocument(
  tx: TenantTx,
  document: RemoteDocument,
  passages: readonly TextPassage[],
): Promise<void> {
  const { source, page, attachment, name, kind, bytes, url, version } = document;
  const row = await tx.first<{ id: string }>`
    INSERT INTO knowledge_document
      (tenant_id, name, kind, bytes, permission, source_id, page_id, attachment_id, url, version)
    VALUES (${tx.tenantId}, ${name}, ${kind}, ${Math.max(1, bytes)}, 'assistant.use', ${source}, ${page}, ${attachment},
            ${url}, ${version})
    ON CONFLICT (tenant_id, source_id, page_id, coalesce(attachment_id, '')) WHERE page_id IS NOT NULL
    DO UPDATE SET name = excluded.name, kind = excluded.kind, bytes = excluded.bytes, url = excluded.url,
      version = excluded.version, uploaded_at = excluded.uploaded_at
    RETURNING id`;
  await insertPassages(tx, row!.id, passages);
}

export async function deleteDocuments(tx: TenantTx, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  return tx.run`DELETE FROM knowledge_document WHERE tenant_id = ${tx.tenantId} AND id = ANY (${[...ids]}::uuid[])`;
}
