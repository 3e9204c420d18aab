import type { NewAnnouncement } from '@rise/contract';
import type { GlobalTx, TenantTx } from '../kernel/database.ts';

export interface AnnouncementRow {
  id: string;
  title: string;
  content: string | null;
  linkUri: string | null;
  linkText: string | null;
  startDate: Date;
  endDate: Date | null;
  tenants: string[] | null;
  /** Whether streams were last told that it is visible. */
  shown: boolean;
  /** By its dates, by the database's clock. */
  active: boolean;
  createdAt: Date;
  updatedAt: Date;
}

export interface ReadableRow {
  id: string;
  title: string;
  content: string | null;
  linkUri: string | null;
  linkText: string | null;
  startDate: Date;
}

/** Announcements that are active for people in a tenant, or for those who are in none; newest first. */
export function activeFor(tx: TenantTx | GlobalTx, tenantId: string | null): Promise<ReadableRow[]> {
  return tx.rows<ReadableRow>`
    SELECT id, title, content, link_uri AS "linkUri", link_text AS "linkText", start_date AS "startDate"
    FROM announcement
    WHERE start_date <= now() AND (end_date IS NULL OR end_date > now())
      AND (tenants IS NULL OR ${tenantId}::uuid = ANY (tenants))
    ORDER BY start_date DESC, created_at DESC, id
    LIMIT 200`;
}

/** Those that a person has read. */
export async function readBy(tx: GlobalTx, accountId: string): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>`
    SELECT announcement_id AS id FROM announcement_read WHERE account_id = ${accountId}`;
  return new Set(rows.map(({ id }) => id));
}

/** Answers how many rows that changed. */
export function markRead(tx: GlobalTx, accountId: string, ids: readonly string[]): Promise<number> {
  return tx.run`
    INSERT INTO announcement_read (account_id, announcement_id)
    SELECT ${accountId}, id FROM announcement WHERE id = ANY (${ids as string[]}::uuid[]) ON CONFLICT DO NOTHING`;
}

export function markUnread(tx: GlobalTx, accountId: string, id: string): Promise<number> {
  return tx.run`DELETE FROM announcement_read WHERE account_id = ${accountId} AND announcement_id = ${id}`;
}

export function allAnnouncements(tx: GlobalTx): Promise<AnnouncementRow[]> {
  return tx.rows<AnnouncementRow>`
    SELECT id, title, content, link_uri AS "linkUri", link_text AS "linkText", start_date AS "startDate",
           end_date AS "endDate", tenants, shown, created_at AS "createdAt", updated_at AS "updatedAt",
           start_date <= now() AND (end_date IS NULL OR end_date > now()) AS active
    FROM announcement ORDER BY start_date DESC, created_at DESC, id`;
}

/** One announcement, held until the transaction ends. */
export function holdAnnouncement(tx: GlobalTx, id: string): Promise<AnnouncementRow | null> {
  return tx.first<AnnouncementRow>`
    SELECT id, title, content, link_uri AS "linkUri", link_text AS "linkText", start_date AS "startDate",
           end_date AS "endDate", tenants, shown, created_at AS "createdAt", updated_at AS "updatedAt",
           start_date <= now() AND (end_date IS NULL OR end_date > now()) AS active
    FROM announcement WHERE id = ${id} FOR UPDATE`;
}

/** What is written of an announcement: `shown` is what its dates say now, since whoever writes it tells the streams. */
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
  return (await holdAnnouncement(tx, row!.id))!;
}

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
  return (await holdAnnouncement(tx, id))!;
}

export function deleteAnnouncement(tx: GlobalTx, id: string): Promise<number> {
  return tx.run`DELETE FROM announcement WHERE id = ${id}`;
}

/** Announcements whose start or end has passed since the streams were last told of them; each is answered to one caller only. */
export function takeTurned(tx: GlobalTx): Promise<{ id: string; tenants: string[] | null }[]> {
  return tx.rows<{ id: string; tenants: string[] | null }>`
    UPDATE announcement SET shown = NOT shown
    WHERE shown <> (start_date <= now() AND (end_date IS NULL OR end_date > now()))
    RETURNING id, tenants`;
}

/** Milliseconds until the next start or end; null where none is to come. */
export async function untilNextTurn(tx: GlobalTx): Promise<number | null> {
  const row = await tx.first<{ milliseconds: number | null }>`
    SELECT ceil(extract(epoch FROM min(moment) - clock_timestamp()) * 1000)::float8 AS milliseconds
    FROM announcement, unnest(ARRAY[start_date, end_date]) AS moment WHERE moment > now()`;
  return row!.milliseconds;
}

/** Those of the ids that are tenants. */
export async function knownTenants(tx: GlobalTx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>`SELECT id FROM tenant WHERE id = ANY (${ids as string[]}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
}
