import type { AssistantData, AssistantMessage } from '@rise/contract';
import type { TenantTx } from '../kernel/database/database.ts';
import type { PassageSource } from '../search/passages.service.ts';

export interface MessageRow {
  role: AssistantMessage['role'];
  content: string;
  place: number;
  createdAt: Date;
  /** Of an answer: what it was written from; null where that is not known. */
  sources: readonly PassageSource[] | null;
  /** Of an answer with figures. */
  data: AssistantData | null;
}

/** Creates a conversation, and deletes the person's oldest ones and those idle too long; pinned ones stay. */
export async function insertChat(
  tx: TenantTx,
  accountId: string,
  limits: { most: number; days: number },
): Promise<string> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('assistant ' || ${tx.tenantId}::text || ${accountId}::text, 0))`;
  await tx.run`
    DELETE FROM assistant_chat WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND pinned_at IS NULL
       AND (asked_at < now() - make_interval(days => ${limits.days}) OR id NOT IN (
           SELECT id FROM assistant_chat WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND pinned_at IS NULL
            ORDER BY asked_at DESC, id LIMIT ${limits.most - 1}))`;
  const row = await tx.first<{ id: string }>`
    INSERT INTO assistant_chat (tenant_id, account_id) VALUES (${tx.tenantId}, ${accountId}) RETURNING id`;
  return row!.id;
}

/** Locks the conversation until the transaction ends, so that its messages are numbered consecutively. */
export async function lockChat(tx: TenantTx, accountId: string, id: string): Promise<boolean> {
  const updated = await tx.run`
    UPDATE assistant_chat SET asked_at = clock_timestamp()
     WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND id = ${id} AND deleted_at IS NULL`;
  return updated > 0;
}

/** Null where the person has no such conversation; empty ones are never stored. */
export async function listMessages(tx: TenantTx, accountId: string, id: string): Promise<MessageRow[] | null> {
  const rows = await tx.rows<MessageRow>`
    SELECT m.role, m.content, m.place, m.created_at AS "createdAt", m.sources, m.data
      FROM assistant_chat c
      JOIN assistant_message m ON m.tenant_id = ${tx.tenantId} AND m.account_id = c.account_id AND m.chat_id = c.id
     WHERE c.tenant_id = ${tx.tenantId} AND c.account_id = ${accountId} AND c.id = ${id} AND c.deleted_at IS NULL
     ORDER BY m.place`;
  return rows.length > 0 ? rows : null;
}

export async function insertMessages(
  tx: TenantTx,
  accountId: string,
  id: string,
  messages: readonly MessageRow[],
): Promise<void> {
  for (const { role, content, place, createdAt, sources, data } of messages)
    await tx.run`
      INSERT INTO assistant_message (tenant_id, account_id, chat_id, place, role, content, created_at, sources, data)
      VALUES (${tx.tenantId}, ${accountId}, ${id}, ${place}, ${role}, ${content}, ${createdAt},
              ${sources && JSON.stringify(sources)}::jsonb, ${data && JSON.stringify(data)}::jsonb)`;
}

/** Deletes a conversation for good; false where the person has none, or has deleted it already. */
export async function deleteChat(tx: TenantTx, accountId: string, id: string): Promise<boolean> {
  const deleted = await tx.run`
    DELETE FROM assistant_chat
     WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND id = ${id} AND deleted_at IS NULL`;
  return deleted > 0;
}
