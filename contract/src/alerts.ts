import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { localizedText } from './values/text.ts';

/** An alert for unmapped source codes of one type. */
export const alert = z.object({
  /** The mapping to configure, or the dimension whose codes have no labels in the model. */
  configuratorType: z.string(),
  /** Distinct codes. */
  unmappedCount: z.int().positive(),
});
export type Alert = z.infer<typeof alert>;

/** Tests of the model that did not pass when they last ran. */
export const testAlert = z.object({
  dataVersion: z.int().positive(),
  /** Tests that failed or could not run; at least one. */
  failing: z.int().positive(),
  tests: z.int().positive(),
  /** The first of them. */
  titles: z.array(localizedText).min(1),
});
export type TestAlert = z.infer<typeof testAlert>;

export const alertRoutes = {
  'GET /api/v1/alerts': defineRoute({
    summary: 'List alerts for unmapped codes, and for tests of the model that do not pass',
    permission: 'shell.use',
    tenant: 'tenant',
    audit: { action: 'alert.list', when: 'denied' },
    input: {},
    output: z.object({
      alerts: z.array(alert),
      /** Null where all tests pass, and for a reader who may not edit the model. */
      tests: testAlert.nullable(),
    }),
    errors: [],
  }),
} as const;
