import { z } from 'zod';

/** A path inside the portal: starts with one slash, never with two, no backslash. */
export const localPath = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])[^\\\s]*$/, 'Use a path of the portal, such as /reports');

const httpsAddress = z
  .url({ protocol: /^https$/, error: 'Use an address that starts with https://' })
  .max(2000)
  .regex(/^https:\/\/[^\\\s]+$/, 'Use an address that starts with https://');

/** Where something of a person's leads: a path of the portal, or an https address elsewhere. */
export const link = z.union([localPath, httpsAddress], {
  error: 'Use a path of the portal, such as /reports, or an address that starts with https://',
});

/** Only a path of the portal can be opened without leaving it. */
export function isRoutable(item: { link?: string | null | undefined; useRouter?: boolean | undefined }): boolean {
  return item.useRouter !== true || item.link == null || item.link.startsWith('/');
}

/** Frozen: zod takes the message out of what it is given, so each use spreads it. */
export const NOT_ROUTABLE = Object.freeze({
  path: ['useRouter'],
  message: 'Only a path of the portal can be opened inside it',
});
