import type { AnnouncementFields, AnnouncementState, LocalizedContent, LocalizedText, Role } from '@rise/contract';
import type { GlobalTx, TenantTx } from '../kernel/database/database.ts';

/** What readers see of an announcement. */
export interface ActiveRow {
  id: string;
  title: LocalizedText;
  content: LocalizedContent;
  linkUri: string | null;
  linkText: LocalizedText | null;
  startDate: Date;
}

export interface AnnouncementRow extends Omit<ActiveRow, 'startDate'> {
  /** Null in a draft that starts when it is published. */
  startDate: Date | null;
  endDate: Date | null;
  /** Null: all tenants. */
  tenants: string[] | null;
  /** Null: everyone. */
  roles: Role[] | null;
  /** The visibility that was last published to open pages. */
  shown: boolean;
  /** From its dates and the database's clock. */
  state: AnnouncementState;
  readers: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The most announcements that a reader gets. */
const MAX_ACTIVE = 200;

/** Announcements that are active for these roles in a tenant, or with null outside any; newest first. */
export function listActive(
  tx: TenantTx | GlobalTx,
  tenantId: string | null,
  roles: readonly Role[],
): Promise<ActiveRow[]> {
  return tx.rows<ActiveRow>`
    SELECT id, title, content, link_uri AS "linkUri", link_text AS "linkText", start_date AS "startDate"
    FROM announcement
    WHERE NOT is_draft AND start_date <= now() AND (end_date IS NULL OR end_date > now())
      AND (tenants IS NULL OR ${tenantId}::uuid = ANY (tenants))
      AND (roles IS NULL OR roles && ${roles as Role[]}::text[])
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

/** Which announcements to select. */
interface Selection {
  id: string | null;
  state: AnnouncementState | null;
  limit: number | null;
  offset: number;
}

/** Announcements of a state, or of all; drafts first, then the latest start first. */
export function listAnnouncements(tx: GlobalTx, selection: Omit<Selection, 'id'>): Promise<AnnouncementRow[]> {
  return selectAnnouncements(tx, { id: null, ...selection });
}

export async function findAnnouncement(tx: GlobalTx, id: string): Promise<AnnouncementRow | null> {
  return (await selectAnnouncements(tx, { id, state: null, limit: 1, offset: 0 }))[0] ?? null;
}

/** Locks the announcement until the transaction ends. */
export async function lockAnnouncement(tx: GlobalTx, id: string): Promise<AnnouncementRow | null> {
  const locked = await tx.run`SELECT FROM announcement WHERE id = ${id} FOR UPDATE`;
  return locked === 0 ? null : findAnnouncement(tx, id);
}

function selectAnnouncements(tx: GlobalTx, { id, state, limit, offset }: Selection): Promise<AnnouncementRow[]> {
  return tx.rows<AnnouncementRow>`
    SELECT * FROM (
      SELECT id, title, content, link_uri AS "linkUri", link_text AS "linkText", start_date AS "startDate",
             end_date AS "endDate", tenants, roles, shown, created_at AS "createdAt", updated_at AS "updatedAt",
             CASE WHEN is_draft THEN 'draft' WHEN end_date <= now() THEN 'ended'
                  WHEN start_date > now() THEN 'scheduled' ELSE 'active' END AS state,
             (SELECT count(*)::int FROM announcement_read r WHERE r.announcement_id = a.id) AS readers
      FROM announcement a WHERE ${id}::uuid IS NULL OR id = ${id}::uuid) each
    WHERE ${state}::text IS NULL OR state = ${state}
    ORDER BY state = 'draft' DESC, "startDate" DESC NULLS FIRST, "createdAt" DESC, id
    LIMIT ${limit} OFFSET ${offset}`;
}

export async function countByState(tx: GlobalTx): Promise<Map<AnnouncementState, number>> {
  const rows = await tx.rows<{ state: AnnouncementState; count: number }>`
    SELECT CASE WHEN is_draft THEN 'draft' WHEN end_date <= now() THEN 'ended'
                WHEN start_date > now() THEN 'scheduled' ELSE 'active' END AS state, count(*)::int AS count
    FROM announcement GROUP BY 1`;
  return new Map(rows.map(({ state, count }) => [state, count]));
}

/** `shown` is the visibility by the new dates: the caller publishes it. */
export async function insertAnnouncement(
  tx: GlobalTx,
  { publish, ...announcement }: AnnouncementFields & { publish: boolean },
  createdBy: string | null,
): Promise<AnnouncementRow> {
  const { title, content, link, startDate, endDate, tenants, roles } = announcement;
  const row = await tx.first<{ id: string }>`
    INSERT INTO announcement (title, content, link_uri, link_text, start_date, end_date, tenants, roles, created_by, is_draft)
    VALUES (${JSON.stringify(title)}::jsonb, ${JSON.stringify(content)}::jsonb, ${link?.uri ?? null},
            ${link && JSON.stringify(link.hyperText)}::jsonb,
            CASE WHEN ${publish} THEN coalesce(${startDate}::timestamptz, now()) ELSE ${startDate}::timestamptz END,
            ${endDate}, ${tenants}::uuid[], ${roles}::text[], ${createdBy}, NOT ${publish}::boolean)
    RETURNING id`;
  await putShown(tx, row!.id);
  return (await findAnnouncement(tx, row!.id))!;
}

/** The same of an existing one; `publish` publishes a draft, which starts now at the earliest. */
export async function updateAnnouncement(
  tx: GlobalTx,
  id: string,
  { publish, ...announcement }: AnnouncementFields & { publish: boolean },
): Promise<AnnouncementRow> {
  const { title, content, link, startDate, endDate, tenants, roles } = announcement;
  await tx.run`
    UPDATE announcement SET title = ${JSON.stringify(title)}::jsonb, content = ${JSON.stringify(content)}::jsonb,
      link_uri = ${link?.uri ?? null}, link_text = ${link && JSON.stringify(link.hyperText)}::jsonb,
      start_date = CASE WHEN is_draft AND ${publish} THEN greatest(${startDate}::timestamptz, now())
                        WHEN is_draft THEN ${startDate}::timestamptz
                        ELSE coalesce(${startDate}::timestamptz, now()) END,
      end_date = ${endDate}, tenants = ${tenants}::uuid[], roles = ${roles}::text[],
      is_draft = is_draft AND NOT ${publish}::boolean,
      updated_at = now()
    WHERE id = ${id}`;
  await putShown(tx, id);
  return (await findAnnouncement(tx, id))!;
}

export async function endAnnouncement(tx: GlobalTx, id: string): Promise<AnnouncementRow> {
  await tx.run`UPDATE announcement SET end_date = now(), updated_at = now() WHERE id = ${id}`;
  await putShown(tx, id);
  return (await findAnnouncement(tx, id))!;
}

function putShown(tx: GlobalTx, id: string): Promise<number> {
  return tx.run`
    UPDATE announcement SET shown = NOT is_draft AND start_date <= now() AND (end_date IS NULL OR end_date > now())
    WHERE id = ${id}`;
}

export function deleteAnnouncement(tx: GlobalTx, id: string): Promise<number> {
  return tx.run`DELETE FROM announcement WHERE id = ${id}`;
}

/** Announcements that started or ended since this was last published; each is returned to one caller only. */
export function takeDue(tx: GlobalTx): Promise<{ id: string; tenants: string[] | null }[]> {
  return tx.rows<{ id: string; tenants: string[] | null }>`
    UPDATE announcement SET shown = NOT shown
    WHERE NOT is_draft
      AND shown <> (start_date <= now() AND (end_date IS NULL OR end_date > now()))
    RETURNING id, tenants`;
}

/** Milliseconds until the next start or end; null where there is none. */
export async function millisecondsUntilDue(tx: GlobalTx): Promise<number | null> {
  const row = await tx.first<{ milliseconds: number | null }>`
    SELECT ceil(extract(epoch FROM min(moment) - clock_timestamp()) * 1000)::float8 AS milliseconds
    FROM announcement, unnest(ARRAY[start_date, end_date]) AS moment
    WHERE NOT is_draft AND moment > now()`;
  return row!.milliseconds;
}

/** The ids among these that are tenants. */
export async function filterTenants(tx: GlobalTx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>`SELECT id FROM tenant WHERE id = ANY (${ids as string[]}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
}
