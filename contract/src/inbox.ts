import { z } from 'zod';
import { ICONS } from './values/icons.ts';
import { link, localPath } from './values/link.ts';
import { isRoutable, NOT_ROUTABLE } from './values/routable.ts';
import { moment } from './values/moment.ts';
import { visibleLine } from './values/visible-text.ts';

/**
 * What messages and notifications have in common. Texts written by the portal are in the reader's language;
 * a description may contain **bold** and _emphasis_, everything else in it is plain text.
 */
export const inboxItem = z.object({
  id: z.uuid(),
  icon: z.enum(ICONS).nullable(),
  /** A path of the portal. */
  image: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  time: z.iso.datetime(),
  read: z.boolean(),
  link: z.string().nullable(),
  /** The link opens inside the portal, without reloading the page. */
  useRouter: z.boolean(),
});

/** Fields a person may write. */
const writable = {
  icon: z.enum(ICONS).nullable(),
  image: localPath.nullable(),
  title: z.string().overwrite(visibleLine).min(1).max(200),
  description: z.string().max(2000),
  time: moment,
  read: z.boolean(),
  link: link.nullable(),
  useRouter: z.boolean(),
};

/** The same with defaults, for a new item. */
export const newItemFields = {
  ...writable,
  icon: writable.icon.default(null),
  image: writable.image.default(null),
  description: writable.description.default(''),
  time: writable.time.optional(),
  read: writable.read.default(false),
  link: writable.link.default(null),
  useRouter: writable.useRouter.default(false),
};

/** An item to add. Only the title is required; the time defaults to now. */
export const newInboxItem = z.strictObject(newItemFields).refine(isRoutable, { ...NOT_ROUTABLE });

/** The same with `seen`. */
export const newSeenItem = z
  .strictObject({ ...newItemFields, seen: z.boolean().default(false) })
  .refine(isRoutable, { ...NOT_ROUTABLE });
export type NewInboxItem = z.output<typeof newInboxItem> & { seen?: boolean };

/** Fields to change; a complete item is accepted too. */
export const inboxChange = z.strictObject({ id: z.uuid(), ...writable }).partial();
export const seenChange = z.strictObject({ id: z.uuid(), ...writable, seen: z.boolean() }).partial();
export type InboxChange = z.output<typeof seenChange>;

/** Whether a complete item carries the id of the request. */
export function sameId(request: { id: string }, item: { id?: string | undefined }): boolean {
  return item.id === undefined || item.id === request.id;
}
/** Frozen: zod removes the message from the object it receives, so each use spreads it. */
export const OTHER_ID = Object.freeze({ path: ['id'], message: 'The item’s id differs from the id in the request' });

export const byQueryId = z.strictObject({ id: z.uuid() });
