import type { Role, Status } from '@rise/contract';
import type { GlobalTx, TenantTx } from '../kernel/database.ts';

export interface PersonRow {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  avatar: string | null;
  roles: Role[];
  /** In the tenant, and disabled neither there nor altogether. */
  member: boolean;
  status: Status;
  /** Asked something of the portal in this tenant within the last minutes. */
  present: boolean;
}

const PRESENT_FOR = '10 minutes';

/** Everybody of a tenant who is not disabled. */
export function members(tx: GlobalTx, tenantId: string): Promise<PersonRow[]> {
  return tx.rows<PersonRow>`
    SELECT a.id, a.email, a.first_name AS "firstName", a.last_name AS "lastName", a.avatar, a.roles, true AS member,
           a.status, EXISTS (SELECT FROM session s WHERE s.account_id = a.id AND s.tenant_id = u.tenant_id
             AND s.ended_at IS NULL AND s.last_seen_at > now() - ${PRESENT_FOR}::interval) AS present
    FROM tenant_user u JOIN account a ON a.id = u.account_id AND a.disabled_at IS NULL
    WHERE u.tenant_id = ${tenantId} AND u.disabled_at IS NULL`;
}

/** These people, in the tenant or not; ids come from the tenant's own chats, or are looked at for `member` only. */
export function people(tx: GlobalTx, tenantId: string, ids: readonly string[]): Promise<PersonRow[]> {
  return tx.rows<PersonRow>`
    SELECT a.id, a.email, a.first_name AS "firstName", a.last_name AS "lastName", a.avatar, a.roles,
           u.account_id IS NOT NULL AND u.disabled_at IS NULL AND a.disabled_at IS NULL AS member,
           a.status, EXISTS (SELECT FROM session s WHERE s.account_id = a.id AND s.tenant_id = ${tenantId}
             AND s.ended_at IS NULL AND s.last_seen_at > now() - ${PRESENT_FOR}::interval) AS present
    FROM account a LEFT JOIN tenant_user u ON u.account_id = a.id AND u.tenant_id = ${tenantId}
    WHERE a.id = ANY (${ids as string[]}::uuid[])`;
}

export interface ChatRow {
  id: string;
  contactId: string;
  /** The other person's name when the chat began. */
  contactName: string;
  unreadCount: number;
  muted: boolean;
  lastMessage: string;
  lastMessageAt: Date;
}

export function listChats(tx: TenantTx, accountId: string): Promise<ChatRow[]> {
  return tx.rows<ChatRow>`
    SELECT c.id, other.account_id AS "contactId", other.name AS "contactName", mine.unread_count AS "unreadCount",
           mine.muted, left(c.last_message, 200) AS "lastMessage", c.last_message_at AS "lastMessageAt"
    FROM chat_person mine
    JOIN chat c ON c.tenant_id = mine.tenant_id AND c.id = mine.chat_id
    JOIN chat_person other
      ON other.tenant_id = mine.tenant_id AND other.chat_id = mine.chat_id AND other.account_id <> mine.account_id
    WHERE mine.tenant_id = ${tx.tenantId} AND mine.account_id = ${accountId}
    ORDER BY c.last_message_at DESC, c.id`;
}

export function chatById(tx: TenantTx, accountId: string, id: string): Promise<ChatRow | null> {
  return tx.first<ChatRow>`
    SELECT c.id, other.account_id AS "contactId", other.name AS "contactName", mine.unread_count AS "unreadCount",
           mine.muted, left(c.last_message, 200) AS "lastMessage", c.last_message_at AS "lastMessageAt"
    FROM chat_person mine
    JOIN chat c ON c.tenant_id = mine.tenant_id AND c.id = mine.chat_id
    JOIN chat_person other
      ON other.tenant_id = mine.tenant_id AND other.chat_id = mine.chat_id AND other.account_id <> mine.account_id
    WHERE mine.tenant_id = ${tx.tenantId} AND mine.account_id = ${accountId} AND mine.chat_id = ${id}`;
}

export async function chatWith(tx: TenantTx, accountId: string, otherId: string): Promise<string | null> {
  const row = await tx.first<{ id: string }>`
    SELECT id FROM chat WHERE tenant_id = ${tx.tenantId}
      AND lower_account_id = least(${accountId}::uuid, ${otherId}::uuid)
      AND upper_account_id = greatest(${accountId}::uuid, ${otherId}::uuid)`;
  return row?.id ?? null;
}

