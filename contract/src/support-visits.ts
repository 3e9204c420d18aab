import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import {
  LONGEST_SUPPORT_REASON,
  SUPPORT_ACCESS,
  SUPPORT_MINUTES,
  SUPPORT_VISIT_STATES,
} from './values/support-words.ts';
import { visibleLine } from './values/visible-text.ts';

/** Someone above the tenants who enters one for support, or asks to. */
const supportVisit = z.object({
  id: z.uuid(),
  state: z.enum(SUPPORT_VISIT_STATES),
  /** Of who asked, at the time. */
  person: z.string(),
  email: z.string(),
  reason: z.string(),
  minutes: z.int(),
  requestedAt: z.iso.datetime(),
  /** Who allowed or declined it; null while nobody did, and where the standing consent of the tenant allowed it. */
  decidedBy: z.string().nullable(),
  enteredAt: z.iso.datetime().nullable(),
  /** When it ends, or ended; null before the person enters. */
  endsAt: z.iso.datetime().nullable(),
  /** Who ended it before its time; null where the time ended it, or nobody yet. */
  endedBy: z.string().nullable(),
});
export type SupportVisit = z.infer<typeof supportVisit>;

const supportAccess = z.object({
  access: z.enum(SUPPORT_ACCESS),
  /** Those that wait, may begin or last come first, then the newest. */
  visits: z.array(supportVisit),
  total: z.int(),
});
export type TenantSupport = z.infer<typeof supportAccess>;

const ownVisit = supportVisit.extend({ tenant: z.object({ id: z.uuid(), name: z.string() }) });
export type OwnSupportVisit = z.infer<typeof ownVisit>;

const newVisit = z.strictObject({
  reason: z
    .string()
    .overwrite(visibleLine)
    .min(10, 'Say in a sentence what you need to do there.')
    .max(LONGEST_SUPPORT_REASON, `Use at most ${LONGEST_SUPPORT_REASON} characters.`),
  minutes: z.literal(SUPPORT_MINUTES, 'Choose one of the times, at most 4 hours.'),
});
export type NewSupportVisit = z.output<typeof newVisit>;

const inside = { permission: 'tenant.administer', tenant: 'tenant' } as const;
const above = { permission: 'tenants.view', tenant: 'global' } as const;
const byId = z.strictObject({ id: z.uuid() });

export const supportVisitRoutes = {
  'GET /api/v1/support-visits': defineRoute({
    ...inside,
    summary: 'Read who may enter the tenant for support, and who did or asks to',
    audit: { action: 'support-visit.list', when: 'denied' },
    input: { query: z.strictObject({ page: z.coerce.number().int().min(1).max(100_000).default(1) }) },
    output: supportAccess,
    errors: [],
  }),
  'PUT /api/v1/support-access': defineRoute({
    ...inside,
    summary: 'Set who decides about visits for support; "never" ends those that last',
    audit: { action: 'support-access.set', when: 'always' },
    input: { body: z.strictObject({ access: z.enum(SUPPORT_ACCESS) }) },
    output: supportAccess,
    errors: [],
  }),
  'POST /api/v1/support-visits/:id/allow': defineRoute({
    ...inside,
    summary: 'Allow one visit for support; never for oneself',
    audit: { action: 'support-visit.allow', when: 'always' },
    input: { params: byId },
    output: supportAccess,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/support-visits/:id/decline': defineRoute({
    ...inside,
    summary: 'Decline a visit for support',
    audit: { action: 'support-visit.decline', when: 'always' },
    input: { params: byId },
    output: supportAccess,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/support-visits/:id/end': defineRoute({
    ...inside,
    summary: 'End a visit for support at once, or take back that it is allowed',
    audit: { action: 'support-visit.end', when: 'always' },
    input: { params: byId },
    output: supportAccess,
    errors: ['CONFLICT'],
  }),
  'GET /api/v1/global/support-visits': defineRoute({
    ...above,
    summary: 'List the caller’s own visits for support, newest first',
    audit: { action: 'support-visit.list-own', when: 'denied' },
    input: {},
    output: z.object({ visits: z.array(ownVisit) }),
    errors: [],
  }),
  'POST /api/v1/global/tenants/:id/support-visits': defineRoute({
    ...above,
    summary: 'Ask to enter a tenant for support; allowed at once where the tenant’s standing consent says so',
    audit: { action: 'support-visit.request', when: 'always' },
    input: { params: byId, body: newVisit },
    output: ownVisit,
    errors: ['CONFLICT'],
  }),
  'DELETE /api/v1/global/support-visits/:id': defineRoute({
    ...above,
    summary: 'Withdraw the caller’s own request, or leave the tenant',
    audit: { action: 'support-visit.leave', when: 'always' },
    inReadOnly: true,
    input: { params: byId },
    output: ownVisit,
    errors: ['CONFLICT'],
  }),
} as const;
