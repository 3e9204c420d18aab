import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';

/** What a tenant's plan includes; null: no limit. */
export const planLimits = z.strictObject({
  /** Members that are not disabled. */
  users: z.int('Enter a whole number.').min(1).max(1_000_000).nullable(),
  /** Of data versions and uploads. */
  storageMb: z.int('Enter a whole number.').min(1).max(2_000_000_000).nullable(),
  /** The part of each server's concurrent queries that it may have at once, in percent; at least one query. */
  queryPercent: z.int('Enter a whole number.').min(1).max(100).nullable(),
  /** Tokens of the assistant's language model in a calendar month, in UTC. */
  assistantTokens: z.int('Enter a whole number.').min(1).max(2_000_000_000).nullable(),
  /** What they may cost in that month, in US dollars. */
  assistantCost: z.int('Enter a whole number.').min(1).max(1_000_000).nullable(),
});
export type PlanLimits = z.infer<typeof planLimits>;

const tenantPlan = z.object({ limits: planLimits, users: z.int(), storageBytes: z.int() });
export type TenantPlan = z.infer<typeof tenantPlan>;

export const planLimitRoutes = {
  'GET /api/v1/plan': defineRoute({
    summary: 'What the tenant’s plan includes, and what of it is in use',
    permission: 'tenant.administer',
    tenant: 'tenant',
    audit: { action: 'plan.read', when: 'denied' },
    input: {},
    output: tenantPlan,
    errors: [],
  }),
} as const;