/** The chat of two people, begun where there was none, and held until the transaction ends: its writers wait for each other. */
export async function beginChat(
  tx: TenantTx,
  writer: { id: string; name: string },
  other: { id: string; name: string },
  value: string,
): Promise<string> {
  const row = await tx.first<{ id: string }>`
    INSERT INTO chat (tenant_id, lower_account_id, upper_account_id, last_message, last_message_at)
    VALUES (${tx.tenantId}, least(${writer.id}::uuid, ${other.id}::uuid), greatest(${writer.id}::uuid, ${other.id}::uuid),
            ${value}, clock_timestamp())
    ON CONFLICT (tenant_id, lower_account_id, upper_account_id) DO UPDATE SET last_message = chat.last_message
    RETURNING id`;
  const { id } = row!;
  await tx.run`
    INSERT INTO chat_person (tenant_id, account_id, chat_id, name)
    VALUES (${tx.tenantId}, ${writer.id}, ${id}, ${writer.name}), (${tx.tenantId}, ${other.id}, ${id}, ${other.name})
    ON CONFLICT (tenant_id, account_id, chat_id) DO NOTHING`;
  return id;
}

export interface MessageRow {
  id: string;
  chatId: string;
  authorId: string;
  value: string;
  createdAt: Date;
}

/** The last messages of a chat, or those before one of its messages; the newest first. */
export function messagesOf(tx: TenantTx, chatId: string, before: string | null, limit: number): Promise<MessageRow[]> {
  return tx.rows<MessageRow>`
    SELECT id, chat_id AS "chatId", author_id AS "authorId", value, created_at AS "createdAt" FROM chat_message
    WHERE tenant_id = ${tx.tenantId} AND chat_id = ${chatId}
      AND (${before}::uuid IS NULL OR number < (
        SELECT number FROM chat_message WHERE tenant_id = ${tx.tenantId} AND chat_id = ${chatId} AND id = ${before}::uuid))
    ORDER BY number DESC LIMIT ${limit}`;
}

/** What was written after one of a chat's messages; the oldest first. */
export function messagesAfter(tx: TenantTx, chatId: string, after: string, limit: number): Promise<MessageRow[]> {
  return tx.rows<MessageRow>`
    SELECT id, chat_id AS "chatId", author_id AS "authorId", value, created_at AS "createdAt" FROM chat_message
    WHERE tenant_id = ${tx.tenantId} AND chat_id = ${chatId} AND number > (
      SELECT number FROM chat_message WHERE tenant_id = ${tx.tenantId} AND chat_id = ${chatId} AND id = ${after})
    ORDER BY number LIMIT ${limit}`;
}

export function messageById(tx: TenantTx, id: string): Promise<MessageRow | null> {
  return tx.first<MessageRow>`
    SELECT id, chat_id AS "chatId", author_id AS "authorId", value, created_at AS "createdAt" FROM chat_message
    WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** Writes a message into a chat that the transaction holds; null where its id is taken. */
export async function insertMessage(
  tx: TenantTx,
  message: { id: string; chatId: string; authorId: string; value: string },
): Promise<MessageRow | null> {
  const { id, chatId, authorId, value } = message;
  const written = await tx.first<MessageRow>`
    INSERT INTO chat_message (tenant_id, id, chat_id, author_id, value, created_at)
    VALUES (${tx.tenantId}, ${id}, ${chatId}, ${authorId}, ${value}, clock_timestamp())
    ON CONFLICT (tenant_id, id) DO NOTHING
    RETURNING id, chat_id AS "chatId", author_id AS "authorId", value, created_at AS "createdAt"`;
  if (!written) return null;
  await tx.run`
    UPDATE chat SET last_message = ${value}, last_message_at = ${written.createdAt}
    WHERE tenant_id = ${tx.tenantId} AND id = ${chatId}`;
  await tx.run`
    UPDATE chat_person SET unread_count = unread_count + 1
    WHERE tenant_id = ${tx.tenantId} AND chat_id = ${chatId} AND account_id <> ${authorId}`;
  return written;
}

/** Changes what one person has of a chat; null leaves a thing as it is. */
export function updatePerson(
  tx: TenantTx,
  accountId: string,
  chatId: string,
  change: { muted: boolean | null; read: boolean },
): Promise<number> {
  return tx.run`
    UPDATE chat_person SET muted = coalesce(${change.muted}::boolean, muted),
      unread_count = CASE WHEN ${change.read}::boolean THEN 0 ELSE unread_count END,
      last_read_at = CASE WHEN ${change.read}::boolean THEN now() ELSE last_read_at END
    WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND chat_id = ${chatId}`;
}
