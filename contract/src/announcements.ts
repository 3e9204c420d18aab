import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { link } from './values/link.ts';
import { moment } from './values/moment.ts';
import { visibleLine } from './values/visible-text.ts';

/** Call to action of an announcement: a portal path or an https URL, and the button's label. */
export const announcementLink = z.strictObject({
  uri: link,
  hyperText: z.string().overwrite(visibleLine).min(1).max(80),
});
export type AnnouncementLink = z.infer<typeof announcementLink>;

/** An announcement as its readers see it. */
export const announcement = z.object({
  id: z.uuid(),
  title: z.string(),
  /** Plain text. */
  content: z.string().nullable(),
  startDate: z.iso.datetime(),
  read: z.boolean(),
  link: z.object({ uri: z.string(), hyperText: z.string() }).nullable(),
});
export type Announcement = z.infer<typeof announcement>;

const fields = {
  title: z.string().overwrite(visibleLine).min(1).max(120),
  content: z
    .string()
    .trim()
    .max(4000)
    .nullable()
    .transform((text) => text || null),
  link: announcementLink.nullable(),
  startDate: moment,
  endDate: moment.nullable(),
  /** The tenant whose users see it; null: all tenants. */
  tenants: z.array(z.uuid()).min(1).max(1000).nullable(),
};

const inOrder = (body: { startDate?: string | undefined; endDate?: string | null | undefined }) =>
  !body.startDate || !body.endDate || Date.parse(body.startDate) <= Date.parse(body.endDate);
/** Message when the end is before the start. */
export const END_BEFORE_START = 'The end is before the start.';
const order = { path: ['endDate'], error: END_BEFORE_START };

/** Editable fields. Visible from `startDate` (inclusive) to `endDate` (exclusive), in UTC. */
export const newAnnouncement = z
  .strictObject({
    ...fields,
    content: fields.content.default(null),
    link: fields.link.default(null),
    endDate: fields.endDate.default(null),
    tenants: fields.tenants.default(null),
  })
  .refine(inOrder, order);
export type NewAnnouncement = z.infer<typeof newAnnouncement>;

export const announcementChange = z.strictObject(fields).partial().refine(inOrder, order);
export type AnnouncementChange = z.infer<typeof announcementChange>;

/** An announcement as administrators see it. */
export const administeredAnnouncement = announcement.omit({ read: true }).extend({
  endDate: z.iso.datetime().nullable(),
  tenants: z.array(z.uuid()).nullable(),
  /** State derived from the dates at the time of the request. */
  state: z.enum(['scheduled', 'active', 'ended']),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type AdministeredAnnouncement = z.infer<typeof administeredAnnouncement>;

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
    summary: 'List all announcements, newest first, including past and scheduled ones',
    permission: 'global.administer',
    tenant: 'global',
    audit: { action: 'announcement.administer', when: 'denied' },
    input: {},
    output: z.object({ announcements: z.array(administeredAnnouncement) }),
    errors: [],
  }),
  'POST /api/v1/global/announcements': defineRoute({
    summary: 'Publish an announcement now or schedule it',
    permission: 'global.administer',
    tenant: 'global',
    audit: { action: 'announcement.create', when: 'always' },
    input: { body: newAnnouncement },
    output: administeredAnnouncement,
    errors: [],
  }),
  'PATCH /api/v1/global/announcements/:id': defineRoute({
    summary: 'Change an announcement',
    permission: 'global.administer',
    tenant: 'global',
    audit: { action: 'announcement.update', when: 'always' },
    input: { params: byId, body: announcementChange },
    output: administeredAnnouncement,
    errors: [],
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
