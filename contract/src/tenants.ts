import { z } from 'zod';
import { branding, LOGO_BODY_BYTES, logoData, tenantDefaults } from './branding.ts';
import { calendar } from './calendar.ts';
import { invitee, sentInvitation } from './invitations.ts';
import { planLimits } from './plan-limits.ts';
import { defineRoute } from './protocol/define-route.ts';
import { currencyCode } from './values/currency-code.ts';
import { SUPPORT_ACCESS } from './values/support-words.ts';
import {
  MAX_FIRST_TEMPLATES,
  PROVIDER_TROUBLES,
  SQL_ACCESS,
  TENANT_JOB_KINDS,
  TENANT_SLUG,
  TENANT_STATES,
} from './values/tenant-words.ts';
import { visibleLine } from './values/visible-text.ts';

export {
  SQL_ACCESS,
  TENANT_JOB_DAYS,
  TENANT_JOB_KINDS,
  TENANT_PAGE,
  TENANT_SLUG,
  TENANT_USAGE_DAYS,
  type SqlAccess,
  type TenantJobKind,
} from './values/tenant-words.ts';

const name = z.string().overwrite(visibleLine).min(1, 'Enter a name.').max(200, 'Use at most 200 characters.');

const managedTenant = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  state: z.enum(TENANT_STATES),
  createdAt: z.iso.datetime(),
  suspendedAt: z.iso.datetime().nullable(),
  /** When it is deleted, and who scheduled it; null where it is not. */
  deletion: z
    .object({
      dueAt: z.iso.datetime(),
      requestedBy: z.string().nullable(),
      /** It has begun, and cannot be called off any more. */
      isRunning: z.boolean(),
    })
    .nullable(),
  /** Who decides that someone may enter it for support. */
  supportAccess: z.enum(SUPPORT_ACCESS),
  /** What its people have; null follows the installation. */
  features: z.object({
    chatbot: z.boolean().nullable(),
    insights: z.boolean().nullable(),
    chat: z.boolean().nullable(),
  }),
  /** Who may write SQL there; null follows the roles. */
  sqlAccess: z.enum(SQL_ACCESS).nullable(),
  limits: planLimits,
  /** People who may enter it. */
  users: z.int(),
  /** False: nobody in it can set it up. */
  hasAdministrator: z.boolean(),
  /** Null before its first load. */
  data: z.object({ version: z.int(), asOf: z.iso.date().nullable(), loadedAt: z.iso.datetime() }).nullable(),
  /** Of its data versions and uploaded files. */
  storageBytes: z.int(),
  /** In the last days. */
  queries: z.int(),
  failedLoads: z.int(),
  /** Domains that nobody can join by, or soon could not. */
  failingDomains: z.int(),
  /** Its own identity provider, where people sign in by it: it failed its last test, or was changed since; null: neither. */
  provider: z.enum(PROVIDER_TROUBLES).nullable(),
  /** Background jobs that ended in the last 30 days: each kind, with how many were given up. */
  jobs: z.array(z.object({ kind: z.enum(TENANT_JOB_KINDS), done: z.int(), failed: z.int() })),
});
export type ManagedTenant = z.infer<typeof managedTenant>;

const tenantChange = z.strictObject({
  name: name.optional(),
  features: z
    .strictObject({
      chatbot: z.boolean().nullable().optional(),
      insights: z.boolean().nullable().optional(),
      chat: z.boolean().nullable().optional(),
    })
    .optional(),
  sqlAccess: z.enum(SQL_ACCESS).nullable().optional(),
  limits: planLimits.partial().optional(),
});
export type TenantChange = z.output<typeof tenantChange>;

/** What its people see who chose nothing themselves, how it counts days, weeks and years, and in which currency it reports. */
const managedDefaults = branding.extend({
  calendar,
  /** ISO 4217; null: its model’s. */
  currency: z.string().nullable(),
});
export type ManagedDefaults = z.infer<typeof managedDefaults>;

const managedDefaultsChange = z.strictObject({
  calendar: z.strictObject(calendar.partial().shape).optional(),
  /** Null returns to its model’s. */
  currency: currencyCode.nullable().optional(),
  language: tenantDefaults.language.optional(),
  theme: tenantDefaults.theme.optional(),
});
export type ManagedDefaultsChange = z.output<typeof managedDefaultsChange>;

const newTenant = z.strictObject({
  slug: z
    .string()
    .trim()
    .regex(TENANT_SLUG, 'Use at most 63 lower-case letters, digits and hyphens, beginning with a letter.'),
  name,
  /** Its first administrator, who is invited by mail; null: none. */
  administrator: z.strictObject(invitee).nullable().default(null),
  /** How it counts days, weeks and years; omitted: weeks from Monday, calendar years and UTC. */
  calendar: z.strictObject(calendar.shape).optional(),
  /** In which it reports; null: its model’s. */
  currency: currencyCode.nullable().default(null),
  /** For its people who choose none themselves; null: the installation’s. */
  language: tenantDefaults.language.default(null),
  theme: tenantDefaults.theme.default(null),
  /** What its people see at the top of the menu and on PDFs; null: the product’s mark. */
  logo: logoData.nullable().default(null),
  /** Its administrators change it later, and nobody else. */
  supportAccess: z.enum(SUPPORT_ACCESS).default('consent'),
  limits: planLimits.partial().default({}),
  /** Workspace templates that it starts with, in this order; their reports arrive as its model can show them. */
  templates: z
    .array(z.uuid())
    .max(MAX_FIRST_TEMPLATES, `Choose at most ${MAX_FIRST_TEMPLATES} templates.`)
    .refine((ids) => new Set(ids).size === ids.length, 'Choose each template once.')
    .default([]),
});
export type NewTenant = z.input<typeof newTenant>;
export type NewTenantFields = z.output<typeof newTenant>;

