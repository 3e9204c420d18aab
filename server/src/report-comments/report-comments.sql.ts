import type { CommentThread, NewCommentThread, ReportComment } from '@rise/contract';
import type { GlobalTx, TenantTx } from '../kernel/database/database.ts';

export interface ThreadRow extends Pick<CommentThread, 'id' | 'tile' | 'place' | 'seen' | 'resolvedBy'> {
  resolvedAt: Date | null;
}

export interface CommentRow extends Pick<ReportComment, 'id' | 'text' | 'mentions'> {
  threadId: string;
  accountId: string | null;
  author: string;
  createdAt: Date;
  editedAt: Date | null;
  deletedAt: Date | null;
}

export interface Writing extends Pick<CommentRow, 'author' | 'text' | 'mentions'> {
  accountId: string;
}

/** One at a time changes the comments on a report, so that their number has a limit and replies an order. */
export async function lockComments(tx: TenantTx, report: string): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('comments ' || ${tx.tenantId} || ${report}, 0))`;
}

/** The newest first; all, or one. */
export function listThreads(tx: TenantTx, report: string, id: string | null): Promise<ThreadRow[]> {
  return tx.rows<ThreadRow>`
    SELECT id, tile, place, seen, resolved_at AS "resolvedAt", resolved_by AS "resolvedBy"
      FROM report_comment_thread
     WHERE tenant_id = ${tx.tenantId} AND report_id = ${report} AND (${id}::uuid IS NULL OR id = ${id}::uuid)
     ORDER BY created_at DESC, id`;
}

/** The oldest first; of all threads, or one. */
export function listComments(tx: TenantTx, report: string, thread: string | null): Promise<CommentRow[]> {
  return tx.rows<CommentRow>`
    SELECT id, thread_id AS "threadId", account_id AS "accountId", author, text, mentions, created_at AS "createdAt",
           edited_at AS "editedAt", deleted_at AS "deletedAt"
      FROM report_comment
     WHERE tenant_id = ${tx.tenantId} AND report_id = ${report} AND (${thread}::uuid IS NULL OR thread_id = ${thread}::uuid)
     ORDER BY number`;
}

export async function countComments(tx: TenantTx, report: string): Promise<number> {
  const row = await tx.first<{ comments: number }>`
    SELECT count(*)::int AS comments FROM report_comment WHERE tenant_id = ${tx.tenantId} AND report_id = ${report}`;
  return row!.comments;
}

export async function insertThread(
  tx: TenantTx,
  report: string,
  { tile, place, seen }: Pick<NewCommentThread, 'tile' | 'place' | 'seen'>,
): Promise<string> {
  const row = await tx.first<{ id: string }>`
    INSERT INTO report_comment_thread (tenant_id, report_id, tile, place, seen)
    VALUES (${tx.tenantId}, ${report}, ${tile}, ${place && JSON.stringify(place)}::jsonb, ${seen && JSON.stringify(seen)}::jsonb)
    RETURNING id`;
  return row!.id;
}

export async function insertComment(tx: TenantTx, report: string, thread: string, writing: Writing): Promise<string> {
  const { accountId, author, text, mentions } = writing;
  const row = await tx.first<{ id: string }>`
    INSERT INTO report_comment (tenant_id, report_id, thread_id, account_id, author, text, mentions)
    VALUES (${tx.tenantId}, ${report}, ${thread}, ${accountId}, ${author}, ${text}, ${JSON.stringify(mentions)}::jsonb)
    RETURNING id`;
  return row!.id;
}

/** People as mail addresses them. */
export function listAddressees(
  tx: GlobalTx,
  tenantId: string,
  accounts: readonly string[],
): Promise<{ account: string; email: string; language: string | null }[]> {
  return tx.rows<{ account: string; email: string; language: string | null }>`
    SELECT id AS account, email, rise_language(language, ${tenantId}) AS language
      FROM account WHERE id = ANY (${accounts as string[]}::uuid[]) ORDER BY id`;
}

export async function updateComment(
  tx: TenantTx,
  report: string,
  id: string,
  { text, mentions }: Pick<Writing, 'text' | 'mentions'>,
): Promise<void> {
  await tx.run`
    UPDATE report_comment SET text = ${text}, mentions = ${JSON.stringify(mentions)}::jsonb, edited_at = clock_timestamp()
     WHERE tenant_id = ${tx.tenantId} AND report_id = ${report} AND id = ${id}`;
}

/** Takes the text away and leaves the place. */
export async function emptyComment(tx: TenantTx, report: string, id: string): Promise<void> {
  await tx.run`
    UPDATE report_comment SET text = '', mentions = '[]', deleted_at = clock_timestamp()
     WHERE tenant_id = ${tx.tenantId} AND report_id = ${report} AND id = ${id}`;
}

export async function deleteComments(tx: TenantTx, report: string, ids: readonly string[]): Promise<void> {
  await tx.run`
    DELETE FROM report_comment
     WHERE tenant_id = ${tx.tenantId} AND report_id = ${report} AND id = ANY (${ids as string[]}::uuid[])`;
}

export async function deleteThread(tx: TenantTx, report: string, id: string): Promise<void> {
  await tx.run`
    DELETE FROM report_comment_thread WHERE tenant_id = ${tx.tenantId} AND report_id = ${report} AND id = ${id}`;
}

/** `by` is null where it is reopened. */
export async function setResolved(tx: TenantTx, report: string, id: string, by: string | null): Promise<void> {
  await tx.run`
    UPDATE report_comment_thread SET resolved_by = ${by}, resolved_at = CASE WHEN ${by}::text IS NOT NULL THEN clock_timestamp() END
     WHERE tenant_id = ${tx.tenantId} AND report_id = ${report} AND id = ${id}`;
}

/** Name of an account; its email address without one. */
export async function nameOfAccount(tx: GlobalTx, id: string): Promise<string> {
  const row = await tx.first<{ name: string }>`
    SELECT coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) AS name FROM account WHERE id = ${id}`;
  return row?.name ?? '';
}
