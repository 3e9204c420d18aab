import type { KnowledgeDocument } from '@rise/contract';
import { fragment, type TenantTx } from '../kernel/database/database.ts';
import type { TextPassage } from './passages-of-text.rules.ts';

export type DocumentPermission = 'assistant.use' | 'tenant.administer';

export interface DocumentRow extends Omit<KnowledgeDocument, 'audience' | 'uploadedAt'> {
  permission: DocumentPermission;
  uploadedAt: Date;
}

const COLUMNS = fragment`d.id, d.name, d.kind, d.bytes, d.permission, d.author, d.uploaded_at AS "uploadedAt"`;

/** All documents that people uploaded, or one; the newest first. */
export function listDocuments(tx: TenantTx, id: string | null = null): Promise<DocumentRow[]> {
  return tx.rows<DocumentRow>`
    SELECT ${COLUMNS}, (SELECT count(*)::integer FROM knowledge_passage p
              WHERE p.tenant_id = ${tx.tenantId} AND p.document_id = d.id) AS passages
      FROM knowledge_document d
     WHERE d.tenant_id = ${tx.tenantId} AND d.source_id IS NULL AND (${id}::uuid IS NULL OR d.id = ${id}::uuid)
     ORDER BY d.uploaded_at DESC, d.id`;
}

/** How many documents there are beside one of that name. Until the transaction ends, no other is added. */
export async function countOthers(tx: TenantTx, name: string): Promise<number> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('knowledge ' || ${tx.tenantId}::text, 0))`;
  const row = await tx.first<{ count: number }>`
    SELECT count(*)::integer AS count FROM knowledge_document
     WHERE tenant_id = ${tx.tenantId} AND source_id IS NULL AND name <> ${name}`;
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
    ON CONFLICT (tenant_id, name) WHERE source_id IS NULL DO UPDATE SET kind = excluded.kind, bytes = excluded.bytes,
      permission = excluded.permission, author = excluded.author, uploaded_at = excluded.uploaded_at
    RETURNING id`;
  const { id } = row!;
  await insertPassages(tx, id, passages);
  return id;
}

/** In place of those that the document has. */
export async function insertPassages(tx: TenantTx, id: string, passages: readonly TextPassage[]): Promise<void> {
  await tx.run`DELETE FROM knowledge_passage WHERE tenant_id = ${tx.tenantId} AND document_id = ${id}`;
  const [headings, texts] = [passages.map(({ heading }) => heading), passages.map(({ text }) => text)];
  const links = passages.map((passage) => JSON.stringify(passage.links));
  await tx.run`
    INSERT INTO knowledge_passage (tenant_id, document_id, place, heading, text, links)
    SELECT ${tx.tenantId}::uuid, ${id}::uuid, place - 1, heading, text, links::jsonb
      FROM unnest(${headings}::text[], ${texts}::text[], ${links}::text[])
           WITH ORDINALITY AS p (heading, text, links, place)`;
}

/** An uploaded one; those of a source go with their pages. */
export async function deleteDocument(tx: TenantTx, id: string): Promise<boolean> {
  const deleted =
    await tx.run`DELETE FROM knowledge_document WHERE tenant_id = ${tx.tenantId} AND source_id IS NULL AND id = ${id}`;
  return deleted > 0;
}

/** Who reads: uploaded documents and files are open to a permission, pages of a source to addresses and groups as well. */
export interface DocumentReader {
  readonly permissions: readonly string[];
  /** In lower case; null for none. */
  readonly email: string | null;
  /** In lower case. */
  readonly groups: readonly string[];
}

export interface OpenDocument {
  id: string;
  name: string;
  /** Null for an uploaded one. */
  source: string | null;
  sourceName: string | null;
  /** Of a file in a folder. */
  path: string | null;
  uploadedAt: Date;
}

/** A document that the reader may read. */
export function findOpenDocument(tx: TenantTx, id: string, { permissions, email, groups }: DocumentReader) {
  return tx.first<OpenDocument>`
    SELECT d.id, d.name, d.source_id AS source, d.path, d.uploaded_at AS "uploadedAt",
           (SELECT o.name FROM knowledge_source o WHERE o.tenant_id = ${tx.tenantId} AND o.id = d.source_id) AS "sourceName"
      FROM knowledge_document d
     WHERE d.tenant_id = ${tx.tenantId} AND d.id = ${id} AND d.permission = ANY (${[...permissions]})
       AND (d.page_id IS NULL
            OR rise_page_is_open(${tx.tenantId}, d.source_id, d.page_id, ${email}, ${[...groups]}::text[]))`;
}

export function listPassages(tx: TenantTx, id: string) {
  return tx.rows<{ place: number } & TextPassage>`
    SELECT place, heading, text, links FROM knowledge_passage
     WHERE tenant_id = ${tx.tenantId} AND document_id = ${id} ORDER BY place`;
}

export interface FoundPassage {
  documentId: string;
  name: string;
  /** Where a document of a source is opened; null for an uploaded one. */
  url: string | null;
  place: number;
  heading: string;
  text: string;
}

/**
 * Passages that contain one of the words, or whose heading is similar to one, of documents that the reader may read; those
 * with more and rarer matches first. `beginnings`: words of any language that begin like that; `english`: words by their
 * English stems; `words`: what was typed, folded.
 */
export function findPassages(
  tx: TenantTx,
  { beginnings, english, words }: { beginnings: string; english: string; words: readonly string[] },
  { permissions, email, groups }: DocumentReader,
  most: number,
): Promise<FoundPassage[]> {
  // Pages are judged in the order of their rank, until there are enough.
  return tx.rows<FoundPassage>`
    WITH query AS (SELECT to_tsquery('simple', ${beginnings}) || to_tsquery('english', ${english}) AS words)
    SELECT "documentId", name, url, place, heading, text FROM (
      SELECT p.document_id AS "documentId", d.name, d.url, p.place, p.heading, p.text, d.source_id, d.page_id,
             ts_rank(p.terms, query.words) AS rank
        FROM query, knowledge_passage p
        JOIN knowledge_document d ON d.tenant_id = ${tx.tenantId} AND d.id = p.document_id
       WHERE p.tenant_id = ${tx.tenantId} AND d.permission = ANY (${[...permissions]})
         AND (p.terms @@ query.words OR EXISTS (
             SELECT FROM unnest(${[...words]}::text[]) AS word
              WHERE length(word) > 3 AND word_similarity(word, rise_fold(p.heading)) >= 0.6))
       ORDER BY rank DESC, p.document_id, p.place OFFSET 0) AS ranked
     WHERE page_id IS NULL OR rise_page_is_open(${tx.tenantId}, source_id, page_id, ${email}, ${[...groups]}::text[])
     ORDER BY rank DESC, "documentId", place LIMIT ${most}`;
}

/** Those of the documents that the reader may read. */
export async function openDocuments(
  tx: TenantTx,
  ids: readonly string[],
  { permissions, email, groups }: DocumentReader,
): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ id: string }>`
    SELECT id FROM knowledge_document WHERE tenant_id = ${tx.tenantId} AND id = ANY (${[...ids]}::uuid[])
       AND permission = ANY (${[...permissions]})
       AND (page_id IS NULL
            OR rise_page_is_open(${tx.tenantId}, source_id, page_id, ${email}, ${[...groups]}::text[]))`;
  return new Set(rows.map(({ id }) => id));
}
