import { z } from 'zod';
import { defineRoute } from './define-route.ts';

/** Source codes that nobody has given a meaning yet. */
export const alert = z.object({
  /** What there is to configure: the name of the dimension whose codes lack labels. */
  configuratorType: z.string(),
  /** How many different codes. */
  unmappedCount: z.int().positive(),
});
export type Alert = z.infer<typeof alert>;

export const alertRoutes = {
  'GET /api/v1/alerts': defineRoute({
    summary: 'What of the tenant’s data still lacks a meaning',
    permission: 'shell.use',
    tenant: 'tenant',
    audit: { action: 'alert.list', when: 'denied' },
    input: {},
    output: z.object({ alerts: z.array(alert) }),
    errors: [],
  }),
} as const;
