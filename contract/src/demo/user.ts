import { z } from 'zod';
import { STATUSES, user } from '../user.ts';
import type { DemoCallTable } from './call.ts';
import { picture } from './fields.ts';

/** What one may write of oneself. The server of the portal takes the status only: the rest is the identity provider's. */
const userChange = z
  .object({
    name: z.string().trim().min(1, 'Write a name').max(120),
    email: z.email('Use an e-mail address'),
    avatar: picture.nullable(),
    status: z.enum(STATUSES),
  })
  .partial();

export const userCalls = {
  'GET /api/common/user': { summary: 'The demo user', output: user },
  'PATCH /api/common/user': {
    summary: 'Change the demo user; answers the merged one',
    body: z.object({ user: userChange }),
    output: user,
  },
} as const satisfies DemoCallTable;

export const userState = z.object({ user });
