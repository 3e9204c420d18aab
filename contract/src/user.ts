import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';

export const STATUSES = ['online', 'away', 'busy', 'invisible'] as const;
export type Status = (typeof STATUSES)[number];

/** The signed-in user as shown by the shell. */
export const user = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  status: z.enum(STATUSES),
});
export type User = z.infer<typeof user>;

const own = { permission: 'shell.use', tenant: 'none' } as const;

export const userRoutes = {
  'GET /api/common/user': defineRoute({
    ...own,
    summary: 'Read the caller’s profile and status',
    audit: { action: 'user.read', when: 'denied' },
    input: {},
    output: user,
    errors: [],
  }),
  'PATCH /api/common/user': defineRoute({
    ...own,
    summary: 'Set the caller’s status',
    audit: { action: 'user.update', when: 'always' },
    input: { body: z.strictObject({ user: z.strictObject({ status: z.enum(STATUSES) }) }) },
    output: user,
    errors: [],
  }),
} as const;
