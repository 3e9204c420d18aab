import type { LocalizedText, NewInboxItem } from '@rise/contract';
import { fragment, type TenantTx } from '../kernel/database/database.ts';

export type Kind = 'message' | 'notification';

/** One person's items of one kind. */
export interface Inbox {
  readonly accountId: string;
  readonly kind: Kind;
}

/** A person's text, or the portal's in each language. */
export type StoredText = string | LocalizedText;

export interface ItemRow {
  id: string;
  icon: string | null;
  image: string | null;
  title: StoredText;
  description: StoredText;
  time: Date;
  read: boolean;
  seen: boolean;
  link: string | null;
  useRouter: boolean;
}

export type NewItem = Omit<NewInboxItem, 'title' | 'description'> & { title: StoredText; description: StoredText };

const ITEM_COLUMNS = fragment`id, icon, image, title, description, time, read, seen, link, use_router AS "useRouter"`;

export function newestItems(tx: TenantTx, { accountId, kind }: Inbox, most: number): Promise<ItemRow[]> {
  return tx.rows<ItemRow>`
    SELECT ${ITEM_COLUMNS}
    FROM inbox_item WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND kind = ${kind}
    ORDER BY time DESC, number DESC LIMIT ${most}`;
}

/** The item, locked until the transaction ends. */
export function lockItem(tx: TenantTx, { accountId, kind }: Inbox, id: string): Promise<ItemRow | null> {
  return tx.first<ItemRow>`
    SELECT ${ITEM_COLUMNS}
    FROM inbox_item WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND kind = ${kind} AND id = ${id}
    FOR UPDATE`;
}

/**
 * Deletes items beyond each person's limit: read ones first, oldest first. Until the transaction ends, no other
 * transaction adds items of the kind in the tenant, since both would make room for one item only.
 */
export async function makeRoom(
  tx: TenantTx,
  kind: Kind,
  accountIds: readonly string[],
  limit: { max: number; adding: number },
): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('inbox ' || ${tx.tenantId}::text || ${kind}::text, 0))`;
  // Rows are locked in key order, as in `markAllRead`, so that the two cannot deadlock.
  await tx.run`
    WITH ranked AS (
      SELECT account_id, id, row_number() OVER (PARTITION BY account_id ORDER BY read, time DESC, number DESC) AS place
      FROM inbox_item WHERE tenant_id = ${tx.tenantId} AND kind = ${kind} AND account_id = ANY (${accountIds as string[]})
    ), surplus AS (
      SELECT i.account_id, i.id FROM inbox_item i
      JOIN ranked r ON r.account_id = i.account_id AND r.id = i.id AND r.place > ${limit.max - limit.adding}::int
      WHERE i.tenant_id = ${tx.tenantId}
      ORDER BY i.account_id, i.id FOR UPDATE OF i
    )
    DELETE FROM inbox_item i USING surplus s
    WHERE i.tenant_id = ${tx.tenantId} AND i.account_id = s.account_id AND i.id = s.id`;
}

/** Adds the item for each of the people; returns the rows in any order. */
export function insertItems(
  tx: TenantTx,
  kind: Kind,
  accountIds: readonly string[],
  item: NewItem,
): Promise<ItemRow[]> {
  return tx.rows<ItemRow>`
    INSERT INTO inbox_item (tenant_id, account_id, kind, icon, image, title, description, time, read, seen, link, use_router)
    SELECT ${tx.tenantId}, account_id, ${kind}, ${item.icon}, ${item.image}, ${JSON.stringify(item.title)}::jsonb,
           ${JSON.stringify(item.description)}::jsonb, coalesce(${item.time ?? null}::timestamptz, clock_timestamp()),
           ${item.read}, ${item.seen ?? false}, ${item.link}, ${item.useRouter}
    FROM unnest(${accountIds as string[]}::uuid[]) AS account_id
    RETURNING ${ITEM_COLUMNS}`;
}

export async function updateItem(tx: TenantTx, { accountId, kind }: Inbox, item: ItemRow): Promise<void> {
  await tx.run`
    UPDATE inbox_item SET icon = ${item.icon}, image = ${item.image}, title = ${JSON.stringify(item.title)}::jsonb,
      description = ${JSON.stringify(item.description)}::jsonb, time = ${item.time}, read = ${item.read}, seen = ${item.seen},
      link = ${item.link}, use_router = ${item.useRouter}
    WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND kind = ${kind} AND id = ${item.id}`;
}

export function deleteItem(tx: TenantTx, { accountId, kind }: Inbox, id: string): Promise<ItemRow | null> {
  return tx.first<ItemRow>`
    DELETE FROM inbox_item
    WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND kind = ${kind} AND id = ${id}
    RETURNING ${ITEM_COLUMNS}`;
}

export function setRead(tx: TenantTx, { accountId, kind }: Inbox, id: string, read: boolean): Promise<ItemRow | null> {
  return tx.first<ItemRow>`
    UPDATE inbox_item SET read = ${read}
    WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND kind = ${kind} AND id = ${id}
    RETURNING ${ITEM_COLUMNS}`;
}

export async function markAllRead(tx: TenantTx, { accountId, kind }: Inbox): Promise<void> {
  await tx.run`
    WITH due AS (
      SELECT id FROM inbox_item
      WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND kind = ${kind} AND NOT (read AND seen)
      ORDER BY id FOR UPDATE
    )
    UPDATE inbox_item i SET read = true, seen = true FROM due
    WHERE i.tenant_id = ${tx.tenantId} AND i.account_id = ${accountId} AND i.id = due.id`;
}

/** Every member of the tenant who may enter it. */
export async function listMembers(tx: TenantTx): Promise<string[]> {
  const rows = await tx.rows<{ accountId: string }>`
    SELECT account_id AS "accountId" FROM tenant_user WHERE tenant_id = ${tx.tenantId} AND disabled_at IS NULL`;
  return rows.map(({ accountId }) => accountId);
}
