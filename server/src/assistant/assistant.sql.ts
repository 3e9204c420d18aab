import type { AssistantData, AssistantMessage } from '@rise/contract';
import type { TenantTx } from '../kernel/database/database.ts';

export interface MessageRow {
  role: AssistantMessage['role'];
  content: string;
  place: number;
  createdAt: Date;
  /** Of an answer with figures. */
  data?: AssistantData | null;
}

/** Creates a conversation, and deletes the person's oldest ones and those idle too long. */
export async function insertChat(
  tx: TenantTx,
  accountId: string,
  limits: { most: number; days: number },
): Promise<string> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('assistant ' || ${tx.tenantId}::text || ${accountId}::text, 0))`;
  await tx.run`
    DELETE FROM assistant_chat WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId}
       AND (asked_at < now() - make_interval(days => ${limits.days}) OR id NOT IN (
           SELECT id FROM assistant_chat WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId}
            ORDER BY asked_at DESC, id LIMIT ${limits.most - 1}))`;
  const row = await tx.first<{ id: string }>`
    INSERT INTO assistant_chat (tenant_id, account_id) VALUES (${tx.tenantId}, ${accountId}) RETURNING id`;
  return row!.id;
}

/** Locks the conversation until the transaction ends, so that its messages are numbered consecutively. */
export async function lockChat(tx: TenantTx, accountId: string, id: string): Promise<boolean> {
  const updated = await tx.run`
    UPDATE assistant_chat SET asked_at = clock_timestamp()
     WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND id = ${id}`;
  return updated > 0;
}

/** Null where the person has no such conversation; empty ones are never stored. */
export async function listMessages(tx: TenantTx, accountId: string, id: string): Promise<MessageRow[] | null> {
  const rows = await tx.rows<MessageRow>`
    SELECT role, content, place, created_at AS "createdAt", data FROM assistant_message
     WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND chat_id = ${id} ORDER BY place`;
  return rows.length > 0 ? rows : null;
}

export async function insertMessages(
  tx: TenantTx,
  accountId: string,
  id: string,
  messages: readonly MessageRow[],
): Promise<void> {
  for (const { role, content, place, createdAt, data } of messages)
    await tx.run`
      INSERT INTO assistant_message (tenant_id, account_id, chat_id, place, role, content, created_at, data)
      VALUES (${tx.tenantId}, ${accountId}, ${id}, ${place}, ${role}, ${content}, ${createdAt}, ${data ?? null})`;
}

export async function deleteChat(tx: TenantTx, accountId: string, id: string): Promise<boolean> {
  const deleted = await tx.run`
    DELETE FROM assistant_chat WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND id = ${id}`;
  return deleted > 0;
}
