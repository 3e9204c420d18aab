import {
  END_BEFORE_START,
  type AdministeredAnnouncement,
  type Announcement,
  type AnnouncementChange,
  type NewAnnouncement,
} from '@rise/contract';
import { Failure } from '../kernel/failure.ts';
import type { Audience } from '../kernel/events.ts';
import type { AnnouncementRow, ReadableRow } from './announcements.sql.ts';

type Link = Announcement['link'];
const linkOf = (row: { linkUri: string | null; linkText: string | null }): Link =>
  row.linkUri === null || row.linkText === null ? null : { uri: row.linkUri, hyperText: row.linkText };

export function readable(row: ReadableRow, read: boolean): Announcement {
  const { id, title, content, startDate } = row;
  return { id, title, content, startDate: startDate.toISOString(), read, link: linkOf(row) };
}

export function administered(row: AnnouncementRow): AdministeredAnnouncement {
  const { id, title, content, tenants, active } = row;
  const ended = row.endDate !== null && !active && row.endDate.getTime() <= Date.now();
  return {
    id,
    title,
    content,
    link: linkOf(row),
    startDate: row.startDate.toISOString(),
    endDate: row.endDate?.toISOString() ?? null,
    tenants,
    state: active ? 'active' : ended ? 'ended' : 'scheduled',
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** What the announcement says after a change; VALIDATION_FAILED where its end would come before its start. */
export function changed(row: AnnouncementRow, change: AnnouncementChange): NewAnnouncement {
  const before: NewAnnouncement = {
    title: row.title,
    content: row.content,
    link: linkOf(row),
    startDate: row.startDate.toISOString(),
    endDate: row.endDate?.toISOString() ?? null,
    tenants: row.tenants,
  };
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const after: NewAnnouncement = { ...before, ...Object.fromEntries(given) };
  if (after.endDate !== null && Date.parse(after.startDate) > Date.parse(after.endDate))
    throw new Failure('VALIDATION_FAILED', undefined, [{ field: 'endDate', message: END_BEFORE_START }]);
  return after;
}

/** Whose pages show it. */
export function audienceOf(tenants: readonly string[] | null): Audience {
  return tenants === null ? 'everybody' : { tenants };
}

/** Everybody whose pages showed it or show it now. */
export function eitherAudience(before: readonly string[] | null, after: readonly string[] | null): Audience {
  return audienceOf(before === null || after === null ? null : [...new Set([...before, ...after])]);
}
