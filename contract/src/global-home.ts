import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { installationReading, serverReading } from './system.ts';
import { ATTENTION_KINDS, ATTENTION_LEVELS } from './values/attention-words.ts';
import { JOB_KINDS } from './values/system-words.ts';
import { TENANT_STATES } from './values/tenant-words.ts';
import { localizedText } from './values/text.ts';
import { namedTenant } from './workspace-templates.ts';

const moment = z.iso.datetime();
const level = z.enum(ATTENTION_LEVELS);
const ofTenant = { level, tenant: namedTenant };

/** One thing that needs attention: what it is, of which tenant, and numbers. Never what a tenant's entries are about. */
const attentionLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('check'), level, reading: installationReading }),
  z.object({
    kind: z.literal('server'),
    level,
    host: z.string(),
    process: z.int(),
    /** False: it was lost, and says nothing of itself. */
    isAlive: z.boolean(),
    /** The first that is not good; null of a lost one. */
    reading: serverReading.nullable(),
  }),
  z.object({ kind: z.literal('provider'), ...ofTenant, reason: z.enum(['failed', 'untested']) }),
  z.object({
    kind: z.literal('jobs'),
    level,
    /** Null: of the installation itself. */
    tenant: namedTenant.nullable(),
    /** In the order of the kinds. */
    counts: z.array(z.object({ kind: z.enum(JOB_KINDS), count: z.int() })),
    lastAt: moment,
  }),
  z.object({
    kind: z.literal('limit'),
    ...ofTenant,
    limit: z.enum(['users', 'storage']),
    /** People, or bytes. */
    used: z.int(),
    most: z.int(),
  }),
  z.object({
    kind: z.literal('domain'),
    ...ofTenant,
    /** `missing`: verified, but its record was not found the last time. */
    state: z.enum(['missing', 'failing', 'expired']),
    count: z.int(),
  }),
  z.object({ kind: z.literal('deletion'), ...ofTenant, dueAt: moment, isRunning: z.boolean() }),
  z.object({
    kind: z.literal('own-visit'),
    ...ofTenant,
    state: z.enum(['requested', 'allowed', 'active']),
    /** Null before it begins. */
    endsAt: moment.nullable(),
  }),
  /** To the first administrator of a tenant that has none. */
  z.object({ kind: z.literal('invitation'), ...ofTenant, expiresAt: moment, isExpired: z.boolean() }),
  z.object({
    kind: z.literal('announcement'),
    level,
    id: z.uuid(),
    title: localizedText,
    /** Null: until someone ends it. */
    endsAt: moment.nullable(),
  }),
  z.object({ kind: z.literal('suspended'), ...ofTenant, since: moment }),
  /** Of other people. */
  z.object({ kind: z.literal('visits'), ...ofTenant, count: z.int(), endsAt: moment }),
]);
export type AttentionLine = z.infer<typeof attentionLine>;

/** The start page of people above the tenants. */
const globalHome = z.object({
  at: moment,
  /** What affects people now first. */
  attention: z.array(attentionLine),
  /** What is not listed, since there is too much of it. */
  more: z.array(z.object({ kind: z.enum(ATTENTION_KINDS), level, count: z.int() })),
  /** How many there are in each state. */
  tenants: z.record(z.enum(TENANT_STATES), z.int()),
  /** Created last; the newest first. */
  recent: z.array(
    namedTenant.extend({ slug: z.string(), state: z.enum(TENANT_STATES), createdAt: moment, users: z.int() }),
  ),
});
export type GlobalHome = z.infer<typeof globalHome>;

export const globalHomeRoutes = {
  'GET /api/v1/global/home': defineRoute({
    summary: 'Read what needs attention across the tenants, as far as the caller’s role goes, and the newest tenants',
    permission: 'tenants.view',
    tenant: 'global',
    audit: { action: 'global-home.read', when: 'denied' },
    input: {},
    output: globalHome,
    errors: [],
  }),
} as const;
