import type { Rating } from '@rise/contract';
import { fragment, type TenantTx } from '../kernel/database/database.ts';
import type { MessageRow } from './assistant.sql.ts';

export interface ConversationRow {
  id: string;
  title: string;
  pinned: boolean;
  lastQuestionAt: Date;
  messages: number;
  sharedAt: Date | null;
  sharedMessages: number | null;
}

/** Of a row `c` of `assistant_chat`, its first message `first` and the number of messages `size`. */
const COLUMNS = fragment`c.id, coalesce(c.title, left(first.content, 120)) AS title, c.pinned_at IS NOT NULL AS pinned,
       c.asked_at AS "lastQuestionAt", size.messages, c.shared_at AS "sharedAt", c.shared_messages AS "sharedMessages"`;

/**
 * A person's conversations in which a text is found, folded: all where it is empty, one where `id` is given. Pinned ones
 * first, then those asked in last.
 */
export function listConversations(
  tx: TenantTx,
  accountId: string,
  { search = '', id = null }: { search?: string; id?: string | null },
): Promise<ConversationRow[]> {
  return tx.rows<ConversationRow>`
    SELECT ${COLUMNS}
      FROM assistant_chat c
      JOIN assistant_message first ON first.tenant_id = ${tx.tenantId} AND first.account_id = c.account_id
           AND first.chat_id = c.id AND first.place = 0
      CROSS JOIN LATERAL (SELECT count(*)::integer AS messages FROM assistant_message m
           WHERE m.tenant_id = ${tx.tenantId} AND m.account_id = c.account_id AND m.chat_id = c.id) size
     WHERE c.tenant_id = ${tx.tenantId} AND c.account_id = ${accountId} AND c.deleted_at IS NULL
       AND (${id}::uuid IS NULL OR c.id = ${id}::uuid)
       AND (${search} = '' OR strpos(rise_fold(coalesce(c.title, '')), rise_fold(${search})) > 0 OR EXISTS (
           SELECT FROM assistant_message m WHERE m.tenant_id = ${tx.tenantId} AND m.account_id = c.account_id
              AND m.chat_id = c.id AND strpos(rise_fold(m.content), rise_fold(${search})) > 0))
     ORDER BY c.pinned_at IS NULL, c.asked_at DESC, c.id`;
}

export interface RatedRow extends MessageRow {
  rating: Rating['value'] | null;
  reason: Rating['reason'];
}

export function listRatedMessages(tx: TenantTx, accountId: string, id: string): Promise<RatedRow[]> {
  return tx.rows<RatedRow>`
    SELECT role, content, place, created_at AS "createdAt", sources, data, rating, rating_reason AS reason
      FROM assistant_message
     WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND chat_id = ${id} ORDER BY place`;
}

/** Changes title and pin where they are given; false where the person has no such conversation. */
export async function updateConversation(
  tx: TenantTx,
  accountId: string,
  id: string,
  { title = null, pinned = null }: { title?: string | null; pinned?: boolean | null },
): Promise<boolean> {
  const updated = await tx.run`
    UPDATE assistant_chat SET title = coalesce(${title}, title), pinned_at = CASE ${pinned}::boolean
           WHEN true THEN coalesce(pinned_at, now()) WHEN false THEN NULL ELSE pinned_at END
     WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND id = ${id} AND deleted_at IS NULL`;
  return updated > 0;
}

