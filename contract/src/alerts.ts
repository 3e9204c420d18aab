import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';

/** An alert for unmapped source codes of one type. */
export const alert = z.object({
  /** The mapping to configure, or the dimension whose codes have no labels in the model. */
  configuratorType: z.string(),
  /** Distinct codes. */
  unmappedCount: z.int().positive(),
});
export type Alert = z.infer<typeof alert>;

export const alertRoutes = {
  'GET /api/v1/alerts': defineRoute({
    summary: 'List alerts for unmapped codes',
    permission: 'shell.use',
    tenant: 'tenant',
    audit: { action: 'alert.list', when: 'denied' },
    input: {},
    output: z.object({ alerts: z.array(alert) }),
    errors: [],
  }),
} as const;
