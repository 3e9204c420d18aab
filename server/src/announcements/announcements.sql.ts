import type { NewAnnouncement } from '@rise/contract';
import type { GlobalTx, TenantTx } from '../kernel/database/database.ts';

/** What readers see of an announcement. */
export interface ActiveRow {
  id: string;
  title: string;
  content: string | null;
  linkUri: string | null;
  linkText: string | null;
  startDate: Date;
}

export interface AnnouncementRow extends ActiveRow {
  endDate: Date | null;
  /** Null: all tenants. */
  tenants: string[] | null;
  /** The visibility that was last published to open pages. */
  shown: boolean;
  /** From its dates and the database's clock. */
  active: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** The most announcements that a reader gets. */
const MAX_ACTIVE = 200;

/** Announcements that are active in a tenant, or with null outside any; newest first. */
export function listActive(tx: TenantTx | GlobalTx, tenantId: string | null): Promise<ActiveRow[]> {
  return tx.rows<ActiveRow>`
    SELECT id, title, content, link_uri AS "linkUri", link_text AS "linkText", start_date AS "startDate"
    FROM announcement
    WHERE start_date <= now() AND (end_date IS NULL OR end_date > now())
      AND (tenants IS NULL OR ${tenantId}::uuid = ANY (tenants))
    ORDER BY start_date DESC, created_at DESC, id
    LIMIT ${MAX_ACTIVE}`;
}

/** Ids of the announcements that a person has read. */
export async function readIds(tx: GlobalTx, accountId: string): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>`
    SELECT announcement_id AS id FROM announcement_read WHERE account_id = ${accountId}`;
  return new Set(rows.map(({ id }) => id));
}

/** Returns the number of rows changed. */
export function markRead(tx: GlobalTx, accountId: string, ids: readonly string[]): Promise<number> {
  return tx.run`
    INSERT INTO announcement_read (account_id, announcement_id)
    SELECT ${accountId}, id FROM announcement WHERE id = ANY (${ids as string[]}::uuid[]) ON CONFLICT DO NOTHING`;
}

export function markUnread(tx: GlobalTx, accountId: string, id: string): Promise<number> {
  return tx.run`DELETE FROM announcement_read WHERE account_id = ${accountId} AND announcement_id = ${id}`;
}

export function listAnnouncements(tx: GlobalTx): Promise<AnnouncementRow[]> {
  return selectAnnouncements(tx, null);
}

/** Locks the announcement until the transaction ends. */
export async function lockAnnouncement(tx: GlobalTx, id: string): Promise<AnnouncementRow | null> {
  const locked = await tx.run`SELECT FROM announcement WHERE id = ${id} FOR UPDATE`;
  return locked === 0 ? null : (await selectAnnouncements(tx, id))[0]!;
}

/** One announcement, or all where null; newest first. */
function selectAnnouncements(tx: GlobalTx, id: string | null): Promise<AnnouncementRow[]> {
  return tx.rows<AnnouncementRow>`
    SELECT id, title, content, link_uri AS "linkUri", link_text AS "linkText", start_date AS "startDate",
           end_date AS "endDate", tenants, shown, created_at AS "createdAt", updated_at AS "updatedAt",
           start_date <= now() AND (end_date IS NULL OR end_date > now()) AS active
    FROM announcement WHERE ${id}::uuid IS NULL OR id = ${id}::uuid
    ORDER BY start_date DESC, created_at DESC, id`;
}

/** `shown` is the visibility by the new dates: the caller publishes it. */
export async function insertAnnouncement(
  tx: GlobalTx,
  announcement: NewAnnouncement,
  createdBy: string | null,
): Promise<AnnouncementRow> {
  const { title, content, link, startDate, endDate, tenants } = announcement;
  const row = await tx.first<{ id: string }>`
    INSERT INTO announcement (title, content, link_uri, link_text, start_date, end_date, tenants, created_by, shown)
    VALUES (${title}, ${content}, ${link?.uri ?? null}, ${link?.hyperText ?? null}, ${startDate}, ${endDate},
            ${tenants}::uuid[], ${createdBy},
            ${startDate}::timestamptz <= now() AND (${endDate}::timestamptz IS NULL OR ${endDate}::timestamptz > now()))
    RETURNING id`;
  return (await selectAnnouncements(tx, row!.id))[0]!;
}

/** `shown` is the visibility by the new dates: the caller publishes it. */
export async function updateAnnouncement(
  tx: GlobalTx,
  id: string,
  announcement: NewAnnouncement,
): Promise<AnnouncementRow> {
  const { title, content, link, startDate, endDate, tenants } = announcement;
  await tx.run`
    UPDATE announcement SET title = ${title}, content = ${content}, link_uri = ${link?.uri ?? null},
      link_text = ${link?.hyperText ?? null}, start_date = ${startDate}, end_date = ${endDate},
      tenants = ${tenants}::uuid[], updated_at = now(),
      shown = ${startDate}::timestamptz <= now() AND (${endDate}::timestamptz IS NULL OR ${endDate}::timestamptz > now())
    WHERE id = ${id}`;
  return (await selectAnnouncements(tx, id))[0]!;
}

export function deleteAnnouncement(tx: GlobalTx, id: string): Promise<number> {
  return tx.run`DELETE FROM announcement WHERE id = ${id}`;
}

/** Announcements that started or ended since this was last published; each is returned to one caller only. */
export function takeDue(tx: GlobalTx): Promise<{ id: string; tenants: string[] | null }[]> {
  return tx.rows<{ id: string; tenants: string[] | null }>`
    UPDATE announcement SET shown = NOT shown
    WHERE shown <> (start_date <= now() AND (end_date IS NULL OR end_date > now()))
    RETURNING id, tenants`;
}

/** Milliseconds until the next start or end; null where there is none. */
export async function millisecondsUntilDue(tx: GlobalTx): Promise<number | null> {
  const row = await tx.first<{ milliseconds: number | null }>`
    SELECT ceil(extract(epoch FROM min(moment) - clock_timestamp()) * 1000)::float8 AS milliseconds
    FROM announcement, unnest(ARRAY[start_date, end_date]) AS moment WHERE moment > now()`;
  return row!.milliseconds;
}

/** The ids among these that are tenants. */
export async function filterTenants(tx: GlobalTx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>`SELECT id FROM tenant WHERE id = ANY (${ids as string[]}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
}
