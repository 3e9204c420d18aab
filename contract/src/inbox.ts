import { z } from 'zod';
import { ICONS } from './icons.ts';
import { link, localPath } from './link.ts';
import { isRoutable, NOT_ROUTABLE } from './routable.ts';

/**
 * What a message and a notification share. Texts that the portal itself wrote come in the reader's language;
 * a description may carry **bold** and _emphasis_, all else in it is plain text.
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
  /** The link is opened inside the portal, without loading it anew. */
  useRouter: z.boolean(),
});

/** What a person may write of an item. */
const writable = {
  icon: z.enum(ICONS).nullable(),
  image: localPath.nullable(),
  title: z.string().trim().min(1).max(200),
  description: z.string().max(2000),
  time: z.iso.datetime({ offset: true }),
  read: z.boolean(),
  link: link.nullable(),
  useRouter: z.boolean(),
};

/** The same for a new one: what may be left out, and what it then is. */
const made = {
  ...writable,
  icon: writable.icon.default(null),
  image: writable.image.default(null),
  description: writable.description.default(''),
  time: writable.time.optional(),
  read: writable.read.default(false),
  link: writable.link.default(null),
  useRouter: writable.useRouter.default(false),
};

/** An item to add: a title at least; without a time it is of now. */
export const newInboxItem = z.strictObject(made).refine(isRoutable, { ...NOT_ROUTABLE });

/** The same, with whether its reader has seen it. */
export const newSeenItem = z
  .strictObject({ ...made, seen: z.boolean().default(false) })
  .refine(isRoutable, { ...NOT_ROUTABLE });
export type NewInboxItem = z.output<typeof newInboxItem> & { seen?: boolean };

/** The fields to change; an item may be sent back whole. */
export const inboxChange = z.strictObject({ id: z.uuid(), ...writable }).partial();
export const seenChange = z.strictObject({ id: z.uuid(), ...writable, seen: z.boolean() }).partial();
export type InboxChange = z.output<typeof seenChange>;

/** Whether an item sent back whole is the one that the request names. */
export function sameId(request: { id: string }, item: { id?: string | undefined }): boolean {
  return item.id === undefined || item.id === request.id;
}
/** Frozen: zod takes the message out of what it is given, so each use spreads it. */
export const OTHER_ID = Object.freeze({ path: ['id'], message: 'The item names another id than the request' });

export const byQueryId = z.strictObject({ id: z.uuid() });
