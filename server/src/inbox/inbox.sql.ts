import type { LocalizedText, NewInboxItem } from '@rise/contract';
import type { TenantTx } from '../kernel/database.ts';

export type Kind = 'message' | 'notification';

/** Whose items of which kind a statement is about. */
export interface Inbox {
  readonly accountId: string;
  readonly kind: Kind;
}

/** A text in its writer's own words, or one of the portal's in each language. */
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

export function newestItems(tx: TenantTx, { accountId, kind }: Inbox, most: number): Promise<ItemRow[]> {
  return tx.rows<ItemRow>`
    SELECT id, icon, image, title, description, time, read, seen, link, use_router AS "useRouter"
    FROM inbox_item WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND kind = ${kind}
    ORDER BY time DESC, number DESC LIMIT ${most}`;
}

/** The item, held until the transaction ends. */
export function heldItem(tx: TenantTx, { accountId, kind }: Inbox, id: string): Promise<ItemRow | null> {
  return tx.first<ItemRow>`
    SELECT id, icon, image, title, description, time, read, seen, link, use_router AS "useRouter"
    FROM inbox_item WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND kind = ${kind} AND id = ${id}
    FOR UPDATE`;
}

/**
 * Removes what is over the bound of each person: what they have read goes first, and of that the oldest. Until the
 * transaction ends nobody else adds items of the kind in the tenant: two who make room at once would make it for one.
 */
export async function makeRoom(
  tx: TenantTx,
  kind: Kind,
  accountIds: readonly string[],
  room: { most: number; wanted: number },
): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('inbox ' || ${tx.tenantId}::text || ${kind}::text, 0))`;
  // Rows are locked in the order of their keys, as `readAll` does: two such statements can't wait for each other.
  await tx.run`
    WITH ranked AS (
      SELECT account_id, id, row_number() OVER (PARTITION BY account_id ORDER BY read, time DESC, number DESC) AS place
      FROM inbox_item WHERE tenant_id = ${tx.tenantId} AND kind = ${kind} AND account_id = ANY (${accountIds as string[]})
    ), surplus AS (
      SELECT i.account_id, i.id FROM inbox_item i
      JOIN ranked r ON r.account_id = i.account_id AND r.id = i.id AND r.place > ${room.most - room.wanted}::int
      WHERE i.tenant_id = ${tx.tenantId}
      ORDER BY i.account_id, i.id FOR UPDATE OF i
    )
    DELETE FROM inbox_item i USING surplus s
    WHERE i.tenant_id = ${tx.tenantId} AND i.account_id = s.account_id AND i.id = s.id`;
}

/** Adds the same item for each of the people; answers theirs in no order. */
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
    RETURNING id, icon, image, title, description, time, read, seen, link, use_router AS "useRouter"`;
}

export async function writeItem(tx: TenantTx, { accountId, kind }: Inbox, item: ItemRow): Promise<void> {
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
    RETURNING id, icon, image, title, description, time, read, seen, link, use_router AS "useRouter"`;
}

export function setRead(tx: TenantTx, { accountId, kind }: Inbox, id: string, read: boolean): Promise<ItemRow | null> {
  return tx.first<ItemRow>`
    UPDATE inbox_item SET read = ${read}
    WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND kind = ${kind} AND id = ${id}
    RETURNING id, icon, image, title, description, time, read, seen, link, use_router AS "useRouter"`;
}

export async function readAll(tx: TenantTx, { accountId, kind }: Inbox): Promise<void> {
  await tx.run`
    WITH due AS (
      SELECT id FROM inbox_item
      WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND kind = ${kind} AND NOT (read AND seen)
      ORDER BY id FOR UPDATE
    )
    UPDATE inbox_item i SET read = true, seen = true FROM due
    WHERE i.tenant_id = ${tx.tenantId} AND i.account_id = ${accountId} AND i.id = due.id`;
}

/** Everybody who belongs to the tenant and may enter it. */
export async function members(tx: TenantTx): Promise<string[]> {
  const rows = await tx.rows<{ accountId: string }>`
    SELECT account_id AS "accountId" FROM tenant_user WHERE tenant_id = ${tx.tenantId} AND disabled_at IS NULL`;
  return rows.map(({ accountId }) => accountId);
}
