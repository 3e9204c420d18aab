import type { Role, Status } from '@rise/contract';
import { fragment, type GlobalTx, type TenantTx } from '../kernel/database/database.ts';

export interface PersonRow {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  avatar: string | null;
  roles: Role[];
  /** A member of the tenant, neither disabled there nor globally. */
  member: boolean;
  status: Status;
  /** Active in this tenant within the last minutes. */
  present: boolean;
}

const PRESENT_FOR = '10 minutes';

const PERSON_COLUMNS = fragment`a.id, a.email, a.first_name AS "firstName", a.last_name AS "lastName", a.shown_picture AS avatar,
           rise_roles(a.roles, u.sources, u.roles) AS roles`;

/** Everyone in a tenant who is not disabled. */
export function listMembers(tx: GlobalTx, tenantId: string): Promise<PersonRow[]> {
  return tx.rows<PersonRow>`
    SELECT ${PERSON_COLUMNS}, true AS member,
           a.status, EXISTS (SELECT FROM session s WHERE s.account_id = a.id AND s.tenant_id = u.tenant_id
             AND s.ended_at IS NULL AND s.last_seen_at > now() - ${PRESENT_FOR}::interval) AS present
    FROM tenant_user u JOIN account a ON a.id = u.account_id AND a.disabled_at IS NULL
    WHERE u.tenant_id = ${tenantId} AND u.disabled_at IS NULL`;
}

/** These people, members of the tenant or not. Callers pass ids from the tenant's chats, or read only `member`. */
export function findPeople(tx: GlobalTx, tenantId: string, ids: readonly string[]): Promise<PersonRow[]> {
  return tx.rows<PersonRow>`
    SELECT ${PERSON_COLUMNS},
           u.account_id IS NOT NULL AND u.disabled_at IS NULL AND a.disabled_at IS NULL AS member,
           a.status, EXISTS (SELECT FROM session s WHERE s.account_id = a.id AND s.tenant_id = ${tenantId}
             AND s.ended_at IS NULL AND s.last_seen_at > now() - ${PRESENT_FOR}::interval) AS present
    FROM account a LEFT JOIN tenant_user u ON u.account_id = a.id AND u.tenant_id = ${tenantId}
    WHERE a.id = ANY (${ids as string[]}::uuid[])`;
}

export interface ChatRow {
  id: string;
  contactId: string;
  /** The other person's name when the chat was created. */
  contactName: string;
  unreadCount: number;
  muted: boolean;
  lastMessage: string;
  lastMessageAt: Date;
}

export function listChats(tx: TenantTx, accountId: string): Promise<ChatRow[]> {
  return selectChats(tx, accountId, null);
}

export async function findChat(tx: TenantTx, accountId: string, id: string): Promise<ChatRow | null> {
  return (await selectChats(tx, accountId, id))[0] ?? null;
}

/** One chat of a person, or all where null; most recently active first. */
function selectChats(tx: TenantTx, accountId: string, id: string | null): Promise<ChatRow[]> {
  return tx.rows<ChatRow>`
    SELECT c.id, other.account_id AS "contactId", other.name AS "contactName", mine.unread_count AS "unreadCount",
           mine.muted, left(c.last_message, 200) AS "lastMessage", c.last_message_at AS "lastMessageAt"
    FROM chat_person mine
    JOIN chat c ON c.tenant_id = mine.tenant_id AND c.id = mine.chat_id
    JOIN chat_person other
      ON other.tenant_id = mine.tenant_id AND other.chat_id = mine.chat_id AND other.account_id <> mine.account_id
    WHERE mine.tenant_id = ${tx.tenantId} AND mine.account_id = ${accountId}
      AND (${id}::uuid IS NULL OR mine.chat_id = ${id}::uuid)
    ORDER BY c.last_message_at DESC, c.id`;
}

export async function findChatWith(tx: TenantTx, accountId: string, otherId: string): Promise<string | null> {
  const row = await tx.first<{ id: string }>`
    SELECT id FROM chat WHERE tenant_id = ${tx.tenantId}
      AND lower_account_id = least(${accountId}::uuid, ${otherId}::uuid)
      AND upper_account_id = greatest(${accountId}::uuid, ${otherId}::uuid)`;
  return row?.id ?? null;
}

/** The chat of two people, created where it does not exist, and locked until the transaction ends. */
export async function ensureChat(
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

const MESSAGE_COLUMNS = fragment`id, chat_id AS "chatId", author_id AS "authorId", value, created_at AS "createdAt"`;

/** The last messages of a chat, or those before one of its messages; newest first. */
export function messagesBefore(
  tx: TenantTx,
  chatId: string,
  before: string | null,
  limit: number,
): Promise<MessageRow[]> {
  return tx.rows<MessageRow>`
    SELECT ${MESSAGE_COLUMNS} FROM chat_message
    WHERE tenant_id = ${tx.tenantId} AND chat_id = ${chatId}
      AND (${before}::uuid IS NULL OR number < (
        SELECT number FROM chat_message WHERE tenant_id = ${tx.tenantId} AND chat_id = ${chatId} AND id = ${before}::uuid))
    ORDER BY number DESC LIMIT ${limit}`;
}

/** Messages after one of a chat's messages; oldest first. */
export function messagesAfter(tx: TenantTx, chatId: string, after: string, limit: number): Promise<MessageRow[]> {
  return tx.rows<MessageRow>`
    SELECT ${MESSAGE_COLUMNS} FROM chat_message
    WHERE tenant_id = ${tx.tenantId} AND chat_id = ${chatId} AND number > (
      SELECT number FROM chat_message WHERE tenant_id = ${tx.tenantId} AND chat_id = ${chatId} AND id = ${after})
    ORDER BY number LIMIT ${limit}`;
}

export function findMessage(tx: TenantTx, id: string): Promise<MessageRow | null> {
  return tx.first<MessageRow>`
    SELECT ${MESSAGE_COLUMNS} FROM chat_message
    WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** Inserts a message into a chat that the transaction has locked; null where its id is taken. */
export async function insertMessage(
  tx: TenantTx,
  message: { id: string; chatId: string; authorId: string; value: string },
): Promise<MessageRow | null> {
  const { id, chatId, authorId, value } = message;
  const inserted = await tx.first<MessageRow>`
    INSERT INTO chat_message (tenant_id, id, chat_id, author_id, value, created_at)
    VALUES (${tx.tenantId}, ${id}, ${chatId}, ${authorId}, ${value}, clock_timestamp())
    ON CONFLICT (tenant_id, id) DO NOTHING
    RETURNING ${MESSAGE_COLUMNS}`;
  if (!inserted) return null;
  await tx.run`
    UPDATE chat SET last_message = ${value}, last_message_at = ${inserted.createdAt}
    WHERE tenant_id = ${tx.tenantId} AND id = ${chatId}`;
  await tx.run`
    UPDATE chat_person SET unread_count = unread_count + 1
    WHERE tenant_id = ${tx.tenantId} AND chat_id = ${chatId} AND account_id <> ${authorId}`;
  return inserted;
}

/** Changes one person's state of a chat; `muted` null leaves it unchanged. */
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
