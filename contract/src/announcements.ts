import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { ROLES } from './protocol/roles.ts';
import { ANNOUNCEMENT_STATES } from './values/announcement-words.ts';
import { link } from './values/link.ts';
import { moment } from './values/moment.ts';
import { richText } from './values/rich-text.ts';
import { localizedText } from './values/text.ts';
import { visibleLine } from './values/visible-text.ts';
import { namedTenant } from './workspace-templates.ts';

export { ANNOUNCEMENT_PAGE, type AnnouncementState } from './values/announcement-words.ts';
export { plainText, type RichBlock, type RichInline, type RichSpan, type RichText } from './values/rich-text.ts';

/** An announcement as its readers see it, in their language. */
export const announcement = z.object({
  id: z.uuid(),
  title: z.string(),
  content: richText.nullable(),
  startDate: z.iso.datetime(),
  read: z.boolean(),
  link: z.object({ uri: z.string(), hyperText: z.string() }).nullable(),
});
export type Announcement = z.infer<typeof announcement>;

const lineOf = (most: number) => z.string().overwrite(visibleLine).min(1).max(most);
const localizedLine = (most: number) => z.strictObject({ en: lineOf(most), tr: lineOf(most).optional() });

/** Of each language; readers whose own is null see the English one. */
const localizedContent = z.strictObject({ en: richText.nullable(), tr: richText.nullable() });
export type LocalizedContent = z.infer<typeof localizedContent>;

const fields = {
  /** English is required; readers of other languages see it where there is no translation. */
  title: localizedLine(120),
  content: localizedContent,
  /** Call to action: a portal path or an https URL, and the button's label. */
  link: z.strictObject({ uri: link, hyperText: localizedLine(80) }).nullable(),
  /** Null: when it is published. */
  startDate: moment.nullable(),
  endDate: moment.nullable(),
  /** The tenants whose users see it; null: all tenants. */
  tenants: z.array(z.uuid()).min(1).max(1000).nullable(),
  /** Those who have one of these roles see it; null: everyone. */
  roles: z.array(z.enum(ROLES)).min(1).max(ROLES.length).nullable(),
};

const inOrder = (body: { startDate?: string | null | undefined; endDate?: string | null | undefined }) =>
  !body.startDate || !body.endDate || Date.parse(body.startDate) <= Date.parse(body.endDate);
/** Message when the end is before the start. */
export const END_BEFORE_START = 'The end is before the start.';
const order = { path: ['endDate'], error: END_BEFORE_START };

/** Editable fields. Visible from `startDate` (inclusive) to `endDate` (exclusive), in UTC. */
export const newAnnouncement = z
  .strictObject({
    ...fields,
    content: fields.content.default({ en: null, tr: null }),
    link: fields.link.default(null),
    startDate: fields.startDate.default(null),
    endDate: fields.endDate.default(null),
    tenants: fields.tenants.default(null),
    roles: fields.roles.default(null),
    /** False: it stays a draft. */
    publish: z.boolean().default(true),
  })
  .refine(inOrder, order);
export type NewAnnouncement = z.infer<typeof newAnnouncement>;
export type AnnouncementFields = Omit<NewAnnouncement, 'publish'>;

export const announcementChange = z
  .strictObject({
    ...z.strictObject(fields).partial().shape,
    /** Publishes a draft; what is published stays so. */
    publish: z.literal(true).optional(),
    /** `updatedAt` as it was seen: a conflict where someone else made changes since. */
    basedOn: z.iso.datetime().optional(),
  })
  .refine(inOrder, order);
export type AnnouncementChange = z.infer<typeof announcementChange>;

