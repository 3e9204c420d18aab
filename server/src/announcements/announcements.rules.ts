import {
  END_BEFORE_START,
  type AdministeredAnnouncement,
  type Announcement,
  type AnnouncementChange,
  type NewAnnouncement,
} from '@rise/contract';
import { invalidField } from '../kernel/errors/user-error.ts';
import type { Audience } from '../kernel/events.ts';
import type { ActiveRow, AnnouncementRow } from './announcements.sql.ts';

type Link = Announcement['link'];
const linkOf = (row: { linkUri: string | null; linkText: string | null }): Link =>
  row.linkUri === null || row.linkText === null ? null : { uri: row.linkUri, hyperText: row.linkText };

export function toAnnouncement(row: ActiveRow, read: boolean): Announcement {
  const { id, title, content, startDate } = row;
  return { id, title, content, startDate: startDate.toISOString(), read, link: linkOf(row) };
}

export function toAdministered(row: AnnouncementRow): AdministeredAnnouncement {
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

/** The announcement after a change; VALIDATION_FAILED where it would end before it starts. */
export function applyChange(row: AnnouncementRow, change: AnnouncementChange): NewAnnouncement {
  const before: NewAnnouncement = {
    title: row.title,
    content: row.content,
    link: linkOf(row),
    startDate: row.startDate.toISOString(),
    endDate: row.endDate?.toISOString() ?? null,
    tenants: row.tenants,
  };
  const values = Object.entries(change).filter(([, value]) => value !== undefined);
  const after: NewAnnouncement = { ...before, ...Object.fromEntries(values) };
  if (after.endDate !== null && Date.parse(after.startDate) > Date.parse(after.endDate))
    throw invalidField('endDate', END_BEFORE_START);
  return after;
}

/** The readers of an announcement; null: everyone. */
export function audienceOf(tenants: readonly string[] | null): Audience {
  return tenants === null ? 'everybody' : { tenants };
}

/** The readers before or after a change. */
export function combinedAudience(before: readonly string[] | null, after: readonly string[] | null): Audience {
  return audienceOf(before === null || after === null ? null : [...new Set([...before, ...after])]);
}