const administration = { permission: 'global.administer', tenant: 'global' } as const;
const viewing = { permission: 'tenants.view', tenant: 'global' } as const;
const byId = z.strictObject({ id: z.uuid() });

export const tenantRoutes = {
  'GET /api/v1/global/tenants': defineRoute({
    ...viewing,
    summary: 'List the tenants with their usage, by name',
    audit: { action: 'tenants.list', when: 'denied' },
    input: {
      query: z.strictObject({
        /** In the name or the slug. */
        search: z.string().trim().max(100).optional(),
        state: z.enum(TENANT_STATES).optional(),
        page: z.coerce.number().int().min(1).max(100_000).default(1),
      }),
    },
    output: z.object({
      tenants: z.array(managedTenant),
      total: z.int(),
      /** Days between scheduling a deletion and the deletion. */
      deletionDays: z.int(),
    }),
    errors: [],
  }),
  'POST /api/v1/global/tenants': defineRoute({
    ...administration,
    summary: 'Create a tenant without data, and invite its first administrator',
    audit: { action: 'tenant.create', when: 'always' },
    bodyBytes: LOGO_BODY_BYTES,
    input: { body: newTenant },
    output: managedTenant.extend({ /** Of the first administrator. */ invitation: sentInvitation.nullable() }),
    errors: ['BUSY', 'CONFLICT'],
  }),
  'PATCH /api/v1/global/tenants/:id': defineRoute({
    ...administration,
    summary: 'Change a tenant’s name, features, SQL access or limits; omitted ones stay unchanged',
    audit: { action: 'tenant.change', when: 'always' },
    input: { params: byId, body: tenantChange },
    output: managedTenant,
    errors: [],
  }),
  'GET /api/v1/global/tenants/:id/defaults': defineRoute({
    ...viewing,
    summary: 'Read a tenant’s default language, theme and logo, its calendar and currency',
    audit: { action: 'tenant.defaults.read', when: 'denied' },
    input: { params: byId },
    output: managedDefaults,
    errors: [],
  }),
  'PATCH /api/v1/global/tenants/:id/defaults': defineRoute({
    ...administration,
    summary: 'Change a tenant’s default language or theme, its calendar or currency; omitted ones stay unchanged',
    audit: { action: 'tenant.defaults.change', when: 'always' },
    input: { params: byId, body: managedDefaultsChange },
    output: managedDefaults,
    errors: ['WAREHOUSE_UNAVAILABLE', 'QUERY_TIMEOUT', 'BUSY'],
  }),
  'GET /api/v1/global/tenants/:id/logo': defineRoute({
    ...viewing,
    summary: 'Read a tenant’s logo',
    audit: { action: 'tenant.logo.read', when: 'denied' },
    /** Changes with the logo, so that browsers may store it. */
    input: { params: byId, query: z.strictObject({ v: z.string().max(64).optional() }) },
    /** An image, not JSON. */
    output: z.string(),
    stream: 'rows',
    errors: [],
  }),
  'PUT /api/v1/global/tenants/:id/logo': defineRoute({
    ...administration,
    summary: 'Upload a tenant’s logo: PNG, JPEG, WebP or GIF. What is stored is encoded again from its pixels',
    audit: { action: 'tenant.logo.upload', when: 'always' },
    bodyBytes: LOGO_BODY_BYTES,
    input: { params: byId, body: z.strictObject({ data: logoData }) },
    output: managedDefaults,
    errors: ['BUSY'],
  }),
  'DELETE /api/v1/global/tenants/:id/logo': defineRoute({
    ...administration,
    summary: 'Remove a tenant’s logo',
    audit: { action: 'tenant.logo.remove', when: 'always' },
    input: { params: byId },
    output: managedDefaults,
    errors: [],
  }),
  'POST /api/v1/global/tenants/:id/administrator': defineRoute({
    ...administration,
    summary: 'Invite an administrator to a tenant that has none, or send their invitation again',
    audit: { action: 'tenant.invite-administrator', when: 'always' },
    input: { params: byId, body: z.strictObject(invitee) },
    output: sentInvitation,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/global/tenants/:id/suspend': defineRoute({
    ...administration,
    summary: 'Suspend a tenant: its sessions end, nobody can sign in to it, and its schedules pause',
    audit: { action: 'tenant.suspend', when: 'always' },
    input: { params: byId },
    output: managedTenant,
    errors: [],
  }),
  'POST /api/v1/global/tenants/:id/restore': defineRoute({
    ...administration,
    summary: 'Restore a suspended tenant; not while its deletion is scheduled',
    audit: { action: 'tenant.restore', when: 'always' },
    input: { params: byId },
    output: managedTenant,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/global/tenants/:id/deletion': defineRoute({
    ...administration,
    summary: 'Schedule the deletion of a suspended tenant with all it holds; its name confirms it',
    audit: { action: 'tenant.schedule-deletion', when: 'always' },
    input: { params: byId, body: z.strictObject({ name: z.string().max(200) }) },
    output: managedTenant,
    errors: ['CONFLICT'],
  }),
  'DELETE /api/v1/global/tenants/:id/deletion': defineRoute({
    ...administration,
    summary: 'Call off the deletion of a tenant; it stays suspended',
    audit: { action: 'tenant.call-off-deletion', when: 'always' },
    input: { params: byId },
    output: managedTenant,
    errors: ['CONFLICT'],
  }),
} as const;