/** An announcement as administrators see it. */
export const administeredAnnouncement = z.object({
  id: z.uuid(),
  title: localizedText,
  content: localizedContent,
  link: z.object({ uri: z.string(), hyperText: localizedText }).nullable(),
  startDate: z.iso.datetime().nullable(),
  endDate: z.iso.datetime().nullable(),
  tenants: fields.tenants,
  roles: fields.roles,
  /** Derived from the dates at the time of the request. */
  state: z.enum(ANNOUNCEMENT_STATES),
  /** People who have read it. */
  readers: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type AdministeredAnnouncement = z.infer<typeof administeredAnnouncement>;

const administeredList = z.object({
  announcements: z.array(administeredAnnouncement),
  /** Of the requested state, on all pages. */
  total: z.int(),
  counts: z.record(z.enum(ANNOUNCEMENT_STATES), z.int()),
  /** Tenants that an announcement can be for. */
  tenants: z.array(namedTenant),
});
export type AdministeredAnnouncements = z.infer<typeof administeredList>;

const readerCount = { people: z.int(), read: z.int() };
const announcementReaders = z.object({
  /** Who is in several tenants counts in each. */
  tenants: z.array(namedTenant.extend(readerCount)),
  /** People without a tenant; null where it is for chosen tenants. */
  others: z.object(readerCount).nullable(),
});
export type AnnouncementReaders = z.infer<typeof announcementReaders>;

const byId = z.strictObject({ id: z.uuid() });
const list = z.object({ announcements: z.array(announcement) });

export const announcementRoutes = {
  'GET /api/v1/announcements': defineRoute({
    summary: 'List the caller’s active announcements, newest first; the first one is the banner’s',
    permission: 'shell.use',
    tenant: 'none',
    audit: { action: 'announcement.list', when: 'denied' },
    input: {},
    output: list,
    errors: [],
  }),
  'PUT /api/v1/announcements/:id/read': defineRoute({
    summary: 'Mark an announcement as read or unread',
    permission: 'shell.use',
    tenant: 'none',
    audit: { action: 'announcement.mark', when: 'denied' },
    input: { params: byId, body: z.strictObject({ read: z.boolean() }) },
    output: announcement,
    errors: [],
  }),
  'POST /api/v1/announcements/read-all': defineRoute({
    summary: 'Mark all of the caller’s active announcements as read',
    permission: 'shell.use',
    tenant: 'none',
    audit: { action: 'announcement.mark-all', when: 'denied' },
    input: {},
    output: list,
    errors: [],
  }),
  'GET /api/v1/global/announcements': defineRoute({
    summary: 'List announcements of one state or of all: drafts first, then the latest start first',
    permission: 'global.administer',
    tenant: 'global',
    audit: { action: 'announcement.administer', when: 'denied' },
    input: {
      query: z.strictObject({
        state: z.enum(ANNOUNCEMENT_STATES).optional(),
        page: z.coerce.number().int().min(1).max(100_000).default(1),
      }),
    },
    output: administeredList,
    errors: [],
  }),
  'GET /api/v1/global/announcements/:id': defineRoute({
    summary: 'Get an announcement with its texts in all languages',
    permission: 'global.administer',
    tenant: 'global',
    audit: { action: 'announcement.administer', when: 'denied' },
    input: { params: byId },
    output: administeredAnnouncement,
    errors: [],
  }),
  'GET /api/v1/global/announcements/:id/readers': defineRoute({
    summary: 'Count by tenant who may read an announcement and who has read it',
    permission: 'global.administer',
    tenant: 'global',
    audit: { action: 'announcement.administer', when: 'denied' },
    input: { params: byId },
    output: announcementReaders,
    errors: [],
  }),
  'POST /api/v1/global/announcements': defineRoute({
    summary: 'Publish an announcement now, schedule it, or save it as a draft',
    permission: 'global.administer',
    tenant: 'global',
    audit: { action: 'announcement.create', when: 'always' },
    input: { body: newAnnouncement },
    output: administeredAnnouncement,
    errors: [],
  }),
  'PATCH /api/v1/global/announcements/:id': defineRoute({
    summary: 'Change an announcement, or publish a draft',
    permission: 'global.administer',
    tenant: 'global',
    audit: { action: 'announcement.update', when: 'always' },
    input: { params: byId, body: announcementChange },
    output: administeredAnnouncement,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/global/announcements/:id/end': defineRoute({
    summary: 'End an active announcement now',
    permission: 'global.administer',
    tenant: 'global',
    audit: { action: 'announcement.end', when: 'always' },
    input: { params: byId },
    output: administeredAnnouncement,
    errors: ['CONFLICT'],
  }),
  'DELETE /api/v1/global/announcements/:id': defineRoute({
    summary: 'Delete an announcement permanently',
    permission: 'global.administer',
    tenant: 'global',
    audit: { action: 'announcement.delete', when: 'always' },
    input: { params: byId },
    output: z.object({ withdrawn: z.literal(true) }),
    errors: [],
  }),
} as const;
