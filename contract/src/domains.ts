import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { DOMAIN_CHECK_RESULTS, DOMAIN_STATES, JOIN_RULES } from './values/domain-words.ts';
import { TENANT_ROLES } from './values/people.ts';
import { visibleLine } from './values/visible-text.ts';

const moment = z.iso.datetime().nullable();

/** How someone with a verified address at the domain becomes a member. */
const joining = { joinRule: z.enum(JOIN_RULES), role: z.enum(TENANT_ROLES) };

const tenantDomain = z.object({
  id: z.uuid(),
  /** In its ASCII form, as DNS has it. */
  domain: z.string(),
  /** As people write it. */
  title: z.string(),
  state: z.enum(DOMAIN_STATES),
  /** The TXT record that proves it. */
  record: z.object({ name: z.string(), value: z.string() }),
  ...joining,
  /** Of the last check; null before the first. */
  lastResult: z.enum(DOMAIN_CHECK_RESULTS).nullable(),
  lastCheckedAt: moment,
  /** Null once it has expired. */
  nextCheckAt: moment,
  /** When it expires unless the record is found; null where it is verified or expired. */
  expiresAt: moment,
  /** Since when the record of a verified or failing domain is missing. */
  missingSince: moment,
  /** Whether reports may be mailed to addresses there that have no account. */
  isMailAllowed: z.boolean(),
  createdAt: z.iso.datetime(),
  /** Email address at the time. */
  createdBy: z.string().nullable(),
});
export type TenantDomain = z.infer<typeof tenantDomain>;

const joinRequest = z.object({
  id: z.uuid(),
  /** Empty where it is not known. */
  name: z.string(),
  email: z.string(),
  /** The domain by which they ask, as people write it. */
  domain: z.string(),
  /** What they get. */
  role: z.enum(TENANT_ROLES),
  requestedAt: z.iso.datetime(),
  isDeclined: z.boolean(),
});
export type JoinRequest = z.infer<typeof joinRequest>;

const tenantDomains = z.object({
  /** By name. */
  domains: z.array(tenantDomain),
  /** Open ones before declined ones, the newest first, 200 at most. */
  requests: z.array(joinRequest),
});
export type TenantDomains = z.infer<typeof tenantDomains>;

const administration = { permission: 'tenant.administer', tenant: 'tenant' } as const;
const byId = z.strictObject({ id: z.uuid() });

export const domainRoutes = {
  'GET /api/v1/domains': defineRoute({
    ...administration,
    summary: 'List the tenant’s email domains, and who asks to join by them',
    audit: { action: 'domain.list', when: 'denied' },
    input: {},
    output: tenantDomains,
    errors: [],
  }),
  'POST /api/v1/domains': defineRoute({
    ...administration,
    summary: 'Add an email domain, to be proven by a DNS record',
    audit: { action: 'domain.add', when: 'always' },
    input: {
      body: z.strictObject({
        domain: z
          .string()
          .overwrite(visibleLine)
          .min(1, 'Enter a domain such as example.com.')
          .max(300, 'Use at most 300 characters.'),
      }),
    },
    output: tenantDomains,
    errors: ['CONFLICT'],
  }),
  'PATCH /api/v1/domains/:id': defineRoute({
    ...administration,
    summary: 'Change how people with an address at a domain join the tenant',
    audit: { action: 'domain.change', when: 'always' },
    input: { params: byId, body: z.strictObject(joining).partial() },
    output: tenantDomains,
    errors: [],
  }),
  'POST /api/v1/domains/:id/check': defineRoute({
    ...administration,
    summary: 'Look for the record of a domain now',
    audit: { action: 'domain.check', when: 'always' },
    input: { params: byId },
    output: tenantDomains,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/domains/:id/restart': defineRoute({
    ...administration,
    summary: 'Start the proof of an expired domain again, with another record',
    audit: { action: 'domain.restart', when: 'always' },
    input: { params: byId },
    output: tenantDomains,
    errors: ['CONFLICT'],
  }),
  'DELETE /api/v1/domains/:id': defineRoute({
    ...administration,
    summary: 'Remove a domain; who has joined by it stays a member',
    audit: { action: 'domain.remove', when: 'always' },
    input: { params: byId },
    output: tenantDomains,
    errors: [],
  }),
  'POST /api/v1/join-requests/:id/approve': defineRoute({
    ...administration,
    summary: 'Make someone a member who asks to join, with the role of their domain',
    audit: { action: 'join-request.approve', when: 'always' },
    input: { params: byId },
    output: tenantDomains,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/join-requests/:id/decline': defineRoute({
    ...administration,
    summary: 'Decline a request to join; it can still be approved',
    audit: { action: 'join-request.decline', when: 'always' },
    input: { params: byId },
    output: tenantDomains,
    errors: [],
  }),
} as const;
