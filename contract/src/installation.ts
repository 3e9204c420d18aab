import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';

const installation = z.object({
  /** While an operator has made the installation read-only: since when, and the reason that pages show; null otherwise. */
  readOnly: z.object({ since: z.iso.datetime(), reason: z.string() }).nullable(),
});
export type Installation = z.infer<typeof installation>;

export const installationRoutes = {
  'GET /api/v1/installation': defineRoute({
    summary: 'Read whether the installation is read-only',
    permission: 'shell.use',
    tenant: 'none',
    audit: { action: 'installation.read', when: 'denied' },
    input: {},
    output: installation,
    errors: [],
  }),
} as const;
