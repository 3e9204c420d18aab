import type { KnowledgeDocument } from '@rise/contract';
import { fragment, type TenantTx } from '../kernel/database/database.ts';
import type { TextPassage } from './passages-of-text.rules.ts';

export type DocumentPermission = 'assistant.use' | 'tenant.administer';

export interface DocumentRow extends Omit<KnowledgeDocument, 'audience' | 'uploadedAt'> {
  permission: DocumentPermission;
  uploadedAt: Date;
}

const COLUMNS = fragment`d.id, d.name, d.kind, d.bytes, d.permission, d.author, d.uploaded_at AS "uploadedAt"`;

/** All documents, or one; the newest first. */
export function listDocuments(tx: TenantTx, id: string | null = null): Promise<DocumentRow[]> {
  return tx.rows<DocumentRow>`
    SELECT ${COLUMNS}, (SELECT count(*)::integer FROM knowledge_passage p
              WHERE p.tenant_id = ${tx.tenantId} AND p.document_id = d.id) AS passages
      FROM knowledge_document d
     WHERE d.tenant_id = ${tx.tenantId} AND (${id}::uuid IS NULL OR d.id = ${id}::uuid)
     ORDER BY d.uploaded_at DESC, d.id`;
}

/** How many documents there are beside one of that name. Until the transaction ends, no other is added. */
export async function countOthers(tx: TenantTx, name: string): Promise<number> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('knowledge ' || ${tx.tenantId}::text, 0))`;
  const row = await tx.first<{ count: number }>`
    SELECT count(*)::integer AS count FROM knowledge_document WHERE tenant_id = ${tx.tenantId} AND name <> ${name}`;
  return row!.count;
}

/** Adds a document, or replaces the one of that name, with its passages. Returns its id. */
export async function putDocument(
  tx: TenantTx,
  { name, kind, bytes, permission, author }: Pick<DocumentRow, 'name' | 'kind' | 'bytes' | 'permission' | 'author'>,
  passages: readonly TextPassage[],
): Promise<string> {
  const row = await tx.first<{ id: string }>`
    INSERT INTO knowledge_document (tenant_id, name, kind, bytes, permission, author)
    VALUES (${tx.tenantId}, ${name}, ${kind}, ${bytes}, ${permission}, ${author})
    ON CONFLICT (tenant_id, name) DO UPDATE SET kind = excluded.kind, bytes = excluded.bytes,
      permission = excluded.permission, author = excluded.author, uploaded_at = excluded.uploaded_at
    RETURNING id`;
  const { id } = row!;
  await tx.run`DELETE FROM knowledge_passage WHERE tenant_id = ${tx.tenantId} AND document_id = ${id}`;
  const [headings, texts] = [passages.map(({ heading }) => heading), passages.map(({ text }) => text)];
  await tx.run`
    INSERT INTO knowledge_passage (tenant_id, document_id, place, heading, text)
    SELECT ${tx.tenantId}::uuid, ${id}::uuid, place - 1, heading, text
      FROM unnest(${headings}::text[], ${texts}::text[]) WITH ORDINALITY AS p (heading, text, place)`;
  return id;
}

export async function deleteDocument(tx: TenantTx, id: string): Promise<boolean> {
  const deleted = await tx.run`DELETE FROM knowledge_document WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
  return deleted > 0;
}

/** A document that one of the permissions opens. */
export function findOpenDocument(tx: TenantTx, id: string, permissions: readonly string[]) {
  return tx.first<{ id: string; name: string; uploadedAt: Date }>`
    SELECT d.id, d.name, d.uploaded_at AS "uploadedAt" FROM knowledge_document d
     WHERE d.tenant_id = ${tx.tenantId} AND d.id = ${id} AND d.permission = ANY (${permissions as string[]})`;
}

export function listPassages(tx: TenantTx, id: string) {
  return tx.rows<{ place: number; heading: string; text: string }>`
    SELECT place, heading, text FROM knowledge_passage
     WHERE tenant_id = ${tx.tenantId} AND document_id = ${id} ORDER BY place`;
}

export interface FoundPassage {
  documentId: string;
  name: string;
  place: number;
  heading: string;
  text: string;
}

/**
 * Passages that contain one of the words, or whose heading is similar to one, of documents that these permissions open;
 * those with more and rarer matches first. `beginnings`: words of any language that begin like that; `english`: words by
 * their English stems; `words`: what was typed, folded.
 */
export function findPassages(
  tx: TenantTx,
  { beginnings, english, words }: { beginnings: string; english: string; words: readonly string[] },
  permissions: readonly string[],
  most: number,
): Promise<FoundPassage[]> {
  return tx.rows<FoundPassage>`
    WITH query AS (SELECT to_tsquery('simple', ${beginnings}) || to_tsquery('english', ${english}) AS words)
    SELECT p.document_id AS "documentId", d.name, p.place, p.heading, p.text
      FROM query, knowledge_passage p
      JOIN knowledge_document d ON d.tenant_id = ${tx.tenantId} AND d.id = p.document_id
     WHERE p.tenant_id = ${tx.tenantId} AND d.permission = ANY (${permissions as string[]})
       AND (p.terms @@ query.words OR EXISTS (
           SELECT FROM unnest(${words as string[]}::text[]) AS word
            WHERE length(word) > 3 AND word_similarity(word, rise_fold(p.heading)) >= 0.6))
     ORDER BY ts_rank(p.terms, query.words) DESC, p.document_id, p.place LIMIT ${most}`;
}

/** Those of the documents that the permissions open. */
export async function openDocuments(
  tx: TenantTx,
  ids: readonly string[],
  permissions: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ id: string }>`
    SELECT id FROM knowledge_document WHERE tenant_id = ${tx.tenantId} AND id = ANY (${ids as string[]}::uuid[])
       AND permission = ANY (${permissions as string[]})`;
  return new Set(rows.map(({ id }) => id));
}
