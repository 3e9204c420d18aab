import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { HEALTH_STATES, INSTALLATION_CHECKS, JOB_KINDS, SERVER_CHECKS } from './values/system-words.ts';

const reading = {
  state: z.enum(HEALTH_STATES),
  /** In the check's unit: a count, bytes, milliseconds, seconds or a share; null where there is nothing to measure. */
  value: z.number().nullable(),
  /** What the value is a part of, in the same unit; null where it is none of anything. */
  of: z.number().nullable(),
  /** A moment that belongs to it, such as that of the last backup. */
  at: z.iso.datetime().nullable(),
};
export const installationReading = z.object({ check: z.enum(INSTALLATION_CHECKS), ...reading });
export type InstallationReading = z.infer<typeof installationReading>;
export const serverReading = z.object({ check: z.enum(SERVER_CHECKS), ...reading });
export type ServerReading = z.infer<typeof serverReading>;

const server = z.object({
  id: z.uuid(),
  host: z.string(),
  /** Number of its process. */
  process: z.int(),
  version: z.string(),
  startedAt: z.iso.datetime(),
  /** When it said this of itself. */
  reportedAt: z.iso.datetime(),
  /** Its lease is held; a server that ended regularly is not listed. */
  isAlive: z.boolean(),
  state: z.enum(HEALTH_STATES),
  readings: z.array(serverReading),
});
export type ServerHealth = z.infer<typeof server>;

const systemHealth = z.object({
  at: z.iso.datetime(),
  /** The worst of all. */
  state: z.enum(HEALTH_STATES),
  /** Of the server that answers. */
  version: z.string(),
  readings: z.array(installationReading),
  servers: z.array(server),
});
export type SystemHealth = z.infer<typeof systemHealth>;

const jobKind = z.object({
  kind: z.enum(JOB_KINDS),
  /** Due, and not taken by any server yet. */
  waiting: z.int(),
  running: z.int(),
  /** Failed at least once and tried again by themselves. */
  retrying: z.int(),
  /** Given up in the last 30 days, without those that were dismissed. */
  dead: z.int(),
  /** Should have been taken, or should have ended, long ago. */
  late: z.int(),
  /** When the last one ended. */
  lastAt: z.iso.datetime().nullable(),
  /** When the next one is due by a schedule. */
  nextAt: z.iso.datetime().nullable(),
});
export type JobKindState = z.infer<typeof jobKind>;

/** A job that was given up. It says nothing of what it was about. */
const deadJob = z.object({
  kind: z.enum(JOB_KINDS),
  id: z.uuid(),
  /** Null for what is of the installation itself. */
  tenant: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  failedAt: z.iso.datetime(),
  /** How often it was tried; null where that is not counted. */
  attempts: z.int().nullable(),
  /** A code; for mail the mail server's number. Null where the reason is in the tenant alone. */
  reason: z.string().nullable(),
  /** It can be tried again here; everything else by people of the tenant. */
  canRetry: z.boolean(),
});
export type DeadJob = z.infer<typeof deadJob>;

const deadJobs = z.object({ jobs: z.array(deadJob), total: z.int() });
export type DeadJobs = z.infer<typeof deadJobs>;

const page = z.strictObject({
  kind: z.enum(JOB_KINDS).optional(),
  /** Those that were dismissed instead. */
  dismissed: z.stringbool().default(false),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
});

const act = {
  permission: 'global.administer',
  tenant: 'global',
  input: { params: z.strictObject({ id: z.uuid() }), body: z.strictObject({ kind: z.enum(JOB_KINDS) }) },
  output: z.object({ kinds: z.array(jobKind) }),
} as const;

export const systemRoutes = {
  'GET /api/v1/global/system': defineRoute({
    summary: 'Read the health of the installation and of each of its servers',
    permission: 'system.view',
    tenant: 'global',
    audit: { action: 'system.read', when: 'denied' },
    input: {},
    output: systemHealth,
    errors: [],
  }),
  'GET /api/v1/global/jobs': defineRoute({
    summary: 'Read how many background jobs of each kind wait, run, are tried again or were given up',
    permission: 'system.view',
    tenant: 'global',
    audit: { action: 'job.list', when: 'denied' },
    input: {},
    output: z.object({ kinds: z.array(jobKind) }),
    errors: [],
  }),
  'GET /api/v1/global/jobs/dead': defineRoute({
    summary: 'List background jobs that were given up, the newest first, without what they are about',
    permission: 'system.view',
    tenant: 'global',
    audit: { action: 'job.list', when: 'denied' },
    input: { query: page },
    output: deadJobs,
    errors: [],
  }),
  'POST /api/v1/global/jobs/:id/retry': defineRoute({
    ...act,
    summary: 'Try a background job again that was given up',
    audit: { action: 'job.retry', when: 'always' },
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/global/jobs/:id/dismiss': defineRoute({
    ...act,
    summary: 'Take a background job that was given up from the list; it changes nothing about the job',
    audit: { action: 'job.dismiss', when: 'always' },
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/global/jobs/:id/restore': defineRoute({
    ...act,
    summary: 'List a dismissed background job again',
    audit: { action: 'job.restore', when: 'always' },
    errors: ['CONFLICT'],
  }),
} as const;
