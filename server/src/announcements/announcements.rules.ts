import {
  END_BEFORE_START,
  localize,
  type AdministeredAnnouncement,
  type Announcement,
  type AnnouncementChange,
  type AnnouncementFields,
  type Language,
} from '@rise/contract';
import { invalidField, UserError } from '../kernel/errors/user-error.ts';
import type { Audience } from '../kernel/events.ts';
import type { ActiveRow, AnnouncementRow } from './announcements.sql.ts';

const linkOf = ({ linkUri, linkText }: Pick<ActiveRow, 'linkUri' | 'linkText'>): AdministeredAnnouncement['link'] =>
  linkUri === null || linkText === null ? null : { uri: linkUri, hyperText: linkText };

/** As a reader of the language sees it. */
export function toAnnouncement(row: ActiveRow, read: boolean, language: Language): Announcement {
  const { id, title, content, startDate } = row;
  const link = linkOf(row);
  return {
    id,
    title: localize(title, language),
    content: content[language] ?? content.en,
    startDate: startDate.toISOString(),
    read,
    link: link && { uri: link.uri, hyperText: localize(link.hyperText, language) },
  };
}

export function toAdministered(row: AnnouncementRow): AdministeredAnnouncement {
  const { id, title, content, tenants, roles, state, readers } = row;
  return {
    id,
    title,
    content,
    link: linkOf(row),
    startDate: row.startDate?.toISOString() ?? null,
    endDate: row.endDate?.toISOString() ?? null,
    tenants,
    roles,
    state,
    readers,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/**
 * The announcement after a change. CONFLICT where it was changed since it was seen, VALIDATION_FAILED where it would end
 * before it starts, or would be over when it is published.
 */
export function applyChange(
  row: AnnouncementRow,
  { publish, basedOn, ...change }: AnnouncementChange,
): AnnouncementFields & { publish: boolean } {
  if (basedOn !== undefined && Date.parse(basedOn) !== row.updatedAt.getTime()) throw new UserError('CONFLICT');
  const { title, content, link, startDate, endDate, tenants, roles } = toAdministered(row);
  const before: AnnouncementFields = { title, content, link, startDate, endDate, tenants, roles };
  const values = Object.entries(change).filter(([, value]) => value !== undefined);
  const after: AnnouncementFields = { ...before, ...Object.fromEntries(values) };
  if (after.startDate !== null && after.endDate !== null && Date.parse(after.startDate) > Date.parse(after.endDate))
    throw invalidField('endDate', END_BEFORE_START);
  if (publish === true && row.state === 'draft') requireLaterEnd(after.endDate);
  if (row.state !== 'draft') requireLaterEndFromNow(after);
  return { ...after, publish: publish === true };
}

function requireLaterEnd(endDate: string | null): void {
  if (endDate !== null && Date.parse(endDate) <= Date.now())
    throw invalidField('endDate', 'The end has passed. Choose a later one, or none.');
}

/** A published one without a start begins now. */
export function requireLaterEndFromNow({
  startDate,
  endDate,
}: Pick<AnnouncementFields, 'startDate' | 'endDate'>): void {
  if (startDate === null) requireLaterEnd(endDate);
}

/** The readers of an announcement; null: everyone. */
export function audienceOf(tenants: readonly string[] | null): Audience {
  return tenants === null ? 'everybody' : { tenants };
}

/** The readers before or after a change. */
export function combinedAudience(before: readonly string[] | null, after: readonly string[] | null): Audience {
  return audienceOf(before === null || after === null ? null : [...new Set([...before, ...after])]);
}
