import { z } from 'zod';

/**
 * "View as": a user of the tenant, or a hypothetical reader. Administrators never see more than their own rights allow.
 */
export const viewAs = z.union([
  z.strictObject({ account: z.uuid() }),
  z.strictObject({
    roles: z.array(z.enum(['tenant.user', 'tenant.admin'])).default(['tenant.user']),
    groups: z.array(z.string().min(1).max(200)).max(100).default([]),
    attributes: z
      .record(
        z.string().regex(/^[a-z][a-z0-9_]{0,40}$/, 'Use lower-case letters, digits and _'),
        z.array(z.string().max(500)).max(500),
      )
      .default({}),
  }),
]);
export type ViewAs = z.infer<typeof viewAs>;