/** How many of a person's conversations are pinned. Until the transaction ends, no other is pinned for them. */
export async function countPinned(tx: TenantTx, accountId: string): Promise<number> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('assistant ' || ${tx.tenantId}::text || ${accountId}::text, 0))`;
  const row = await tx.first<{ count: number }>`
    SELECT count(*)::integer AS count FROM assistant_chat
     WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND pinned_at IS NOT NULL AND deleted_at IS NULL`;
  return row!.count;
}

/** Deletes a conversation so that it can be restored. It is no longer shared. */
export async function markDeleted(tx: TenantTx, accountId: string, id: string): Promise<boolean> {
  const updated = await tx.run`
    UPDATE assistant_chat SET deleted_at = now(), shared_at = NULL, shared_messages = NULL
     WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND id = ${id} AND deleted_at IS NULL`;
  return updated > 0;
}

/** Restores a conversation that was deleted in the last so many days. */
export async function markRestored(tx: TenantTx, accountId: string, id: string, days: number): Promise<boolean> {
  const updated = await tx.run`
    UPDATE assistant_chat SET deleted_at = NULL
     WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND id = ${id}
       AND deleted_at > now() - make_interval(days => ${days})`;
  return updated > 0;
}

/** Shares the messages that a conversation has now; `shared` false: none. */
export async function updateSharing(tx: TenantTx, accountId: string, id: string, shared: boolean): Promise<boolean> {
  const updated = await tx.run`
    UPDATE assistant_chat c SET shared_at = CASE WHEN ${shared}::boolean THEN now() END,
           shared_messages = CASE WHEN ${shared}::boolean THEN (
             SELECT count(*) FROM assistant_message m WHERE m.tenant_id = ${tx.tenantId}
                AND m.account_id = c.account_id AND m.chat_id = c.id) END
     WHERE c.tenant_id = ${tx.tenantId} AND c.account_id = ${accountId} AND c.id = ${id} AND c.deleted_at IS NULL`;
  return updated > 0;
}

/** Rates an answer; null removes the rating. False where the person has no such answer. */
export async function updateRating(
  tx: TenantTx,
  accountId: string,
  { id, place, rating }: { id: string; place: number; rating: Rating | null },
): Promise<boolean> {
  const updated = await tx.run`
    UPDATE assistant_message m SET rating = ${rating?.value ?? null}, rating_reason = ${rating?.reason ?? null},
           rated_at = CASE WHEN ${rating !== null}::boolean THEN now() END
      FROM assistant_chat c
     WHERE m.tenant_id = ${tx.tenantId} AND m.account_id = ${accountId} AND m.chat_id = ${id} AND m.place = ${place}
       AND m.role = 'assistant' AND c.tenant_id = ${tx.tenantId} AND c.account_id = m.account_id AND c.id = m.chat_id
       AND c.deleted_at IS NULL`;
  return updated > 0;
}

/** Replaces an answer with figures; false where the person has no such answer. */
export async function updateAnswer(
  tx: TenantTx,
  accountId: string,
  { id, place, content, data }: { id: string; place: number } & Pick<MessageRow, 'content' | 'data'>,
): Promise<boolean> {
  const updated = await tx.run`
    UPDATE assistant_message m SET content = ${content}, data = ${data && JSON.stringify(data)}::jsonb
      FROM assistant_chat c
     WHERE m.tenant_id = ${tx.tenantId} AND m.account_id = ${accountId} AND m.chat_id = ${id} AND m.place = ${place}
       AND m.role = 'assistant' AND m.data IS NOT NULL AND c.tenant_id = ${tx.tenantId} AND c.account_id = m.account_id
       AND c.id = m.chat_id AND c.deleted_at IS NULL`;
  return updated > 0;
}

export interface SharedRow {
  id: string;
  ownerId: string;
  title: string;
  sharedAt: Date;
}

/** A conversation of anyone in the tenant that is shared now, and its shared messages. */
export async function findShared(
  tx: TenantTx,
  id: string,
): Promise<{ conversation: SharedRow; messages: MessageRow[] } | null> {
  const conversation = await tx.first<SharedRow>`
    SELECT c.id, c.account_id AS "ownerId", coalesce(c.title, left(first.content, 120)) AS title, c.shared_at AS "sharedAt"
      FROM assistant_chat c
      JOIN assistant_message first ON first.tenant_id = ${tx.tenantId} AND first.account_id = c.account_id
           AND first.chat_id = c.id AND first.place = 0
     WHERE c.tenant_id = ${tx.tenantId} AND c.id = ${id} AND c.shared_at IS NOT NULL AND c.deleted_at IS NULL`;
  if (!conversation) return null;
  const messages = await tx.rows<MessageRow>`
    SELECT m.role, m.content, m.place, m.created_at AS "createdAt", m.sources, m.data
      FROM assistant_chat c
      JOIN assistant_message m ON m.tenant_id = ${tx.tenantId} AND m.account_id = c.account_id AND m.chat_id = c.id
           AND m.place < c.shared_messages
     WHERE c.tenant_id = ${tx.tenantId} AND c.id = ${id} AND c.shared_at IS NOT NULL ORDER BY m.place`;
  return { conversation, messages };
}

/** Deletes for good what was deleted, or is idle and not pinned, for so many days. */
export async function purgeConversations(tx: TenantTx, days: { deleted: number; idle: number }): Promise<void> {
  await tx.run`
    DELETE FROM assistant_chat WHERE tenant_id = ${tx.tenantId}
       AND (deleted_at <= now() - make_interval(days => ${days.deleted})
            OR (pinned_at IS NULL AND asked_at < now() - make_interval(days => ${days.idle})))`;
}
