import { z } from 'zod';
import { STATUSES, user } from '../user.ts';
import type { DemoCallTable } from './call.ts';
import { picture } from './fields.ts';

/** Fields a user may change. The portal's server accepts the status only: the rest comes from the identity provider. */
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
    summary: 'Change the demo user; returns the merged user',
    body: z.object({ user: userChange }),
    output: user,
  },
} as const satisfies DemoCallTable;

export const userState = z.object({ user });
