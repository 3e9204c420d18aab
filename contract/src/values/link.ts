import { z } from 'zod';

/** A path inside the portal: starts with one slash, not two, and contains no backslash. */
export const localPath = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])[^\\\s]*$/, 'Use a path of the portal, such as /reports');

const httpsAddress = z
  .url({ protocol: /^https$/, error: 'Use an address that starts with https://' })
  .max(2000)
  .regex(/^https:\/\/[^\\\s]+$/, 'Use an address that starts with https://');

/** Target of a user's item: a path of the portal, or an external https URL. */
export const link = z.union([localPath, httpsAddress], {
  error: 'Use a path of the portal, such as /reports, or an address that starts with https://',
});
