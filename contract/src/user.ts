import { z } from 'zod';
import { defineRoute } from './define-route.ts';

export const STATUSES = ['online', 'away', 'busy', 'invisible'] as const;
export type Status = (typeof STATUSES)[number];

/** The signed-in person as the shell shows them. */
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
    summary: 'Oneself, with one’s status',
    audit: { action: 'user.read', when: 'denied' },
    input: {},
    output: user,
    errors: [],
  }),
  'PATCH /api/common/user': defineRoute({
    ...own,
    summary: 'Set one’s status',
    audit: { action: 'user.update', when: 'denied' },
    input: { body: z.strictObject({ user: z.strictObject({ status: z.enum(STATUSES) }) }) },
    output: user,
    errors: [],
  }),
} as const;
