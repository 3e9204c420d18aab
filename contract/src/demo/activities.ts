import { z } from 'zod';
import { ICONS } from '../values/icons.ts';
import type { DemoCallTable } from './call.ts';
import { moment } from './fields.ts';

const activity = z.object({
  id: z.uuid(),
  icon: z.enum(ICONS).nullable(),
  image: z.string().nullable(),
  /** HTML, as is the extra content. */
  description: z.string(),
  date: moment,
  extraContent: z.string().nullable(),
  /** Text of the link. */
  linkedContent: z.string().nullable(),
  link: z.string().nullable(),
  useRouter: z.boolean(),
});

export const activityCalls = {
  'GET /api/pages/activities': { summary: 'The activities, newest first', output: z.array(activity) },
} as const satisfies DemoCallTable;

export const activityState = z.object({ activities: z.array(activity) });
