import { z } from 'zod';
import { LAYOUTS, SCHEMES, THEMES } from './application-settings.ts';
import { defineRoute } from './define-route.ts';
import { localPath } from './link.ts';
import { ROLES } from './roles.ts';
import { LANGUAGES } from './text.ts';

export const tenantRef = z.object({ id: z.uuid(), slug: z.string(), name: z.string() });
export type TenantRef = z.infer<typeof tenantRef>;

/**
 * A person's own choices; null where they made none and the installation's default counts. For scripts that run before
 * the session is known, they are in the readable cookie `rise-appearance` too: scheme, theme, layout and language with
 * dots between, '-' for none ('dark.rose.-.tr'); set at sign-in and on change, gone after signing out.
 */
export const preferences = z.object({
  scheme: z.enum(SCHEMES).nullable(),
  theme: z.enum(THEMES).nullable(),
  /** Never the empty layout: it has no way back. */
  layout: z.enum(LAYOUTS).exclude(['empty']).nullable(),
  language: z.enum(LANGUAGES).nullable(),
});
export type Preferences = z.infer<typeof preferences>;

const accountChange = z.strictObject({
  defaultLandingPage: localPath.nullable().optional(),
  preferences: z.strictObject(preferences.shape).partial().optional(),
});
export type AccountChange = z.output<typeof accountChange>;

/** Who is signed in, where, and what they may do there. */
export const session = z.object({
  account: z.object({
    id: z.uuid(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    avatar: z.string().nullable(),
  }),
  kind: z.enum(['tenant', 'global']),
  /** The tenant whose data is shown; null until a person who has several (or a global user) has chosen one. */
  tenant: tenantRef.nullable(),
  /** Every tenant this person may enter. */
  tenants: z.array(tenantRef),
  roles: z.array(z.enum(ROLES)),
  permissions: z.array(z.string()),
  /** `chat`: whether this person may write to others in the tenant they are in. */
  features: z.object({ chatbot: z.boolean(), insights: z.boolean(), chat: z.boolean() }),
  defaultLandingPage: z.string().nullable(),
  preferences,
});
export type Session = z.infer<typeof session>;

/** A signed-in browser or device of the caller. */
export const sessionSummary = z.object({
  id: z.uuid(),
  current: z.boolean(),
  device: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
});
export type SessionSummary = z.infer<typeof sessionSummary>;

export const sessionRoutes = {
  'GET /api/v1/session': defineRoute({
    summary: 'Who is signed in and what they may do',
    permission: 'signed-in',
    tenant: 'none',
    audit: { action: 'session.read', when: 'denied' },
    input: {},
    output: session,
    errors: [],
  }),
  'PUT /api/v1/session/tenant': defineRoute({
    summary: 'Enter one of one’s tenants',
    permission: 'signed-in',
    tenant: 'none',
    audit: { action: 'session.enter-tenant', when: 'always' },
    input: { body: z.strictObject({ tenantId: z.uuid() }) },
    output: session,
    errors: [],
  }),
  'GET /api/v1/account/sessions': defineRoute({
    summary: 'List one’s own sessions',
    permission: 'account.self',
    tenant: 'none',
    audit: { action: 'session.list', when: 'denied' },
    input: {},
    output: z.object({ sessions: z.array(sessionSummary) }),
    errors: [],
  }),
  'DELETE /api/v1/account/sessions/:id': defineRoute({
    summary: 'End one of one’s own sessions',
    permission: 'account.self',
    tenant: 'none',
    audit: { action: 'session.revoke', when: 'always' },
    input: { params: z.strictObject({ id: z.uuid() }) },
    output: z.object({ ended: z.literal(true) }),
    errors: [],
  }),
  'PATCH /api/v1/account': defineRoute({
    summary: 'Change one’s own settings; what is left out stays',
    permission: 'account.self',
    tenant: 'none',
    audit: { action: 'account.update', when: 'always' },
    input: { body: accountChange },
    output: session,
    errors: ['TENANT_REQUIRED'],
  }),
} as const;
