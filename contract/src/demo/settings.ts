import { z } from 'zod';
import type { DemoCallTable } from './call.ts';
import { anyId, byId, deleted } from './fields.ts';

/** Two lower-case letters of ISO 3166. */
const iso = z.string().regex(/^[a-z]{2}$/, 'Use a country code such as us');

/** Account data beyond name, email and picture, which belong to the user. */
const account = z.object({
  username: z.string().regex(/^[a-z0-9][a-z0-9._-]{2,29}$/, 'Use 3 to 30 lower-case letters, digits, dots or hyphens'),
  title: z.string().max(80),
  company: z.string().max(80),
  about: z.string().max(300),
  phone: z.string().max(30),
  country: iso,
});

const security = z.object({ twoStep: z.boolean(), passwordReminder: z.boolean() });

const PLANS = ['basic', 'team', 'company'] as const;

/** Only the recognizable part of a card: its number never leaves the form. */
const card = z.object({
  holder: z.string().trim().min(1, 'Write the name on the card').max(80),
  brand: z.enum(['visa', 'mastercard', 'amex', 'other']),
  lastFour: z.string().regex(/^\d{4}$/, 'Use four digits'),
  expires: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Use year and month such as 2030-04'),
  country: iso,
});

const billing = z.object({ plan: z.enum(PLANS), card: card.nullable() });

const NOTICES = ['mentions', 'comments', 'tasks', 'joins', 'product', 'security', 'tips', 'digest'] as const;
type NoticeName = (typeof NOTICES)[number];
const notifications = z.object(
  Object.fromEntries(NOTICES.map((name) => [name, z.boolean()])) as Record<NoticeName, z.ZodBoolean>,
);

const settings = z.object({ account, security, billing, notifications });
const change = z
  .object({
    account: account.partial(),
    security: security.partial(),
    billing: billing.partial(),
    notifications: notifications.partial(),
  })
  .partial();

const ROLES = ['read', 'write', 'admin'] as const;

const member = z.object({
  id: z.uuid(),
  /** Null until the invitation is accepted. */
  name: z.string().nullable(),
  email: z.string(),
  avatar: z.string().nullable(),
  role: z.enum(ROLES),
  status: z.enum(['active', 'invited']),
});
const teamMember = member.extend({ isMe: z.boolean() });

export const settingsCalls = {
  'GET /api/pages/settings': { summary: 'The settings, by panel', output: settings },
  'PATCH /api/pages/settings': {
    summary: 'Change settings of some panels; returns the merged settings',
    body: z.object({ settings: change }),
    output: settings,
  },
  'GET /api/pages/settings/team': {
    summary: 'The team members: the user first, then in order of joining',
    output: z.array(teamMember),
  },
  'POST /api/pages/settings/team/member': {
    summary: 'Invite someone by email; existing members are rejected',
    body: z.object({ member: z.object({ email: z.email('Use an e-mail address'), role: z.enum(ROLES) }) }),
    output: teamMember,
  },
  'PATCH /api/pages/settings/team/member': {
    summary: 'Change a member’s role',
    body: z.object({ id: anyId, member: z.object({ role: z.enum(ROLES) }).partial() }),
    output: teamMember.nullable(),
  },
  'DELETE /api/pages/settings/team/member': {
    summary: 'Remove a member from the team',
    query: byId,
    output: deleted,
  },
} as const satisfies DemoCallTable;

export const settingsState = z.object({ settings, members: z.array(member) });
