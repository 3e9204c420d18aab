import { z } from 'zod';
import { branding } from './branding.ts';
import { LAYOUTS, SCHEMES, THEMES } from './application-settings.ts';
import { defineRoute } from './protocol/define-route.ts';
import { localPath } from './values/link.ts';
import { ROLES } from './protocol/roles.ts';
import { LANGUAGES } from './values/text.ts';

export const tenantRef = z.object({ id: z.uuid(), slug: z.string(), name: z.string() });
export type TenantRef = z.infer<typeof tenantRef>;

/**
 * A user's preferences; null where the default of their tenant, or else of the installation, applies. Also in the readable
 * cookie `rise-appearance` for scripts that run before the session is known: scheme, theme, layout and language separated by
 * dots, '-' for none ('dark.rose.-.tr'), the language being the tenant's for people who chose none; set at sign-in, on
 * change and with the tenant, cleared at sign-out.
 */
export const preferences = z.object({
  scheme: z.enum(SCHEMES).nullable(),
  theme: z.enum(THEMES).nullable(),
  /** Never the empty layout, which has no navigation back. */
  layout: z.enum(LAYOUTS).exclude(['empty']).nullable(),
  language: z.enum(LANGUAGES).nullable(),
});
export type Preferences = z.infer<typeof preferences>;

const accountChange = z.strictObject({
  defaultLandingPage: localPath.nullable().optional(),
  preferences: z.strictObject(preferences.shape).partial().optional(),
});
export type AccountChange = z.output<typeof accountChange>;

/** The signed-in user, their tenant and their permissions there. */
export const session = z.object({
  account: z.object({
    id: z.uuid(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    avatar: z.string().nullable(),
  }),
  kind: z.enum(['tenant', 'global']),
  /** The active tenant; null until a user with several tenants (or a global user) has entered one. */
  tenant: tenantRef.nullable(),
  /** Every tenant the user may enter: their own, and those that allow them a visit for support. */
  tenants: z.array(tenantRef),
  roles: z.array(z.enum(ROLES)),
  permissions: z.array(z.string()),
  /** `chat`: whether the user may chat in the active tenant. */
  features: z.object({ chatbot: z.boolean(), insights: z.boolean(), chat: z.boolean() }),
  /** People above the tenants who are in the active tenant for support now; the user themselves among them. */
  supportVisits: z.array(z.object({ id: z.uuid(), person: z.string(), accountId: z.uuid(), endsAt: z.iso.datetime() })),
  defaultLandingPage: z.string().nullable(),
  preferences,
  /** Of the active tenant; language and theme are null for people who are not its members, and in none. */
  branding,
});
export type Session = z.infer<typeof session>;

/** A browser or device on which the caller is signed in. */
export const sessionSummary = z.object({
  id: z.uuid(),
  current: z.boolean(),
  /** Browser and system, such as 'Firefox on Linux'. */
  device: z.string(),
  /** The parts of `device`; null where they are not known. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** The address from which it was last used; null for sessions that began before addresses were stored. */
  address: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
});
export type SessionSummary = z.infer<typeof sessionSummary>;

export const sessionRoutes = {
  'GET /api/v1/session': defineRoute({
    summary: 'Read the signed-in user and their permissions',
    permission: 'signed-in',
    tenant: 'none',
    audit: { action: 'session.read', when: 'denied' },
    input: {},
    output: session,
    errors: [],
  }),
  'PUT /api/v1/session/tenant': defineRoute({
    summary: 'Enter one of the caller’s tenants',
    permission: 'signed-in',
    tenant: 'none',
    audit: { action: 'session.enter-tenant', when: 'always' },
    inReadOnly: true,
    input: { body: z.strictObject({ tenantId: z.uuid() }) },
    output: session,
    errors: [],
  }),
  'GET /api/v1/account/sessions': defineRoute({
    summary: 'List the caller’s sessions',
    permission: 'account.self',
    tenant: 'none',
    audit: { action: 'session.list', when: 'denied' },
    input: {},
    output: z.object({ sessions: z.array(sessionSummary) }),
    errors: [],
  }),
  'DELETE /api/v1/account/sessions/:id': defineRoute({
    summary: 'End one of the caller’s sessions',
    permission: 'account.self',
    tenant: 'none',
    audit: { action: 'session.revoke', when: 'always' },
    inReadOnly: true,
    input: { params: z.strictObject({ id: z.uuid() }) },
    output: z.object({ ended: z.literal(true) }),
    errors: [],
  }),
  'POST /api/v1/account/sessions/end-others': defineRoute({
    summary: 'End all of the caller’s sessions except the one that asks',
    permission: 'account.self',
    tenant: 'none',
    audit: { action: 'session.revoke-others', when: 'always' },
    inReadOnly: true,
    input: {},
    output: z.object({ ended: z.int() }),
    errors: [],
  }),
  'PATCH /api/v1/account': defineRoute({
    summary: 'Change the caller’s preferences; omitted ones stay unchanged',
    permission: 'account.self',
    tenant: 'none',
    audit: { action: 'account.update', when: 'always' },
    input: { body: accountChange },
    output: session,
    errors: ['TENANT_REQUIRED'],
  }),
} as const;
